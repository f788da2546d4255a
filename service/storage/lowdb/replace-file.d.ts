/** A file has been replaced, but not durably: after a crash of the machine it may be the one before. */
export declare class NotFlushedError extends Error {
    readonly name = "NotFlushedError";
}
/**
 * Makes or replaces a file: a reader finds the whole old text or the whole new one, and the new one
 * has reached the disk when this resolves. To be called for one file once at a time.
 * @throws NotFlushedError when flushing its folder failed; else what the file system says, and the
 * file is as it was
 */
export declare function replaceFile(path: string, text: string): Promise<void>;
/**
 * As `replaceFile`, but the new file need not be there after a crash until its folder is flushed.
 * @throws what the file system says; the file is then as it was
 */
export declare function replaceUnflushed(path: string, text: string): Promise<void>;
