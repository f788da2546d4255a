import { Gauge, type Registry } from 'prom-client';

const minuteMs = 60_000;
const minutesKept = 60;

/** Sums that forget what is older than an hour, to the minute. */
export interface LastHour {
  add(key: string, amount?: number): void;
  /** The sum of each key in the minute that has begun and the 59 before it. */
  sums(): Map<string, number>;
}

/** Keeps a sum for each key and minute. To add is one look-up, however much was added before. */
export function createLastHour(): LastHour {
  const minutes = new Map<number, Map<string, number>>();
  const thisMinute = () => Math.floor(Date.now() / minuteMs);

  function forgetOld(now: number): void {
    for (const minute of minutes.keys()) {
      // A clock that was put back leaves minutes that are still to come.
      if (minute <= now - minutesKept || minute > now) minutes.delete(minute);
    }
  }

  function beginMinute(now: number): Map<string, number> {
    forgetOld(now);
    const sums = new Map<string, number>();
    minutes.set(now, sums);
    return sums;
  }

  return {
    add(key, amount = 1) {
      const now = thisMinute();
      const sums = minutes.get(now) ?? beginMinute(now);
      sums.set(key, (sums.get(key) ?? 0) + amount);
    },
    sums() {
      forgetOld(thisMinute());
      const total = new Map<string, number>();
      for (const sums of minutes.values()) {
        for (const [key, sum] of sums) total.set(key, (total.get(key) ?? 0) + sum);
      }
      return total;
    },
  };
}

export interface LastHourGaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/**
 * A gauge of sums over the last hour, which several processes add up.
 * @returns adds an amount under the values of the labels, in the order of their names
 */
export function createLastHourGauge(
  registry: Registry,
  { name, help, labelNames }: LastHourGaugeOptions,
): (labels: readonly string[], amount?: number) => void {
  const separator = '\n';
  const lastHour = createLastHour();
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    aggregator: 'sum',
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, sum] of lastHour.sums()) {
        const values = key.split(separator);
        this.set(Object.fromEntries(labelNames.map((label, i) => [label, values[i] ?? ''])), sum);
      }
    },
  });
  return (labels, amount) => lastHour.add(labels.join(separator), amount);
}
