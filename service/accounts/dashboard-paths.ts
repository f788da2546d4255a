/* Paths of the dashboard that alerts and e-mails link to. */

export const ownersPath = '/dashboard/owners';

/** The path of an owner's page, or of a page below it. */
export function ownerPath(
  ownerId: string,
  action: '' | '/invite' | '/suspend' | '/resume' | '/keys' = '',
) {
  return `${ownersPath}/${encodeURIComponent(ownerId)}${action}`;
}

/** The path of an account's page: the owner's own, or that of one of its users. */
export function accountPath(
  { owner_id: owner, user_id: user }: { readonly owner_id: string; readonly user_id: string },
  action: '' | '/plan' | '/credits' | '/limit' | '/export' | '/remove' = '',
) {
  return `${ownerPath(owner)}/accounts/${encodeURIComponent(user)}${action}`;
}

/** The page about providers, store and daily limit. */
export const healthPath = '/dashboard/health';
