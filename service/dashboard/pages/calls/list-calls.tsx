import { findLanguage } from '../../../../shared/languages.ts';
import {
  callOutcomes,
  callsKept,
  type CallOutcome,
  type CallRecord,
} from '../../../storage/interfaces/usage-log.ts';
import { DataTable, EmptyState, Pager } from '../../components/data-table.tsx';
import { Details, FormattedNumber, Time } from '../../components/facts.tsx';
import {
  FilterForm,
  findUserChoice,
  Select,
  UserField,
  type UserChoice,
} from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { formatsOf } from '../../format.ts';
import { getOwner, getOwnUser } from '../../get-signed-in.ts';
import { pageOf, queryText, renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';

/** The name of a language in the page's language, or in English if that has no name for it. */
export function languageName(code: string, locale: string): string {
  const language = findLanguage(code);
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  return names.of(language.code) ?? language.name;
}

const path = '/dashboard/calls';
const callsOnPage = 50;

/** The page "Calls": the newest calls of one user, by default the owner. */
export const calls: DashboardRoute = {
  method: 'GET',
  path,
  access: 'owner',
  navigation: 'calls',
  async handle(ctx, deps) {
    const { user_id: ownerId } = getOwner(ctx);
    const user = await getOwnUser(ctx, deps, queryText(ctx, 'user') || ownerId);
    const outcome = callOutcomes.find((one) => one === queryText(ctx, 'outcome'));
    const [all, choice] = await Promise.all([
      deps.accountStore.listCalls(user.user_id),
      findUserChoice(deps.accountStore, ownerId),
    ]);
    const shown = outcome ? all.filter((call) => call.outcome === outcome) : all;
    const { items, newest, older } = pageOf(shown, ctx, callsOnPage);
    const { title, intro, noneOfOutcome } = ctx.state.texts.calls;
    renderPage(
      ctx,
      { title, current: 'calls' },
      <>
        <p>{intro(formatsOf(ctx.state.locale).number(callsKept))}</p>
        <ChooseCalls userId={user.user_id} outcome={outcome} choice={choice} />
        {all.length === 0 && <NoCalls />}
        {all.length > 0 && items.length === 0 && <p>{noneOfOutcome}</p>}
        {items.length > 0 && <CallTable calls={items} userId={user.user_id} />}
        <Pager newest={newest} older={older} />
      </>,
    );
  },
};

interface ChooseCallsProps {
  readonly userId: string;
  readonly outcome: CallOutcome | undefined;
  readonly choice: UserChoice;
}

function ChooseCalls({ userId, outcome, choice }: ChooseCallsProps) {
  const { calls } = usePageContext().texts;
  const outcomes = callOutcomes.map((value) => ({ value, label: calls.outcomes[value] }));
  return (
    <FilterForm path={path} submit={calls.show}>
      <UserField label={calls.user} choice={choice} value={userId} />
      <Select
        name="outcome"
        label={calls.columns.outcome}
        options={[{ value: '', label: calls.allOutcomes }, ...outcomes]}
        value={outcome ?? ''}
      />
    </FilterForm>
  );
}

function NoCalls() {
  const { calls } = usePageContext().texts;
  return (
    <EmptyState text={calls.empty}>
      <a href="/dashboard/connect">{calls.connect}</a>
    </EmptyState>
  );
}

interface CallTableProps {
  readonly calls: readonly CallRecord[];
  readonly userId: string;
}

function CallTable({ calls, userId }: CallTableProps) {
  const { texts, locale } = usePageContext();
  const { columns, caption, outcomes } = texts.calls;
  return (
    <DataTable
      caption={caption(userId)}
      rows={calls}
      keyOf={({ request_id: id, at }) => `${id} ${at}`}
      columns={[
        { header: columns.at, cell: ({ at }) => <Time at={at} /> },
        {
          header: columns.outcome,
          cell: ({ outcome }) => <span class={`outcome-${outcome}`}>{outcomes[outcome]}</span>,
        },
        { header: columns.language, cell: ({ language }) => languageName(language, locale) },
        {
          header: columns.credits,
          isNumber: true,
          cell: ({ credits }) => <FormattedNumber value={credits} />,
        },
        { header: texts.details.title, cell: (call) => <CallDetails call={call} /> },
      ]}
    />
  );
}

/** The model that wrote the text, if there is one, how long it took, and the request. */
function CallDetails({ call: { provider, model, ms, request_id: id } }: { call: CallRecord }) {
  const { texts, formats } = usePageContext();
  return (
    <Details hasHeading>
      {provider} {model}
      {provider !== null && <br />}
      {formats.duration(ms / 1_000)}
      <br />
      {texts.calls.requestId(id)}
    </Details>
  );
}
