import type { Damage } from './damage.ts';

/** The account that was to be created exists already. */
export class AccountExistsError extends Error {
  override readonly name = 'AccountExistsError';
}

/** The account that was to be removed owns others. */
export class AccountOwnsOthersError extends Error {
  override readonly name = 'AccountOwnsOthersError';
}

/**
 * The stored data of an account or a login cannot be read, so it is out of service. The message says where
 * the damage is and what to do, and names no user: it may be logged.
 */
export class DamagedDataError extends Error {
  override readonly name = 'DamagedDataError';

  constructor({ what, detail }: Pick<Damage, 'what' | 'detail'>) {
    super(`This ${what} is out of service. ${detail}`);
  }
}

/** The store cannot be opened, read or written. The message says what to do; it may name a file. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/**
 * The store cannot be reached, though it may be in a moment. What was to be changed may have been, or
 * not.
 */
export class StoreUnreachableError extends StoreError {
  override readonly name: string = 'StoreUnreachableError';
}

/** Another process uses the store. */
export class StoreLockedError extends StoreError {
  override readonly name = 'StoreLockedError';
}
