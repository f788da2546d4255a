import type { Damage } from './damage.ts';

/** The account to be created already exists. */
export class AccountExistsError extends Error {
  override readonly name = 'AccountExistsError';
}

/** The account to be removed owns others. */
export class AccountOwnsOthersError extends Error {
  override readonly name = 'AccountOwnsOthersError';
}

/**
 * The stored data of an account or a login cannot be read, so it is out of service. The message
 * says where the damage is and what to do, and names no user, so it may be logged.
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
 * The store cannot be reached, but may be reachable again in a moment. The change may or may not
 * have been made.
 */
export class StoreUnreachableError extends StoreError {
  override readonly name: string = 'StoreUnreachableError';
}

/** Another process uses the store. */
export class StoreLockedError extends StoreError {
  override readonly name = 'StoreLockedError';
}
