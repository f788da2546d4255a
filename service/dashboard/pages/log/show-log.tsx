import { changeActions } from '../../../accounts/change-log.ts';
import { changeDays, type Change } from '../../../storage/interfaces/usage-log.ts';
import { actorOf, DataTable, EmptyState, Pager } from '../../components/data-table.tsx';
import { Time } from '../../components/facts.tsx';
import { Field, FilterForm, Select } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { sendCsv } from '../../csv.ts';
import { formatsOf, type Formats } from '../../format.ts';
import type { Texts } from '../../locales/locales.ts';
import { refusalsAnHour } from '../../protection/guess-limit.ts';
import { pageFrom, queryText, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardRoute } from '../../state.ts';

/** The label of an action, or its stored name if this version does not know it. */
function describeAction({ action }: Pick<Change, 'action'>, { log }: Texts): string {
  const known = changeActions.find((one) => one === action);
  return known ? log.actions[known] : action;
}

/** Further details of a change: "Name: Blog, Key: ••••x1Yz". */
function describeDetails({ details }: Change, { log }: Texts, formats: Formats): string {
  const names: Readonly<Record<string, string>> = log.details;
  // PostgreSQL does not preserve their order.
  return [...new Set([...Object.keys(names), ...Object.keys(details)])]
    .flatMap((name) => {
      const value = details[name] ?? null;
      if (value === null) return [];
      const text = typeof value === 'number' ? formats.number(value) : value;
      return [`${names[name] ?? name}: ${name === 'last4' ? `••••${text}` : text}`];
    })
    .join(', ');
}

const path = '/dashboard/log';
const changesOnPage = 50;

/** Maximum number of rows in a CSV file; the filters find older ones. */
const mostInCsv = 10_000;

const showLog: DashboardRoute = {
  method: 'GET',
  path,
  access: 'operator',
  navigation: 'log',
  async handle(ctx, { accountStore }) {
    const filter = readFilter(ctx);
    const after = queryText(ctx, 'after') || undefined;
    const found = await accountStore.listChanges({ ...filter, after, limit: changesOnPage + 1 });
    const { rows: changes, last } = pageFrom(found, changesOnPage);
    const { log, csv } = ctx.state.texts;
    const query = queryOf(filter);
    const address = (more: Record<string, string>) =>
      `${path}?${new URLSearchParams({ ...query, ...more })}`;
    const { number } = formatsOf(ctx.state.locale);
    const intro = log.intro(number(changeDays), number(refusalsAnHour));
    renderPage(
      ctx,
      { title: log.title, current: 'log' },
      <>
        <p class="actions">
          <span>{intro}</span>
          {changes.length > 0 && <a href={`${path}.csv?${new URLSearchParams(query)}`}>{csv}</a>}
        </p>
        <ChooseChanges {...filter} />
        {changes.length > 0 ? <ChangeTable changes={changes} /> : <EmptyState text={log.empty} />}
        <Pager
          newest={after === undefined ? undefined : address({})}
          older={last && address({ after: last.id })}
        />
      </>,
    );
  },
};

const columns = ['at', 'actor', 'action', 'user_id', 'details'] as const;

const downloadLog: DashboardRoute = {
  method: 'GET',
  path: `${path}.csv`,
  access: 'operator',
  async handle(ctx, { accountStore }) {
    const changes = await accountStore.listChanges({ ...readFilter(ctx), limit: mostInCsv });
    const rows = changes.map(({ at, actor, action, user_id: userId, details }) => [
      at,
      actor,
      action,
      userId,
      JSON.stringify(details),
    ]);
    sendCsv(ctx, 'altscribe-log.csv', columns, rows);
  },
};

interface Filter {
  readonly action: string | undefined;
  readonly about: string | undefined;
}

function readFilter(ctx: DashboardContext): Filter {
  const action = changeActions.find((one) => one === queryText(ctx, 'action'));
  return { action, about: queryText(ctx, 'about').trim().toLowerCase() || undefined };
}

function queryOf({ action, about }: Filter): Record<string, string> {
  return { ...(action && { action }), ...(about && { about }) };
}

function ChooseChanges({ action = '', about = '' }: Partial<Filter>) {
  const { log } = usePageContext().texts;
  const actions = changeActions.map((value) => ({ value, label: log.actions[value] }));
  return (
    <FilterForm path={path} submit={log.show}>
      <Select
        name="action"
        label={log.columns.action}
        options={[{ value: '', label: log.allActions }, ...actions]}
        value={action}
      />
      <Field name="about" type="search" label={log.about} value={about} optional />
    </FilterForm>
  );
}

function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  const { texts, formats } = usePageContext();
  const { title, columns: headers } = texts.log;
  return (
    <DataTable
      caption={title}
      rows={changes}
      keyOf={({ id }) => id}
      columns={[
        { header: headers.at, cell: ({ at }) => <Time at={at} /> },
        { header: headers.actor, cell: (change) => actorOf(change, texts) },
        { header: headers.action, cell: (change) => describeAction(change, texts) },
        { header: headers.account, cell: ({ user_id: id }) => id },
        { header: headers.details, cell: (change) => describeDetails(change, texts, formats) },
      ]}
    />
  );
}

/** The change log, for operators. */
export const log = [showLog, downloadLog];
