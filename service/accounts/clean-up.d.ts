import type { Logger } from 'pino';
/**
 * From when on nobody can be waiting for a call any more, in ISO 8601.
 * @param deadline of the call, in milliseconds since the epoch
 */
export declare function expiryOf(deadline: number): string;
/**
 * Waits a second at most for what a failed call gives back, and never throws: the caller is to see
 * why the call failed. What takes longer goes on by itself; a failure of it is logged.
 */
export declare function cleanUp(work: Promise<void>, log: Logger, [fields, message]: [fields: object, message: string]): Promise<void>;
