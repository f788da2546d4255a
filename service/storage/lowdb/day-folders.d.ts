/** A folder that holds one folder for each day (UTC, `2026-11-20`). */
export interface DayFolders {
    /** The days that have a folder. */
    readonly days: ReadonlySet<string>;
    /** Makes the folder of a day if it is not there. */
    make(day: string): Promise<void>;
    /** Removes no more old folders, and resolves when none is being removed. */
    close(): Promise<void>;
}
/**
 * Opens a folder of days, which is made if it is not there. The folder of a day is removed within
 * `removeEveryMs` milliseconds after the end of the day that follows it.
 * @throws what the file system says
 */
export declare function openDayFolders(folder: string, removeEveryMs: number): Promise<DayFolders>;
