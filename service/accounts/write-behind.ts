import type { Logger } from 'pino';

/** What is written beside the calls, by the names of metrics and log. */
export const backgroundWrites = ['usage', 'calls', 'key_usage'] as const;

export type BackgroundWrite = (typeof backgroundWrites)[number];

/** Where work beside the calls tells of its failures. */
export interface BackgroundWrites {
  readonly log: Logger;
  /** A write has failed, and is tried again. */
  failed(what: BackgroundWrite, error: unknown): void;
}

/** Rows that wait to be written, one for each id. No call waits for that. */
export interface WriteBehind<Row> {
  add(row: Row): void;
  /** Writes what waits, and writes no more. */
  close(): Promise<void>;
}

export interface WriteBehindOptions<Row> {
  idOf(row: Row): string;
  /** Makes one row of two with the same id. It may change the earlier one. */
  join(earlier: Row, later: Row): Row;
  write(row: Row): Promise<void>;
  readonly what: BackgroundWrite;
  readonly background: BackgroundWrites;
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
  what,
  background,
  everyMs = 1_000,
}: WriteBehindOptions<Row>): WriteBehind<Row> {
  const rows = new Map<string, Row>();
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    writing ??= writeAll().finally(() => (writing = undefined));
  }, everyMs);
  timer.unref();

  /** Writes one row after the other until one fails: the next may not fare better now. */
  async function writeAll(): Promise<void> {
    for (const id of [...rows.keys()]) {
      // As it is now: others may have been joined to it while the one before was written.
      const row = rows.get(id);
      if (row === undefined) continue;
      rows.delete(id);
      try {
        await write(row);
      } catch (error) {
        const since = rows.get(id);
        rows.set(id, since === undefined ? row : join(row, since));
        background.failed(what, error);
        return;
      }
    }
  }

  return {
    add(row) {
      const id = idOf(row);
      const before = rows.get(id);
      rows.set(id, before === undefined ? row : join(before, row));
    },

    async close() {
      clearInterval(timer);
      await writing;
      await writeAll();
      if (rows.size > 0) background.log.error({ rows: rows.size }, `${what} lost`);
    },
  };
}
