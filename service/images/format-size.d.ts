/** A size in bytes for a message: `10 MB`. */
export declare function formatSize(bytes: number): string;
