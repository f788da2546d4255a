import type { Accounts } from '../interfaces/accounts.ts';
import type { Database } from './database.ts';
/** The part of the store that repairs accounts. */
export declare function repairIn(database: Database): Accounts['repairAccount'];
