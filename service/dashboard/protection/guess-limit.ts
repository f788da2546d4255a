import { createHash } from 'node:crypto';
import { networkOf } from '../../http/network-of.ts';
import type { RateLimitCount, StorageBackend } from '../../storage/interfaces/storage-backend.ts';

/** Slows down who guesses passwords or links, and nobody else. */
export interface GuessLimit {
  /**
   * Counts one try of a password, before that is looked at.
   * @returns how long to wait before the next one, in seconds; 0 where this one may go on
   */
  countTry(address: string, userId: string): Promise<number>;
  /** Takes back what was counted for a try: it was right. */
  takeBack(address: string, userId: string): Promise<void>;
  /**
   * Counts a link that is not valid.
   * @returns as above
   */
  countLink(address: string): Promise<number>;
}

/** In 15 minutes: tries for one account from one address, and tries and links from one address. */
const triesOfAccount = 5;
const triesOfAddress = 20;
const duration = 15 * 60;

export function createGuessLimit({
  createRateLimiter,
}: Pick<StorageBackend, 'createRateLimiter'>): GuessLimit {
  const make = (name: string, points: number) => createRateLimiter({ name, points, duration });
  const accounts = make('sign-in-account', triesOfAccount);
  const addresses = make('sign-in-address', triesOfAddress);
  const links = make('dashboard-link', triesOfAddress);
  return {
    async countTry(address, userId) {
      const network = networkOf(address);
      const seconds = secondsToWait(await addresses.consume(network));
      return seconds || secondsToWait(await accounts.consume(accountKey(network, userId)));
    },
    async takeBack(address, userId) {
      const network = networkOf(address);
      // Not all tries of the address: somebody with an account of their own could go on guessing.
      await addresses.refund(network);
      await accounts.forget(accountKey(network, userId));
    },
    async countLink(address) {
      return secondsToWait(await links.consume(networkOf(address)));
    },
  };
}

function secondsToWait({ isOver, msBeforeNext }: RateLimitCount): number {
  return isOver ? Math.max(1, Math.ceil(msBeforeNext / 1_000)) : 0;
}

/** Hashed, since what was typed may be long, and is nobody's business in a table of counts. */
function accountKey(network: string, userId: string): string {
  return `${network} ${createHash('sha256').update(userId).digest('base64url')}`;
}
