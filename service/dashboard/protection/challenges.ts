import { createHash, randomBytes } from 'node:crypto';
import type { StorageBackend } from '../../storage/interfaces/storage-backend.ts';

/** Random values that a browser brings back once, within five minutes. */
export interface Challenges {
  /**
   * Makes one.
   * @param holder whom it is for: only the same one can redeem it
   */
  issue(holder: string): Promise<string>;
  /** Uses it up; false if we did not issue it to this holder, or it was used or has expired. */
  redeem(challenge: string, holder: string): Promise<boolean>;
}

const seconds = 5 * 60;

/**
 * The rate limiter, which all processes share, counts what happens to each: it is issued, then
 * redeemed. One that was not issued, or is redeemed again, has another count.
 */
export function createChallenges({
  createRateLimiter,
}: Pick<StorageBackend, 'createRateLimiter'>): Challenges {
  const counts = createRateLimiter({ name: 'challenge', points: 2, duration: seconds });
  const keyOf = (challenge: string, holder: string) =>
    createHash('sha256').update(`${challenge}\n${holder}`).digest('base64url');
  return {
    async issue(holder) {
      const challenge = randomBytes(32).toString('base64url');
      await counts.consume(keyOf(challenge, holder));
      return challenge;
    },
    async redeem(challenge, holder) {
      const { isOver, remaining } = await counts.consume(keyOf(challenge, holder));
      return !isOver && remaining === 0;
    },
  };
}
