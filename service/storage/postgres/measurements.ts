import { keptSeconds, type Measurement, type MeasurementLog } from '../interfaces/measurements.ts';
import type { Database } from './database.ts';

/** Stores measurements in the database, for all processes on all machines together. */
export function measurementsIn(database: Database): MeasurementLog {
  return {
    async addMeasurements(measurements) {
      if (measurements.length === 0) return;
      // In the same order in every process, so there are no deadlocks.
      const rows = measurements.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
      await database.queryOnce(
        `INSERT INTO measurements (seconds, at, name, amount)
         SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::text[], $4::bigint[])
         ON CONFLICT (seconds, at, name) DO UPDATE SET
           amount = measurements.amount + excluded.amount`,
        [
          rows.map(({ seconds }) => seconds),
          rows.map(({ at }) => at),
          rows.map(({ name }) => name),
          rows.map(({ amount }) => amount),
        ],
      );
    },

    listMeasurements(seconds, since) {
      return database.query<Measurement>(
        `SELECT seconds, at, name, amount FROM measurements
         WHERE seconds = $1 AND at >= $2::timestamptz`,
        [seconds, since],
      );
    },
  };
}

function idOf({ seconds, at, name }: Measurement): string {
  return `${seconds} ${at} ${name}`;
}

/** Removes measurements of steps that no chart shows, at most `limit`. Returns how many. */
export async function removeOldMeasurements(database: Database, limit: number): Promise<number> {
  let count = 0;
  for (const [seconds, kept] of Object.entries(keptSeconds)) {
    const removed = await database.query(
      `WITH old AS MATERIALIZED (
         SELECT seconds, at, name FROM measurements
         WHERE seconds = $1 AND at < now() - make_interval(secs => $2)
         LIMIT $3 FOR UPDATE SKIP LOCKED
       )
       DELETE FROM measurements USING old
       WHERE measurements.seconds = old.seconds AND measurements.at = old.at
         AND measurements.name = old.name
       RETURNING 1`,
      [Number(seconds), kept + Number(seconds), limit],
    );
    count += removed.length;
  }
  return count;
}
