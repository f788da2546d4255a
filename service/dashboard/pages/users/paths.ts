export const usersPath = '/dashboard/users';

/** The history of a user's balance, as a page or as CSV. */
export function historyPath(userId: string, extension: '' | '.csv' = ''): string {
  return `${usersPath}/${encodeURIComponent(userId)}/history${extension}`;
}
