/** Lets one piece of work at a time run for each key. */
export interface KeyedMutex {
    /** Runs work once all work that was given the same key before has ended, however it ended. */
    runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}
export declare function createKeyedMutex(): KeyedMutex;
