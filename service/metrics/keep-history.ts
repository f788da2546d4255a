import type { Registry } from 'prom-client';
import type { BackgroundWrites } from '../accounts/write-behind.ts';
import {
  stepSeconds,
  type Measurement,
  type MeasurementLog,
} from '../storage/interfaces/measurements.ts';
import { chartNames, lastHoursIn, minuteMs } from './last-hour.ts';

/** Stores measurements for charts. */
export interface History {
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/**
 * Names of measurements for charts, by what is counted and its label values. What belongs in no chart has no
 * name.
 */
const namesOf: Readonly<Record<string, (labels: readonly string[]) => string | undefined>> = {
  // A caller who has gone says nothing about the provider.
  [chartNames.calls]: ([provider, outcome]) =>
    outcome === 'aborted' ? undefined : `outcome ${provider} ${outcome}`,
  [chartNames.latency]: ([provider, seconds]) => `latency ${provider} ${seconds}`,
  [chartNames.tokens]: ([provider, direction]) => `tokens ${provider} ${direction}`,
  [chartNames.credits]: () => 'credits',
  [chartNames.hints]: ([provider, kind, hint]) => `hint ${provider} ${kind} ${hint}`,
};

/**
 * Stores what is counted by minute, for charts. Nothing is measured twice: every few
 * seconds, this writes by how much the sums of a minute have grown.
 */
export function keepHistory(
  registry: Registry,
  log: MeasurementLog,
  background: Pick<BackgroundWrites, 'failed'>,
  everyMs = 5_000,
): History {
  /** The sums already written, by minute and name. */
  const written = new Map<number, Map<string, number>>();
  let writing: Promise<void> | undefined;

  function sumsOf(minute: number): Map<string, number> {
    const sums = new Map<string, number>();
    for (const [metric, lastHour] of lastHoursIn(registry)) {
      for (const [labels, sum] of lastHour.sumsOf(minute)) {
        const name = namesOf[metric]?.(labels);
        if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + sum);
      }
    }
    return sums;
  }

  async function write(): Promise<void> {
    const now = Math.floor(Date.now() / minuteMs);
    const grown: Measurement[] = [];
    const sums = new Map<number, Map<string, number>>();
    // After an outage of the store, older minutes still have to be written.
    for (let minute = now - 59; minute <= now; minute += 1) {
      sums.set(minute, sumsOf(minute));
      for (const [name, sum] of sums.get(minute) ?? []) {
        const amount = sum - (written.get(minute)?.get(name) ?? 0);
        if (amount > 0) grown.push(...measurementsOf(minute, name, amount));
      }
    }
    if (grown.length > 0) await log.addMeasurements(addUp(grown));
    written.clear();
    for (const [minute, done] of sums) written.set(minute, done);
  }

  function tryToWrite(): Promise<void> {
    return (writing ??= write()
      .catch((error: unknown) => background.failed('measurements', error))
      .finally(() => (writing = undefined)));
  }

  const timer = setInterval(() => void tryToWrite(), everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await writing;
      await tryToWrite();
    },
  };
}

/** An amount in its steps of every length. */
function measurementsOf(minute: number, name: string, amount: number): Measurement[] {
  return stepSeconds.map((seconds) => {
    const ms = 1_000 * seconds;
    const at = new Date(Math.floor((minute * minuteMs) / ms) * ms).toISOString();
    return { seconds, at, name, amount };
  });
}

/** One measurement for each step and name, because a statement cannot update the same row twice. */
function addUp(measurements: readonly Measurement[]): Measurement[] {
  const sums = new Map<string, Measurement>();
  for (const one of measurements) {
    const id = `${one.seconds} ${one.at} ${one.name}`;
    sums.set(id, { ...one, amount: one.amount + (sums.get(id)?.amount ?? 0) });
  }
  return [...sums.values()];
}
