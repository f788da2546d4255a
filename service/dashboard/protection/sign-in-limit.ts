import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { RateLimitCount } from '../../storage/interfaces/rate-limiter.ts';
import type { StorageBackend } from '../../storage/interfaces/storage-backend.ts';

/** Slows down who guesses passwords, and nobody else. */
export interface SignInLimit {
  /**
   * Counts one try, before the password is looked at.
   * @returns how long to wait before the next one, in seconds; 0 where this one may go on
   */
  count(address: string, userId: string): Promise<number>;
  /** Takes back the tries of who has signed in. */
  forget(address: string, userId: string): Promise<void>;
}

/** Tries in 15 minutes: for one account from one address, and for all accounts from one address. */
const triesOfAccount = 5;
const triesOfAddress = 20;
const duration = 15 * 60;

export function createSignInLimit({
  createRateLimiter,
}: Pick<StorageBackend, 'createRateLimiter'>): SignInLimit {
  const accounts = createRateLimiter({ name: 'sign-in-account', points: triesOfAccount, duration });
  const addresses = createRateLimiter({
    name: 'sign-in-address',
    points: triesOfAddress,
    duration,
  });
  return {
    async count(address, userId) {
      const network = networkOf(address);
      const ofAddress = await addresses.consume(network);
      if (ofAddress.isOver) return secondsToWait(ofAddress);
      return secondsToWait(await accounts.consume(accountKey(network, userId)));
    },
    async forget(address, userId) {
      const network = networkOf(address);
      await accounts.forget(accountKey(network, userId));
    },
  };
}

function secondsToWait({ isOver, msBeforeNext }: RateLimitCount): number {
  return isOver ? Math.max(1, Math.ceil(msBeforeNext / 1_000)) : 0;
}

/** Hashed, since what was typed may be long. */
function accountKey(network: string, userId: string): string {
  return `${network} ${createHash('sha256').update(userId).digest('base64url')}`;
}

/** The address, or of IPv6 the network of 64 bits, all of which one customer has. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toByteArray().slice(0, 8).map((byte) => byte.toString(16)).join(':')}/64`;
}
