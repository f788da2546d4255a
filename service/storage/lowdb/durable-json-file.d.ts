import type { Adapter } from 'lowdb';
import { z } from 'zod';
/** A lowdb adapter whose writes have reached the disk when they resolve. */
export interface DurableJsonFile<T> extends Adapter<T> {
    /** As `write`, but no version before stays: what has been removed is in no file any more. */
    writeWithoutCopy(data: T): Promise<void>;
}
/**
 * Stores one object in a file. The version before stays as `<file>.bak`. A file that is damaged, or
 * that is gone while its copy is there, is an error and never read as an empty one.
 */
export declare function durableJsonFile<T>(path: string, schema: z.ZodType<T>): DurableJsonFile<T>;
