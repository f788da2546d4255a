import type { Account } from '../../../storage/interfaces/accounts.ts';
import type { LedgerEntry } from '../../../storage/interfaces/credit-ledger.ts';
import { EntryTable, Pager } from '../../components/data-table.tsx';
import { Balance } from '../../components/facts.tsx';
import { usePageContext } from '../../components/page-context.ts';
import { sendCsv } from '../../csv.ts';
import { getOwnUser } from '../../get-signed-in.ts';
import { pageFrom, queryText, renderPage } from '../../render.tsx';
import type { DashboardRoute } from '../../state.ts';
import { historyPath, usersPath } from './find-users.ts';

const columns = ['at', 'credits', 'reason', 'actor', 'note', 'request_id', 'id'] as const;

/** Every change of a user's balance, newest first, with the column names of the command line. */
export const downloadHistory: DashboardRoute = {
  method: 'GET',
  path: `${usersPath}/:id/history.csv`,
  access: 'owner',
  async handle(ctx, deps) {
    const user = await getOwnUser(ctx, deps, ctx.params['id'] ?? '');
    const entries = await deps.accountStore.listEntries(user.user_id);
    const cells = (entry: LedgerEntry) => columns.map((name) => entry[name]);
    sendCsv(ctx, 'altscribe-history.csv', columns, entries.map(cells));
  },
};

const entriesOnPage = 20;

/** Every change of a user's balance, newest first. */
export const showHistory: DashboardRoute = {
  method: 'GET',
  path: `${usersPath}/:id/history`,
  access: 'owner',
  async handle(ctx, deps) {
    const user = await getOwnUser(ctx, deps, ctx.params['id'] ?? '');
    const after = queryText(ctx, 'after') || undefined;
    const found = await deps.accountStore.listEntries(user.user_id, {
      limit: entriesOnPage + 1,
      after,
    });
    const { rows: entries, last } = pageFrom(found, entriesOnPage);
    const path = historyPath(user.user_id);
    renderPage(
      ctx,
      { title: ctx.state.texts.history.title(user.user_id), current: 'users' },
      <>
        <BalanceLine user={user} />
        <EntryTable entries={entries} />
        <Pager
          newest={after === undefined ? undefined : path}
          older={last && `${path}?after=${encodeURIComponent(last.id)}`}
        />
      </>,
    );
  },
};

function BalanceLine({ user }: { readonly user: Account }) {
  const { history, csv } = usePageContext().texts;
  return (
    <p class="actions">
      <Balance account={user} />
      <a href={historyPath(user.user_id, '.csv')}>{csv}</a>
      <a href={usersPath}>{history.back}</a>
    </p>
  );
}
