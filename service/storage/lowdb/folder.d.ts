import { type RecordFiles } from './idempotency-record-files.ts';
import { type Shards } from './shards.ts';
/** An open DATA_DIR. No other process can use it until it is closed. */
export interface Folder {
    readonly shards: Shards;
    readonly recordFiles: RecordFiles;
    /** Resolves when the disk takes writes. */
    ping(): Promise<void>;
    /** Waits for what is being written, then unlocks the folder. */
    close(): Promise<void>;
}
export interface OpenFolderOptions {
    /** How long to wait for another process that has the folder, in milliseconds. */
    readonly waitMs?: number;
    /** Whether to open one whose accounts were moved into a database. */
    readonly isForced?: boolean;
}
/** Whether a DATA_DIR has ever been used. */
export declare function holdsAccounts(dataDir: string): Promise<boolean>;
/**
 * Opens a DATA_DIR, which is made if it is not there. The reservations in it are released: a crash
 * left them behind, because no other process can be using the folder.
 * @throws StoreError when the folder cannot be used, another process has it, or a file is damaged
 */
export declare function openFolder(dataDir: string, { waitMs, isForced }?: OpenFolderOptions): Promise<Folder>;
