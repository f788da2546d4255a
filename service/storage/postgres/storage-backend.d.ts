import type { StorageBackend } from '../interfaces/storage-backend.ts';
import { type PostgresOptions } from './account-store.ts';
/**
 * Opens a storage that any number of processes may share.
 * @throws StoreError
 */
export declare function openPostgresBackend(url: string, options: PostgresOptions): Promise<StorageBackend>;
