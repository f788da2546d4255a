import {
  keptSeconds,
  type Measurement,
  type MeasurementLog,
  type StepSeconds,
} from '../storage/interfaces/measurements.ts';
import { percentile } from './last-hour.ts';

/** The 50th and the 95th percentile, in seconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** The measurements of a provider in a step of time, or in a whole period. */
interface ProviderFigures {
  readonly answers: number;
  /** How often each kind of failure occurred, most frequent first, and what the provider said. */
  readonly failures: readonly {
    readonly kind: string;
    readonly count: number;
    readonly hint?: string | undefined;
  }[];
  /** Of answers; absent if there were none. */
  readonly latency: Latency | undefined;
}

/** A provider's results in a period. */
export interface ProviderHistory extends ProviderFigures {
  readonly name: string;
  /** Requests whose caller did not hang up. */
  readonly requests: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** The figures by step, oldest first. */
  readonly steps: readonly ProviderFigures[];
}

/** The measurements of a period that ends now. */
export interface HistoryFigures {
  /** When each step began, oldest first. */
  readonly steps: readonly Date[];
  readonly providers: readonly ProviderHistory[];
  /** Credits of generated texts by step. */
  readonly credits: readonly number[];
}

/**
 * Reads the measurements of the last hour by minute, or of the last day by half hour. The current
 * step is the last one.
 * @param providers names, in the order in which they are asked
 */
export async function readHistory(
  log: MeasurementLog,
  seconds: StepSeconds,
  providers: readonly string[],
  now = Date.now(),
): Promise<HistoryFigures> {
  const stepMs = 1_000 * seconds;
  const last = Math.floor(now / stepMs) * stepMs;
  const count = keptSeconds[seconds] / seconds;
  const steps = Array.from(
    { length: count },
    (_, index) => new Date(last - stepMs * (count - 1 - index)),
  );
  const first = steps[0] ?? new Date(last);
  const measurements = await log.listMeasurements(seconds, first.toISOString());
  const byStep = new Map<number, Measurement[]>(steps.map((step) => [step.getTime(), []]));
  for (const one of measurements) byStep.get(Date.parse(one.at))?.push(one);
  const ofStep = (step: Date) => byStep.get(step.getTime()) ?? [];
  return {
    steps,
    providers: providers.map((name) => ({
      name,
      requests: sumOf(measurements, `outcome ${name}`),
      tokens: {
        input: sumOf(measurements, `tokens ${name} input`),
        output: sumOf(measurements, `tokens ${name} output`),
      },
      ...figuresOf(measurements, name),
      steps: steps.map((step) => figuresOf(ofStep(step), name)),
    })),
    credits: steps.map((step) => sumOf(ofStep(step), 'credits')),
  };
}

/** The sum of all measurements with this name, or that begin with it and a space. */
function sumOf(measurements: readonly Measurement[], start: string): number {
  return measurements
    .filter(({ name }) => name === start || name.startsWith(`${start} `))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Amounts of the names that begin with this and a space, by the rest of the name. */
function amountsOf(measurements: readonly Measurement[], start: string): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { name, amount } of measurements) {
    if (!name.startsWith(`${start} `)) continue;
    const rest = name.slice(start.length + 1);
    amounts.set(rest, (amounts.get(rest) ?? 0) + amount);
  }
  return amounts;
}

function figuresOf(measurements: readonly Measurement[], provider: string): ProviderFigures {
  const outcomes = amountsOf(measurements, `outcome ${provider}`);
  const counts = [...amountsOf(measurements, `latency ${provider}`)].map(([bound, count]) => ({
    bound: Number(bound),
    count,
  }));
  const [p50, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)];
  return {
    answers: outcomes.get('ok') ?? 0,
    failures: [...outcomes]
      .filter(([kind]) => kind !== 'ok')
      .map(([kind, count]) => {
        const hint = [...amountsOf(measurements, `hint ${provider} ${kind}`).keys()].at(-1);
        return { kind, count, ...(hint && { hint }) };
      })
      .sort((a, b) => b.count - a.count),
    latency: p50 === undefined || p95 === undefined ? undefined : { p50, p95 },
  };
}
