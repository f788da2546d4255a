export const ownersPath = '/dashboard/owners';

/** The page of one owner, or of something that is done to it. */
export function ownerPath(ownerId: string, action: '' | '/invite' | '/suspend' | '/resume' = '') {
  return `${ownersPath}/${encodeURIComponent(ownerId)}${action}`;
}

/** The page of one account of an owner: its own, or that of one of its users. */
export function accountPath(
  { owner_id: owner, user_id: user }: { readonly owner_id: string; readonly user_id: string },
  action: '' | '/plan' | '/credits' = '',
) {
  return `${ownerPath(owner)}/accounts/${encodeURIComponent(user)}${action}`;
}
