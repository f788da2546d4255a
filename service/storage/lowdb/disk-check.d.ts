/** Tells whether the disk takes writes. */
export interface DiskCheck {
    /** Remembers it when a write fails. */
    watch<T>(write: Promise<T>): Promise<T>;
    /**
     * Resolves when the last write did not fail, or another one succeeds now.
     * @throws StoreError
     */
    ping(): Promise<void>;
}
/** Tells it of the disk of a folder, on which it writes a tiny file and removes it again. */
export declare function createDiskCheck(folder: string): DiskCheck;
