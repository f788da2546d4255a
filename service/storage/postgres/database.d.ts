import type { Logger } from 'pino';
import { type Query } from './transaction.ts';
/** The connections to one database. Every error is a StoreError. Conflicts are tried again. */
export interface Database {
    /**
     * Runs one statement, and again when the connection broke. The first attempt may have changed
     * something then, so running the statement twice must have the effect of running it once.
     */
    readonly query: Query;
    /**
     * Runs one statement that must not take effect twice.
     * @throws InDoubtError when the connection broke while it ran
     */
    readonly queryOnce: Query;
    /**
     * Runs statements as one: all of them take effect, or none. When the connection breaks before the
     * commit, none has, and all are run again.
     */
    transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
    /**
     * A transaction that may take minutes, because it reads or changes many rows, or waits for others
     * that do. Each of its statements may take `timeoutMs` milliseconds; an hour unless given.
     */
    longTransaction<T>(work: (query: Query) => Promise<T>, timeoutMs?: number): Promise<T>;
    /** Resolves when the database can be read, however much work is under way. */
    ping(): Promise<void>;
    /** Waits for what is under way, and closes the connections. */
    close(): Promise<void>;
}
export interface DatabaseOptions {
    readonly log: Logger;
    /** How many connections there may be at most, besides the one for `ping`; 10 unless given. */
    readonly poolSize?: number | undefined;
}
/** Makes no connection yet. */
export declare function openDatabase(url: string, { log, poolSize }: DatabaseOptions): Database;
