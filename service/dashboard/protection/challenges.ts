import { createHash, randomBytes } from 'node:crypto';
import type { ChallengeStore } from '../../storage/interfaces/storage-backend.ts';

/**
 * What a challenge is for: the second step of a sign-in, after the password; signing in with a
 * passkey; adding a passkey, after the password.
 */
export type Purpose = 'second-step' | 'passkey-sign-in' | 'new-passkey';

/** Random values that a browser brings back once, within five minutes. */
export interface Challenges {
  /**
   * Issues a challenge.
   * @param holder whom and what it is for: the browser's form token or session, and everything that
   *   the browser sends back and may not change
   */
  issue(purpose: Purpose, holder: readonly string[]): Promise<string>;
  /**
   * Uses up a challenge; false if it was not issued for this purpose and holder, was used or has
   * expired.
   */
  redeem(challenge: string, purpose: Purpose, holder: readonly string[]): Promise<boolean>;
}

const seconds = 5 * 60;

/** Issued challenges are stored, and using one up removes it. */
export function createChallenges(store: ChallengeStore): Challenges {
  const hashOf = (...parts: readonly string[]) =>
    createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return {
    async issue(purpose, holder) {
      const challenge = randomBytes(32).toString('base64url');
      await store.add(hashOf(challenge, purpose, ...holder), seconds);
      return challenge;
    },
    redeem: (challenge, purpose, holder) => store.take(hashOf(challenge, purpose, ...holder)),
  };
}
