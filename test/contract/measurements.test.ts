import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog } from '../../service/server/log.ts';
import { openLowdbBackend } from '../../service/storage/lowdb/storage-backend.ts';
import { openDatabase } from '../../service/storage/postgres/database.ts';
import { removeOldMeasurements } from '../../service/storage/postgres/measurements.ts';
import { openPostgresBackend } from '../../service/storage/postgres/storage-backend.ts';
import type { Measurement, StepSeconds } from '../../service/storage/interfaces/measurements.ts';
import { onEachStorage } from '../support/each-storage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const log = createLog('silent');

/** The start of the step that was running some seconds ago. */
function stepAt(seconds: StepSeconds, ago: number): string {
  const ms = 1_000 * seconds;
  return new Date(Math.floor((Date.now() - 1_000 * ago) / ms) * ms).toISOString();
}

const measurement = (name: string, amount: number, ago = 0): Measurement => ({
  ...{ seconds: 60, at: stepAt(60, ago) },
  ...{ name, amount },
});

const inOrder = (measurements: readonly Measurement[]) =>
  measurements.map(({ name, amount }) => `${name} ${amount}`).sort();

onEachStorage((newEnv) => {
  test('adds up measurements of a step, and keeps them for the next process', async () => {
    const { DATABASE_URL: url } = await newEnv();
    const dataDir = await temporaryFolder();
    const open = () =>
      url ? openPostgresBackend(url, { log, poolSize: 2 }) : openLowdbBackend(dataDir);

    let storage = await open();
    const long = { ...measurement('credits', 7), seconds: 1_800, at: stepAt(1_800, 0) } as const;
    const ago = measurement('credits', 2, 600);
    await storage.measurements.addMeasurements([measurement('credits', 1), ago, long]);
    await storage.measurements.addMeasurements([
      measurement('credits', 4),
      measurement('latency openai 1.2', 1),
    ]);
    await storage.measurements.addMeasurements([]);
    await storage.accountStore.close();

    storage = await open();
    const { measurements } = storage;
    expect(inOrder(await measurements.listMeasurements(60, stepAt(60, 3_600)))).toEqual([
      'credits 2',
      'credits 5',
      'latency openai 1.2 1',
    ]);
    expect(inOrder(await measurements.listMeasurements(60, stepAt(60, 300)))).toEqual([
      'credits 5',
      'latency openai 1.2 1',
    ]);
    expect(await measurements.listMeasurements(1_800, stepAt(1_800, 3_600))).toEqual([long]);
    await storage.accountStore.close();
  });

  test('removes measurements that no chart shows', async () => {
    const { DATABASE_URL: url } = await newEnv();
    const old = measurement('old', 1, 2 * 3_600);
    if (url) {
      const storage = await openPostgresBackend(url, { log, poolSize: 2 });
      await storage.measurements.addMeasurements([old, measurement('new', 1)]);
      const database = openDatabase(url, { log });
      // The storage may have done so already.
      await removeOldMeasurements(database, 10);
      await database.close();
      expect(inOrder(await storage.measurements.listMeasurements(60, old.at))).toEqual(['new 1']);
      await storage.accountStore.close();
      return;
    }
    const dataDir = await temporaryFolder();
    let storage = await openLowdbBackend(dataDir);
    await storage.measurements.addMeasurements([old, measurement('new', 1)]);
    await storage.accountStore.close();
    storage = await openLowdbBackend(dataDir);
    expect(inOrder(await storage.measurements.listMeasurements(60, old.at))).toEqual(['new 1']);
    await storage.accountStore.close();

    // Charts must not keep the service from starting.
    await writeFile(join(dataDir, 'measurements.json'), '{"version":1,"measureme');
    storage = await openLowdbBackend(dataDir);
    expect(await storage.measurements.listMeasurements(60, old.at)).toEqual([]);
    await storage.accountStore.close();
  });
});
