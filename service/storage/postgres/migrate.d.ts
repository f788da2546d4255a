import type { Database } from './database.ts';
/**
 * Brings the tables to what this version of the program needs: all of it or nothing. Of several
 * processes that start at once, one does it while the others wait.
 * @param answerTimeoutMs how long the database may take to say what its tables are, in milliseconds
 * @throws StoreError also when a newer version has changed them
 */
export declare function migrate(database: Database, answerTimeoutMs?: number): Promise<void>;
