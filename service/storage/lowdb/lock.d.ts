/**
 * Locks files for this process: all of them, or none. The kernel holds the locks, so that a process
 * that dies leaves none behind.
 * @returns what unlocks them
 * @throws StoreLockedError when another process has one of them
 */
export declare function lockFiles(paths: readonly string[]): Promise<() => Promise<void>>;
