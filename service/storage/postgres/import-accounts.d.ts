import type { Logger } from 'pino';
import { type AccountExport, type ExportedRecord } from '../account-export.ts';
import { type Comparison } from './compare-sums.ts';
/** What is to be imported. */
export interface ImportSource {
    /** Returns the same accounts each time. */
    accounts(): Iterable<AccountExport>;
    readonly records: readonly ExportedRecord[];
}
/**
 * Imports accounts into a database that has none: all of them, or none. Before it commits, it
 * counts and adds up what the tables hold, and compares that with the source.
 * @throws StoreError when there are accounts already, a sum differs, or the database refuses
 */
export declare function importAccounts(url: string, source: ImportSource, log: Logger): Promise<Comparison[]>;
