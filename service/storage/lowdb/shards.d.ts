import { type StoredAccount } from './shard-data.ts';
import { type Change } from './shard.ts';
/** All accounts, in many files, so that a write costs the same however many accounts there are. */
export interface Shards {
    find(userId: string): StoredAccount | undefined;
    all(): Iterable<StoredAccount>;
    update<T>(userId: string, change: Change<T>): Promise<T>;
    idle(): Promise<void>;
}
/**
 * Reads all files of a folder, which is made if it is not there.
 * @throws StoreError when one of them is damaged
 */
export declare function openShards(folder: string): Promise<Shards>;
