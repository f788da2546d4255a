import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { requireReadable } from '../checks.ts';
import { keptSeconds, type Measurement, type MeasurementLog } from '../interfaces/measurements.ts';
import { replaceFile } from './durable-json-file.ts';

const fileName = 'measurements.json';

const measurementSchema = z.object({
  seconds: z.union([z.literal(60), z.literal(1_800)]),
  at: z.iso.datetime(),
  name: z.string(),
  amount: z.number(),
});

const schema = z.object({ version: z.literal(1), measurements: z.array(measurementSchema) });

/** How often the file is written, in milliseconds. */
const writeEveryMs = 60_000;

interface MeasurementFile extends MeasurementLog {
  close(): Promise<void>;
}

/**
 * Keeps measurements in memory, and in a file for the next start: about 100 kB, written once a
 * minute if anything changed. A missing or damaged file counts as empty, because only charts depend
 * on it.
 */
export async function openMeasurements(dataDir: string): Promise<MeasurementFile> {
  const path = join(dataDir, fileName);
  const kept = new Map<string, Measurement>();
  let isChanged = false;
  let writtenAt = performance.now();

  function add(measurement: Measurement): void {
    const { seconds, at, name } = measurement;
    const id = `${seconds} ${at} ${name}`;
    const amount = measurement.amount + (kept.get(id)?.amount ?? 0);
    kept.set(id, { seconds, at, name, amount });
  }

  function forgetOld(): void {
    for (const [id, { seconds, at }] of kept) {
      if (Date.parse(at) < Date.now() - 1_000 * (keptSeconds[seconds] + seconds)) kept.delete(id);
    }
  }

  async function write(): Promise<void> {
    forgetOld();
    isChanged = false;
    writtenAt = performance.now();
    await replaceFile(path, JSON.stringify({ version: 1, measurements: [...kept.values()] }));
  }

  const text = await readFile(path, 'utf8').catch(() => '{}');
  for (const measurement of parse(text)) add(measurement);
  forgetOld();
  return {
    async addMeasurements(measurements) {
      requireReadable(z.array(measurementSchema), measurements);
      for (const measurement of measurements) add(measurement);
      isChanged ||= measurements.length > 0;
      if (isChanged && performance.now() - writtenAt >= writeEveryMs) await write();
    },
    listMeasurements(seconds, since) {
      const wanted = [...kept.values()].filter((one) => one.seconds === seconds && one.at >= since);
      return Promise.resolve(wanted);
    },
    async close() {
      if (isChanged) await write();
    },
  };
}

function parse(text: string): readonly Measurement[] {
  try {
    return schema.parse(JSON.parse(text)).measurements;
  } catch {
    return [];
  }
}
