import { unlimitedPlan } from '../../../../shared/contract.ts';
import { accountPath } from '../../../accounts/dashboard-paths.ts';
import { daysLeft } from '../../../accounts/outlook.ts';
import type { Account } from '../../../storage/interfaces/accounts.ts';
import { rankings, type RankedAccount, type Ranking } from '../../../storage/interfaces/ranking.ts';
import { DataTable, EmptyState, Pager } from '../../components/data-table.tsx';
import { Balance, Credits } from '../../components/facts.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { sendCsv } from '../../csv.ts';
import { notFound, queryText, renderPage } from '../../render.tsx';
import type { DashboardContext, DashboardDeps, DashboardRoute } from '../../state.ts';
import { PeriodLinks, Range, UsageCharts, UsageTotals } from '../usage/figures.tsx';
import {
  firstDayOf,
  isByWeek,
  parsePeriod,
  stepsOf,
  totalOf,
  type Counts,
  type Period,
} from '../usage/periods.ts';
import { columns } from '../usage/show-usage.tsx';

const path = '/dashboard/all-usage';

const accountsOnPage = 25;

/** More than a spreadsheet handles well. */
const accountsInCsv = 100_000;

/** The query of the page. */
interface Asked {
  readonly period: Period;
  readonly by: Ranking;
  /** The only account to show; absent for all. */
  readonly account: Account | undefined;
  readonly page: number;
}

/** @throws PageError 404 for an unknown account */
async function parseQuery(ctx: DashboardContext, { accountStore }: DashboardDeps): Promise<Asked> {
  const user = queryText(ctx, 'user').trim().toLowerCase();
  const account = user === '' ? undefined : await accountStore.findAccount(user);
  if (user !== '' && !account) throw notFound();
  const page = /^[1-9]\d{0,4}$/.test(queryText(ctx, 'page')) ? Number(ctx.query['page']) : 1;
  const by = rankings.find((one) => one === ctx.query['sort']) ?? 'calls';
  return { period: parsePeriod(ctx.query['days']), by, account, page };
}

function addressOf(
  { period, by, account, page }: Asked,
  changes: Partial<Asked> = {},
  file: '' | '.csv' | '/accounts.csv' = '',
): string {
  const query = new URLSearchParams({ days: String(changes.period ?? period) });
  if (account) query.set('user', account.user_id);
  else if (file === '') query.set('sort', changes.by ?? by);
  if ((changes.page ?? 1) > 1 && page > 0) query.set('page', String(changes.page));
  return `${path}${file}?${query}`;
}

/** The days of a period that ends today. */
function daysOf(period: Period) {
  const today = new Date().toISOString().slice(0, 10);
  return { today, sinceDay: firstDayOf(period, today) };
}

/** Usage by day in a period, newest first. */
async function readDays(
  { accountStore }: DashboardDeps,
  { period, account }: Asked,
): Promise<({ readonly day: string } & Counts)[]> {
  const { today, sinceDay } = daysOf(period);
  const rows = account
    ? await accountStore.listUsage(account.user_id)
    : await accountStore.listTotalUsage(sinceDay);
  return rows.filter(({ day }) => day >= sinceDay && day <= today);
}

/** Usage of all accounts, for operators: by day and by account. */
const showAllUsage: DashboardRoute = {
  method: 'GET',
  path,
  access: 'operator',
  navigation: 'allUsage',
  async handle(ctx, deps) {
    const asked = await parseQuery(ctx, deps);
    const { period, by, account, page } = asked;
    const { today, sinceDay } = daysOf(period);
    const [rows, ranked] = await Promise.all([
      readDays(deps, asked),
      account
        ? []
        : deps.accountStore.rankAccounts({
            ...{
              by,
              sinceDay,
              untilDay: today,
              exceptPlan: unlimitedPlan,
              limit: accountsOnPage + 1,
            },
            offset: (page - 1) * accountsOnPage,
          }),
    ]);
    const steps = stepsOf(rows, period, today);
    const { texts } = ctx.state;
    renderPage(
      ctx,
      { title: texts.allUsage.title, current: 'allUsage' },
      <>
        {account && (
          <OneAccount account={account} all={addressOf({ ...asked, account: undefined })} />
        )}
        <PeriodLinks current={period} addressOf={(one) => addressOf(asked, { period: one })} />
        <Range steps={steps} period={period} />
        {rows.length === 0 ? (
          <EmptyState text={texts.usage.empty} />
        ) : (
          <>
            <UsageTotals
              total={totalOf(steps)}
              shown={['calls', 'credits', 'fallbacks', 'cached', 'failures']}
            />
            <UsageCharts steps={steps} isByWeek={isByWeek(period)} isByProvider />
            <p>
              <a href={addressOf(asked, {}, '.csv')}>{texts.csv}</a>
            </p>
          </>
        )}
        {!account && rows.length > 0 && <ByAccount asked={asked} ranked={ranked} today={today} />}
      </>,
    );
  },
};

