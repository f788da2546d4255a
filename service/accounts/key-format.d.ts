/**
 * Makes an API key: `alt_`, 32 random base62 characters, and a checksum of 6 (CRC-32 in base62), by
 * which secret scanners and a check for typing errors can recognise it.
 */
export declare function makeKey(): string;
/** Whether a text has the form of a key, checksum included. */
export declare function isWellFormedKey(text: string): boolean;
/** What is stored of a key: its SHA-256, in hexadecimal. */
export declare function hashKey(key: string): string;
