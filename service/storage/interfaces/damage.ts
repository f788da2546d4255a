/**
 * Data of accounts or logins that cannot be read. These are out of service and left unchanged; all
 * others work.
 */
export interface Damage {
  readonly what: 'account' | 'login';
  /** The users that the data belongs to, as far as this is known. */
  readonly user_ids: readonly string[];
  /** Where the damage is and what to do, in sentences that name no user. */
  readonly detail: string;
}

/** Damage in one sentence or more, for operators. */
export function describeDamage({ what, user_ids: users, detail }: Damage): string {
  const whose = users.length > 0 ? users.join(', ') : 'users who cannot be named';
  return `The ${what} of ${whose} is out of service. ${detail}`;
}
