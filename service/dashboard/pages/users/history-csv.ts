import type { LedgerEntry } from '../../../storage/interfaces/credit-ledger.ts';
import { sendCsv } from '../../csv.ts';
import { getOwnUser } from '../../get-own-user.ts';
import type { DashboardRoute } from '../../route.ts';
import { usersPath } from './paths.ts';

const columns = ['at', 'credits', 'reason', 'actor', 'note', 'request_id', 'id'] as const;

/** Every change of a user's balance, newest first, under the names that the command line has. */
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
