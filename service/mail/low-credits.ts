import { LRUCache } from 'lru-cache';
import type { Account } from '../storage/interfaces/accounts.ts';
import type { Mailer } from './mailer.ts';

/** The balances at which an owner gets an e-mail. Each call takes one credit, so none is missed. */
const levels: readonly number[] = [20, 0];

const dayMs = 86_400_000;

/** Tells owners that credits of one of their users run low. */
export type LowCreditsNotice = (account: Account) => void;

/**
 * Sends an e-mail when a call has brought a balance down to 20, and another when none are left: for
 * each of them at most one a day, counted by this process.
 * @param publicUrl the address of the dashboard, for a link
 */
export function createLowCreditsNotice(mailer: Mailer, publicUrl: string): LowCreditsNotice {
  const sent = new LRUCache<string, true>({ max: 10_000, ttl: dayMs });
  return (account) => {
    const { user_id: user, owner_id: owner, credits_available: credits } = account;
    const key = `${credits} ${user}`;
    if (!levels.includes(credits) || sent.has(key)) return;
    sent.set(key, true);
    mailer.sendLater({ to: owner, ...lowCreditsMail(account, publicUrl) });
  };
}

function lowCreditsMail(
  { user_id: user, credits_available: credits, monthly_allowance: allowance }: Account,
  publicUrl: string,
): { subject: string; text: string } {
  const left = credits === 0 ? 'no credits' : `${credits} credits`;
  const more =
    allowance === null
      ? 'Ask the operator of the service for more.'
      : `Next month tops them up to ${allowance}. The operator of the service can add more before.`;
  return {
    subject: `${user} has ${left} left`,
    text: [
      `${user} has ${left} left for alt text. ${
        credits === 0 ? 'New alt text is refused until there are some.' : 'Each new text uses one.'
      }`,
      more,
      `Usage: ${publicUrl}/dashboard/usage?user=${encodeURIComponent(user)}`,
    ].join('\n\n'),
  };
}
