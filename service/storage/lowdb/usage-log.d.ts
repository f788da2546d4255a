import type { UsageLog } from '../interfaces/usage-log.ts';
import type { Shards } from './shards.ts';
/** The part of the store that keeps usage by user and day. */
export declare function usageMethods(shards: Shards): UsageLog;
