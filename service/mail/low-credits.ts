import type { Account, Accounts } from '../storage/interfaces/accounts.ts';
import type { AlertLog } from '../storage/interfaces/storage-backend.ts';
import type { Mailer } from './mailer.ts';

/** The balances at which an owner gets an e-mail, the highest first. */
const levels: readonly number[] = [20, 0];

/**
 * Tells owners that one of their users is running low on credits. Call it when a call has ended.
 * @param reserved the account as it was when the credit of the call was reserved
 * @throws StoreError
 */
export type LowCreditsNotice = (reserved: Account) => Promise<void>;

interface LowCreditsDeps {
  readonly mailer: Pick<Mailer, 'sendLater'>;
  /** The address of the dashboard, for a link. */
  readonly publicUrl: string;
  readonly accountStore: Pick<Accounts, 'findAccount'>;
  /** Records what was sent, for all processes. */
  readonly alertLog: AlertLog;
}

/**
 * Sends an e-mail when a balance has dropped to 20, and another when no credits are left, each at
 * most once a day. However many calls overlap, exactly one reserves the credit that brings a
 * balance down to a level. When that call ends, spent or not, the balance tells whether it is still
 * low.
 */
export function createLowCreditsNotice({
  mailer,
  publicUrl,
  accountStore,
  alertLog,
}: LowCreditsDeps): LowCreditsNotice {
  return async ({ user_id: user, credits_available: reserved }) => {
    if (!levels.includes(reserved)) return;
    const account = await accountStore.findAccount(user);
    const level = levels.findLast((one) => account && account.credits_available <= one);
    // Below a lower level, the call that reached that level sends the e-mail.
    if (!account || level === undefined || level < reserved) return;
    const cause = `low-credits:${level}:${user}`;
    if (!(await alertLog.raise(cause))) return;
    mailer.sendLater({ to: account.owner_id, ...lowCreditsMail(account, publicUrl) });
    await alertLog.delivered(cause);
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
      : `They are topped up to ${allowance} next month. The operator of the service can add more before then.`;
  return {
    subject: `${user} has ${left} left`,
    text: [
      `${user} has ${left} left for alt text. ${
        credits === 0
          ? 'No new alt text can be generated until there are some.'
          : 'Each new text uses one.'
      }`,
      more,
      `Usage: ${publicUrl}/dashboard/usage?user=${encodeURIComponent(user)}`,
    ].join('\n\n'),
  };
}
