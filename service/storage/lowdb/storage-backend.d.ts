import type { StorageBackend } from '../interfaces/storage-backend.ts';
/**
 * Opens the storage of a service that is one process. Accounts are in files; the response cache and
 * the counts of requests are in memory, and a restart loses them.
 * @param waitMs how long to wait for another process that has the folder, in milliseconds
 * @throws StoreError
 */
export declare function openLowdbBackend(dataDir: string, waitMs?: number): Promise<StorageBackend>;
