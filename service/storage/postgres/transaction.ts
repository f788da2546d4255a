import { InDoubtError, UnreachableError } from './errors.ts';

/** Runs one statement and returns its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Runs statements as one transaction. */
export async function inTransaction<T>(
  query: Query,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  await query('BEGIN');
  try {
    const result = await work(query);
    await awaitCommit(query('COMMIT'));
    return result;
  } catch (error) {
    // Where the connection is broken, the server rolls back by itself.
    if (!(error instanceof UnreachableError)) await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Waits for a statement that commits.
 * @throws InDoubtError when the connection breaks: nobody knows whether it has committed
 */
export async function awaitCommit<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw error instanceof UnreachableError ? new InDoubtError() : error;
  }
}
