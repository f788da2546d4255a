/**
 * Data of accounts or logins that cannot be read. They are out of service and stay as they are; all
 * others work.
 */
export interface Damage {
  readonly what: 'account' | 'login';
  /** Whose they are, as far as anything shows it. */
  readonly user_ids: readonly string[];
  /** Where the damage is and what to do, in sentences that name no user. */
  readonly detail: string;
}

/** Damage in one sentence or more, for operators. */
export function describeDamage({ what, user_ids: users, detail }: Damage): string {
  const whose = users.length > 0 ? users.join(', ') : 'users who cannot be named';
  return `The ${what} of ${whose} is out of service. ${detail}`;
}
