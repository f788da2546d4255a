import type { Account } from '../../../storage/interfaces/accounts.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterForm } from '../../components/filter-form.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { findUserChoice, UserField, type UserChoice } from '../../components/user-field.tsx';
import { renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../route.ts';
import { readUsage } from './read-usage.ts';
import { isByWeek, periods, stepsOf, totalOf, type Period, type Step } from './periods.ts';
import { getOwner } from '../../get-signed-in.ts';
import { UsageCharts } from './usage-charts.tsx';
import { UsageTotals } from './usage-totals.tsx';

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
        <PeriodLinks period={period} user={user} />
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

function PeriodLinks({ period, user }: Chosen) {
  const { usage } = usePageContext().texts;
  return (
    <nav class="tabs" aria-label={usage.period}>
      <ul>
        {periods.map((days) => (
          <li key={days}>
            <a
              href={addressOf({ period: days, user })}
              aria-current={days === period ? 'true' : undefined}
            >
              {usage.days(days)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
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

function Range({ steps, period }: { readonly steps: readonly Step[]; readonly period: Period }) {
  const { texts, formats } = usePageContext();
  const day = (of: string | undefined) => formats.day(new Date(of ?? ''));
  return (
    <p class="quiet">
      {texts.usage.range(day(steps[0]?.from), day(steps.at(-1)?.to))}{' '}
      {isByWeek(period) && texts.usage.byWeek}
    </p>
  );
}

function UsageFigures({ steps, ...chosen }: Chosen & { readonly steps: readonly Step[] }) {
  const { csv } = usePageContext().texts;
  return (
    <>
      <UsageTotals total={totalOf(steps)} />
      <UsageCharts steps={steps} isByWeek={isByWeek(chosen.period)} />
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
