import { createHash, randomBytes } from 'node:crypto';
import type { ChallengeStore } from '../../storage/interfaces/storage-backend.ts';

/**
 * What a challenge is for: the second step of a sign-in, after the password; to sign in with a passkey;
 * to add a passkey, after the password.
 */
export type Purpose = 'second-step' | 'passkey-sign-in' | 'new-passkey';

/** Random values that a browser brings back once, within five minutes. */
export interface Challenges {
  /**
   * Makes one.
   * @param holder whom and what it is for: the browser's form token or session, and all that the
   * browser sends again and may not change
   */
  issue(purpose: Purpose, holder: readonly string[]): Promise<string>;
  /** Uses it up; false if it was not issued for this purpose and holder, was used or has expired. */
  redeem(challenge: string, purpose: Purpose, holder: readonly string[]): Promise<boolean>;
}

const seconds = 5 * 60;

/** Only what was issued is stored, and using it up removes it. */
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
