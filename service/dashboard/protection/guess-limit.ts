import { createHash } from 'node:crypto';
import { networkOf } from '../../http/rate-limit.ts';
import type { RateLimitCount, StorageBackend } from '../../storage/interfaces/storage-backend.ts';

/** Slows down guessing of passwords and links, without affecting others. */
export interface GuessLimit {
  /**
   * Counts one attempt at a password, before the password is checked.
   * @returns how long to wait before the next attempt, in seconds; 0 if this one may proceed
   */
  countTry(address: string, userId: string): Promise<number>;
  /** Undoes the count of an attempt that was successful. */
  takeBack(address: string, userId: string): Promise<void>;
  /**
   * Counts an e-mail that a stranger requests for an address.
   * @returns as above, for the stranger's address; `isTooMany` for the recipient: don't send it then
   */
  countMail(address: string, userId: string): Promise<{ seconds: number; isTooMany: boolean }>;
  /**
   * Counts one attempt at a code of the second step, before it is checked.
   * @returns as above
   */
  countCode(address: string, userId: string): Promise<number>;
  /** Resets the count after a correct code. */
  forgetCodes(address: string, userId: string): Promise<void>;
  /**
   * Counts an invalid link, ticket or passkey.
   * @returns as above
   */
  countLink(address: string): Promise<number>;
  /** Counts a page that offers to sign in with a passkey. Returns false if there were too many. */
  mayOfferPasskey(address: string): Promise<boolean>;
  /** Counts a line about a refused sign-in. Returns false if there were too many. */
  mayLogRefusal(address: string): Promise<boolean>;
}

/**
 * In 15 minutes: attempts for one account from one address, and attempts and links from one
 * address.
 */
const triesOfAccount = 5;
const triesOfAddress = 20;
/**
 * Attempts at the codes of one account, from all addresses; one address alone can't lock out
 * others. The chance of guessing six digits in that many tries is 1 in 33,000.
 */
const triesOfCode = 10;
/** Each of these pages stores a challenge. */
const passkeyPagesOfAddress = 300;
/** E-mails to one recipient, from all requesters. */
const mailsOfAccount = 3;
const duration = 15 * 60;
/** Log lines about refused sign-ins per hour: from one address, and from all. */
const refusalsOfAddress = 20;
export const refusalsAnHour = 100;
const hour = 3_600;

export function createGuessLimit({
  createRateLimiter,
}: Pick<StorageBackend, 'createRateLimiter'>): GuessLimit {
  const make = (name: string, points: number, seconds = duration) =>
    createRateLimiter({ name, points, duration: seconds });
  const accounts = make('sign-in-account', triesOfAccount);
  const addresses = make('sign-in-address', triesOfAddress);
  const mails = make('sign-in-mail', mailsOfAccount);
  const mailAddresses = make('sign-in-mail-address', triesOfAddress);
  const codes = make('sign-in-code', triesOfCode);
  const codesOfAccount = make('sign-in-code-account', triesOfAccount);
  const links = make('dashboard-link', triesOfAddress);
  const passkeyPages = make('passkey-page', passkeyPagesOfAddress);
  const addressRefusals = make('sign-in-refusal-address', refusalsOfAddress, hour);
  const refusals = make('sign-in-refusal', refusalsAnHour, hour);
  return {
    async countTry(address, userId) {
      const network = networkOf(address);
      const seconds = secondsToWait(await addresses.consume(network));
      return seconds || secondsToWait(await accounts.consume(accountKey(network, userId)));
    },
    async takeBack(address, userId) {
      const network = networkOf(address);
      // Not all attempts from the address: otherwise anyone with an account could keep guessing.
      await addresses.refund(network);
      await accounts.forget(accountKey(network, userId));
    },
    async countMail(address, userId) {
      const seconds = secondsToWait(await mailAddresses.consume(networkOf(address)));
      if (seconds > 0) return { seconds, isTooMany: true };
      const { isOver } = await mails.consume(accountKey('', userId));
      return { seconds, isTooMany: isOver };
    },
    async countCode(address, userId) {
      const network = networkOf(address);
      return (
        secondsToWait(await addresses.consume(network)) ||
        secondsToWait(await codesOfAccount.consume(accountKey(network, userId))) ||
        secondsToWait(await codes.consume(accountKey('', userId)))
      );
    },
    async forgetCodes(address, userId) {
      const network = networkOf(address);
      await addresses.refund(network);
      await codesOfAccount.forget(accountKey(network, userId));
      await codes.forget(accountKey('', userId));
    },
    async countLink(address) {
      return secondsToWait(await links.consume(networkOf(address)));
    },
    mayOfferPasskey: async (address) => !(await passkeyPages.consume(networkOf(address))).isOver,
    async mayLogRefusal(address) {
      const { isOver } = await addressRefusals.consume(networkOf(address));
      return !isOver && !(await refusals.consume('')).isOver;
    },
  };
}

function secondsToWait({ isOver, msBeforeNext }: RateLimitCount): number {
  return isOver ? Math.max(1, Math.ceil(msBeforeNext / 1_000)) : 0;
}

/** Hashed, because the input may be long, and may be private. */
function accountKey(network: string, userId: string): string {
  return `${network} ${createHash('sha256').update(userId).digest('base64url')}`;
}
