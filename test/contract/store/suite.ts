import { afterEach, beforeEach, describe } from 'vitest';
import type { Account, ApiKey, Store } from '../../../service/storage/store.ts';
import { accountsContract } from './accounts.ts';
import { creditsContract } from './credits.ts';
import { keysContract } from './keys.ts';

/** One place where a store keeps its data. */
export interface StorePlace {
  /** Opens the store on what the place holds. */
  open(): Promise<Store>;
  /** Removes the place. */
  remove(): Promise<void>;
}

/** What the tests of the contract work on. */
export interface Subject {
  /** The open store, empty at the start of each test. */
  store(): Store;
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<void>;
}

/** All that storage/store.ts promises, for one kind of store. */
export function storeContract(name: string, newPlace: () => Promise<StorePlace>): void {
  describe(`store contract: ${name}`, () => {
    let place: StorePlace;
    let store: Store;

    beforeEach(async () => {
      place = await newPlace();
      store = await place.open();
    });

    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    const subject: Subject = {
      store: () => store,
      async reopen() {
        await store.close();
        store = await place.open();
      },
    };
    accountsContract(subject);
    keysContract(subject);
    creditsContract(subject);
  });
}

export function account(userId: string, fields: Partial<Account> = {}): Account {
  const defaults = { owner_id: userId, plan_type: 'pro', credits_available: 10 };
  return { user_id: userId, ...defaults, ...fields };
}

export function apiKey(id: string, fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    owner_id: 'a@example.com',
    name: 'Key',
    hash: `hash of ${id}`,
    last4: 'abcd',
    created_at: '2026-01-02T03:04:05.000Z',
    last_used_at: null,
    revoked_at: null,
    ...fields,
  };
}
