/** Runs one statement and returns its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
/** Runs statements as one transaction. */
export declare function inTransaction<T>(query: Query, work: (query: Query) => Promise<T>): Promise<T>;
/**
 * Waits for a statement that commits.
 * @throws InDoubtError when the connection breaks: nobody knows whether it has committed
 */
export declare function awaitCommit<T>(statement: Promise<T>): Promise<T>;
