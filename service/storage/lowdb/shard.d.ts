import type { Low } from 'lowdb';
import type { ShardData, StoredAccount } from './shard-data.ts';
/** What a change returns, and the account after it. */
export interface Outcome<T> {
    readonly result: T;
    /** The same object where nothing changes; nothing where the account is removed. */
    readonly account: StoredAccount | undefined;
}
/** A change of one account. When it throws, its caller gets the error, and nothing changes. */
export type Change<T> = (account: StoredAccount | undefined) => Outcome<T>;
/** One file of accounts. */
export interface Shard {
    /** The accounts in memory, which are on disk or about to be. */
    readonly accounts: Readonly<Record<string, StoredAccount>>;
    /** Resolves with the result when the change has reached the disk. */
    update<T>(userId: string, change: Change<T>): Promise<T>;
    /** Resolves when nothing waits to be written. */
    idle(): Promise<void>;
}
/**
 * A shard over a lowdb database. Changes that arrive while a write is under way share the next one.
 * When a write fails, the changes in it reject and are rolled back; those that wait are not
 * touched, because they have not been made yet. Memory is always what the file holds, also where
 * nobody knows what it will hold after a crash.
 * @param writeWithoutCopy writes so that no copy keeps what has been removed
 */
export declare function createShard(db: Low<ShardData>, writeWithoutCopy?: (data: ShardData) => Promise<void>): Shard;
