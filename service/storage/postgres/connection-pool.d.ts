import type { Logger } from 'pino';
import type { Query } from './transaction.ts';
/** Connections to one database, some at most. Every error is a StoreError. */
export interface ConnectionPool {
    /**
     * Lends a connection to some work. One that broke is not used again.
     * @param timeoutMs how long a statement may take, in milliseconds; 15 s unless given
     */
    withConnection<T>(work: (query: Query) => Promise<T>, timeoutMs?: number): Promise<T>;
    /** Waits for what is under way, and closes the connections. */
    close(): Promise<void>;
}
/** Makes no connection yet. */
export declare function openConnectionPool(url: string, size: number, log: Logger): ConnectionPool;
