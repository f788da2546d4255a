import type { Logger } from 'pino';
import type { Database } from './database.ts';
/** Work that recurs. Several processes may do it at once. */
export interface Maintenance {
    /** Waits for what is under way, and begins nothing more. */
    stop(): Promise<void>;
}
/**
 * Releases what has expired and removes what is old, now and every `everyMs` milliseconds. A step
 * that fails is logged and tried again the next time; the others and the start of the service go
 * on.
 */
export declare function startMaintenance(database: Database, log: Logger, everyMs: number): Promise<Maintenance>;
