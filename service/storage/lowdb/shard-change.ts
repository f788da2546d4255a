import type { StoredAccount } from './shard-data.ts';

/** What a change returns, and the account after it. */
export interface Outcome<T, Stored = StoredAccount> {
  readonly result: T;
  /** The same object where nothing changes; nothing where the account is removed. */
  readonly account: Stored | undefined;
}

/** A change of one account. When it throws, its caller gets the error, and nothing changes. */
export type Change<T, Stored = StoredAccount> = (account: Stored | undefined) => Outcome<T, Stored>;

/** Told what an account was in memory and what it is now; nothing where there is none. */
export type OnPut<Stored> = (
  userId: string,
  before: Stored | undefined,
  after: Stored | undefined,
) => void;

/** An account before a change; nothing where there was none. */
export interface Made<Stored> {
  readonly userId: string;
  readonly before: Stored | undefined;
}

/** A change that waits to be made. */
export interface WaitingChange<Stored> {
  /** Whether it is done once it is made in memory. */
  readonly isInMemory: boolean;
  /** Makes the change in memory. Returns nothing where nothing changed. */
  apply(): Made<Stored> | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/** Changes that have been made in memory. */
export interface Applied<Stored> {
  readonly changes: readonly WaitingChange<Stored>[];
  /** What they have changed, in order. */
  readonly made: readonly Made<Stored>[];
}

/** Notes what accounts were before their first changes. */
export function noteJournaled<Stored>(
  journaled: Map<string, Stored | undefined>,
  made: readonly Made<Stored>[],
): void {
  for (const { userId, before } of made) {
    if (!journaled.has(userId)) journaled.set(userId, before);
  }
}
