/**
 * Marks a DATA_DIR as moved into a database. Resolves when the mark has reached the disk.
 * @throws StoreError
 */
export declare function markAsMoved(dataDir: string): Promise<void>;
/** @throws StoreError when a DATA_DIR is marked */
export declare function refuseMoved(dataDir: string): Promise<void>;
