/** Makes the names in a folder durable: a new or renamed file is on disk once its folder is. */
export declare function flushFolder(path: string): Promise<void>;
