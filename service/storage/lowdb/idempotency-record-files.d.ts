import { type StoredRecord } from './stored-record.ts';
/**
 * Idempotency records in files, each in the folder of the day (UTC) on which its call succeeded. In
 * the files of the accounts they would make every write longer.
 */
export interface RecordFiles {
    /** All records under a file name: one for each day that has such a file. */
    list(name: string): Promise<StoredRecord[]>;
    listAll(): AsyncIterable<StoredRecord>;
    /** Resolves when the record has reached the disk. */
    write(name: string, record: StoredRecord): Promise<void>;
    /** Removes the record of a call. */
    remove(name: string, callId: string): Promise<void>;
    /** Removes no more old folders, and resolves when none is being removed. */
    close(): Promise<void>;
}
/**
 * Opens a folder of records, which is made if it is not there.
 * @throws StoreError, as does every method
 */
export declare function openRecordFiles(folder: string, removeEveryMs?: number): Promise<RecordFiles>;
