import type { Middleware } from './state.ts';
/** The longest body, in bytes, that can hold a picture of `imageMaxBytes` in base64. */
export declare function maxBodyBytes(imageMaxBytes: number): number;
/** The refusal of a body over `limit` bytes. */
export declare function bodyTooLarge(limit: number): import("../errors.ts").HttpError;
/**
 * Refuses, before anything is read, a body that says it is over `limit` bytes, and any
 * `Content-Encoding`: a decoder would run before the caller is known.
 */
export declare function requestSize(limit: number): Middleware;
