/**
 * Bounds every answer that comes through the global `fetch`. Both SDKs use it, and one of them takes
 * no other; nothing else in the service does.
 */
export declare function limitResponses(): void;
