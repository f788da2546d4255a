import type { Account, Accounts } from '../../../storage/interfaces/accounts.ts';
import { pageFrom } from '../../render.tsx';

export const usersPath = '/dashboard/users';

/** The path of a user's balance history, as a page or as CSV. */
export function historyPath(userId: string, extension: '' | '.csv' = ''): string {
  return `${usersPath}/${encodeURIComponent(userId)}/history${extension}`;
}

const usersOnPage = 25;

interface UserQuery {
  /** In lower case; empty for all. */
  readonly search: string;
  /** The last user of the previous page. */
  readonly after: string | undefined;
}

/**
 * Finds one page of an owner's users, the owner first and the rest sorted by `user_id`.
 * @returns `last`, after which the next page begins, if there is one
 */
export async function findUsers(
  store: Pick<Accounts, 'listUsers'>,
  owner: Account,
  { search, after }: UserQuery,
): Promise<{ users: Account[]; last: string | undefined }> {
  const found = await store.listUsers(owner.user_id, { search, after, limit: usersOnPage + 1 });
  const { rows, last } = pageFrom(found, usersOnPage);
  const others = rows.filter(({ user_id: id }) => id !== owner.user_id);
  const isOwnerFirst = after === undefined && owner.user_id.includes(search);
  return {
    users: isOwnerFirst ? [owner, ...others] : others,
    last: last?.user_id,
  };
}