function OneAccount({ account, all }: { readonly account: Account; readonly all: string }) {
  const { allUsage } = usePageContext().texts;
  return (
    <p class="actions">
      <strong>{account.user_id}</strong>
      <Balance account={account} />
      <a href={accountPath(account)}>{allUsage.manage}</a>
      <a href={all}>{allUsage.all}</a>
    </p>
  );
}

interface ByAccountProps {
  readonly asked: Asked;
  /** The accounts of this page, and one more if there is another page. */
  readonly ranked: readonly RankedAccount[];
  readonly today: string;
}

/** The accounts in the requested order. */
function ByAccount({ asked, ranked, today }: ByAccountProps) {
  const { allUsage, csv } = usePageContext().texts;
  return (
    <section>
      <h2 id="accounts">{allUsage.accounts}</h2>
      <nav class="tabs" aria-label={allUsage.sort}>
        <ul>
          {rankings.map((by) => (
            <li key={by}>
              <a
                href={`${addressOf(asked, { by })}#accounts`}
                aria-current={by === asked.by ? 'true' : undefined}
              >
                {allUsage.rankings[by]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {ranked.length === 0 ? (
        <p class="quiet">{allUsage.none}</p>
      ) : (
        <AccountTable asked={asked} rows={ranked.slice(0, accountsOnPage)} today={today} />
      )}
      <Pager
        newest={asked.page > 1 ? `${addressOf(asked)}#accounts` : undefined}
        older={
          ranked.length > accountsOnPage
            ? `${addressOf(asked, { page: asked.page + 1 })}#accounts`
            : undefined
        }
        isByName
      />
      <p>
        <a href={addressOf(asked, {}, '/accounts.csv')}>{csv}</a>
      </p>
    </section>
  );
}

interface AccountTableProps {
  readonly asked: Asked;
  readonly rows: readonly RankedAccount[];
  readonly today: string;
}

function AccountTable({ asked, rows, today }: AccountTableProps) {
  const { texts, formats } = usePageContext();
  const { columns: headers, rankings: names, accounts } = texts.allUsage;
  const number = (name: Exclude<Ranking, 'outlook'>) => ({
    header: names[name],
    isNumber: true,
    cell: (row: RankedAccount) => formats.number(row[name]),
  });
  const outlook = (row: RankedAccount) => {
    const days = daysLeft(row, row, today);
    return days === undefined ? texts.chart.none : texts.usage.days(days);
  };
  return (
    <DataTable
      caption={accounts}
      rows={rows}
      keyOf={({ user_id: id }) => id}
      columns={[
        {
          header: headers.account,
          cell: (row) => <a href={addressOf({ ...asked, account: row })}>{row.user_id}</a>,
        },
        number('calls'),
        number('credits'),
        number('fallbacks'),
        number('cached'),
        number('failures'),
        { header: headers.left, isNumber: true, cell: (row) => <Credits account={row} /> },
        { header: names.outlook, isNumber: true, cell: outlook },
      ]}
    />
  );
}

/** Usage by day, newest first, without days that had none. */
const downloadDays: DashboardRoute = {
  method: 'GET',
  path: `${path}.csv`,
  access: 'operator',
  async handle(ctx, deps) {
    const rows = await readDays(deps, await parseQuery(ctx, deps));
    const cells = rows.map((row) => columns.map((name) => row[name]));
    sendCsv(ctx, 'altscribe-usage.csv', columns, cells);
  },
};

const accountColumns = [
  ...(['user_id', 'owner_id', 'plan_type', 'credits_available'] as const),
  ...(['calls', 'fallbacks', 'cached', 'failures', 'credits'] as const),
] as const;

/** Usage by account, most calls first. */
const downloadAccounts: DashboardRoute = {
  method: 'GET',
  path: `${path}/accounts.csv`,
  access: 'operator',
  async handle(ctx, deps) {
    const { period } = await parseQuery(ctx, deps);
    const { today: untilDay, sinceDay } = daysOf(period);
    const ranked = await deps.accountStore.rankAccounts({
      ...{ by: 'calls', sinceDay, untilDay, exceptPlan: unlimitedPlan },
      limit: accountsInCsv,
    });
    const cells = ranked.map((row) => accountColumns.map((name) => row[name]));
    sendCsv(ctx, 'altscribe-accounts.csv', accountColumns, cells);
  },
};

/** The routes of the usage of all accounts. */
export const allUsage: readonly DashboardRoute[] = [showAllUsage, downloadDays, downloadAccounts];
