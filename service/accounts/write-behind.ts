import type { Logger } from 'pino';

/** Rows that wait to be written, one for each id. No call waits for that. */
export interface WriteBehind<Row> {
  add(row: Row): void;
  /** Writes what waits, and writes no more. */
  close(): Promise<void>;
}

export interface WriteBehindOptions<Row> {
  idOf(row: Row): string;
  /** Makes one row of two with the same id. */
  join(earlier: Row, later: Row): Row;
  /** Writes some rows: all of them, or it rejects. */
  write(rows: readonly Row[]): Promise<void>;
  /** How many rows are written at once. */
  readonly rowsAtOnce: number;
  /** What the rows are, for the log. */
  readonly what: string;
  readonly log: Logger;
  readonly everyMs?: number | undefined;
}

/**
 * Joins rows in memory, and writes them about once a second. What cannot be written is kept and
 * written at a later turn; it may be written twice when the connection broke at the wrong moment. What
 * a crash loses is the last second.
 */
export function createWriteBehind<Row>({
  idOf,
  join,
  write,
  rowsAtOnce,
  what,
  log,
  everyMs = 1_000,
}: WriteBehindOptions<Row>): WriteBehind<Row> {
  const rows = new Map<string, Row>();
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    writing ??= writeAll().finally(() => (writing = undefined));
  }, everyMs);
  timer.unref();

  /** Writes until something fails: the next rows may not fare better now. */
  async function writeAll(): Promise<void> {
    const waiting = [...rows.keys()];
    while (waiting.length > 0) {
      const batch = waiting.splice(0, rowsAtOnce).flatMap(take);
      try {
        await write(batch);
      } catch (error) {
        batch.forEach(putBack);
        log.warn({ err: error, rows: rows.size }, `${what} not written yet`);
        return;
      }
    }
  }

  function take(id: string): Row[] {
    const row = rows.get(id);
    rows.delete(id);
    return row === undefined ? [] : [row];
  }

  function putBack(row: Row): void {
    const since = rows.get(idOf(row));
    rows.set(idOf(row), since === undefined ? row : join(row, since));
  }

  return {
    add(row) {
      const before = rows.get(idOf(row));
      rows.set(idOf(row), before === undefined ? row : join(before, row));
    },

    async close() {
      clearInterval(timer);
      await writing;
      await writeAll();
      if (rows.size > 0) log.error({ rows: rows.size }, `${what} lost`);
    },
  };
}
