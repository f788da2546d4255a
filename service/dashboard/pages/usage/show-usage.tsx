import type { Account } from '../../../storage/interfaces/accounts.ts';
import { EmptyState } from '../../components/data-table.tsx';
import { Details } from '../../components/facts.tsx';
import { FilterForm, findUserChoice, UserField, type UserChoice } from '../../components/form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { sendCsv } from '../../csv.ts';
import { getOwner } from '../../get-signed-in.ts';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';
import { PeriodLinks, Range, UsageCharts, UsageTotals } from './figures.tsx';
import { isByWeek, readUsage, stepsOf, totalOf, type Period, type Step } from './periods.ts';

/** The columns of usage by day, as CSV. */
export const columns = ['day', 'calls', 'fallbacks', 'cached', 'failures', 'credits'] as const;

/** Usage by day, newest first, without days that had none. */
export const downloadUsage: DashboardRoute = {
  method: 'GET',
  path: '/dashboard/usage.csv',
  access: 'owner',
  async handle(ctx, deps) {
    const { rows } = await readUsage(ctx, deps);
    const cells = rows.map((row) => columns.map((name) => row[name]));
    sendCsv(ctx, 'altscribe-usage.csv', columns, cells);
  },
};

const path = '/dashboard/usage';

/** The page "Usage": calls of all users together, or of one. */
export const showUsage: DashboardRoute = {
  method: 'GET',
  path,
  access: 'owner',
  navigation: 'usage',
  async handle(ctx, deps) {
    const [{ period, user, rows, today }, choice] = await Promise.all([
      readUsage(ctx, deps),
      findUserChoice(deps.accountStore, getOwner(ctx).user_id),
    ]);
    const steps = stepsOf(rows, period, today);
    renderPage(
      ctx,
      { title: ctx.state.texts.usage.title, current: 'usage' },
      <>
        <PeriodLinks current={period} addressOf={(one) => addressOf({ period: one, user })} />
        <ChooseUser period={period} user={user} choice={choice} />
        <Range steps={steps} period={period} />
        {rows.length === 0 ? (
          <NoCalls />
        ) : (
          <UsageFigures steps={steps} period={period} user={user} />
        )}
      </>,
    );
  },
};

interface Chosen {
  readonly period: Period;
  readonly user: Account | undefined;
}

function addressOf({ period, user }: Chosen, extension: '' | '.csv' = ''): string {
  const query = new URLSearchParams({ days: String(period), ...(user && { user: user.user_id }) });
  return `${path}${extension}?${query}`;
}

function ChooseUser({ period, user, choice }: Chosen & { readonly choice: UserChoice }) {
  const { usage } = usePageContext().texts;
  if (choice?.length === 1) return null;
  return (
    <FilterForm path={path} submit={usage.show} keep={{ days: String(period) }}>
      <UserField
        label={usage.user}
        choice={choice}
        value={user?.user_id ?? ''}
        all={usage.allUsers}
      />
    </FilterForm>
  );
}

function UsageFigures({ steps, ...chosen }: Chosen & { readonly steps: readonly Step[] }) {
  const { csv } = usePageContext().texts;
  const total = totalOf(steps);
  return (
    <>
      <UsageTotals total={total} shown={['calls', 'credits', 'cached', 'failures']} />
      <UsageCharts steps={steps} isByWeek={isByWeek(chosen.period)} isByProvider={false} />
      <Details>
        <UsageTotals total={total} shown={['fallbacks']} />
      </Details>
      <p>
        <a href={addressOf(chosen, '.csv')}>{csv}</a>
      </p>
    </>
  );
}

function NoCalls() {
  const { usage } = usePageContext().texts;
  return (
    <EmptyState text={usage.empty}>
      <a href="/dashboard/connect">{usage.connect}</a>
    </EmptyState>
  );
}
