import { HttpError } from '../errors.ts';
/** Maps the errors of the domains to what a caller sees; nothing for an error that none expects. */
export declare function toHttpError(error: unknown): HttpError | undefined;
