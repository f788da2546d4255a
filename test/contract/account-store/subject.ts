import type { AccountStore } from '../../../service/storage/interfaces/storage-backend.ts';

/** One place where a store keeps its data. */
export interface StorePlace {
  /** Opens the store on the data in the place. */
  open(): Promise<AccountStore>;
  /** Removes the place. */
  remove(): Promise<void>;
}

/** The objects that the tests of the contract use. */
export interface Subject {
  /** The open store, empty at the start of each test. */
  store(): AccountStore;
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<void>;
}
