import { breakerValues, metricNames, percentile } from './last-hour.ts';

export type BreakerName = keyof typeof breakerValues;

/** The 50th and the 95th percentile, in seconds. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

/** A provider's results in the last hour. */
export interface ProviderHealth {
  readonly name: string;
  readonly breaker: BreakerName;
  /** Calls whose caller stayed. */
  readonly calls: number;
  readonly answers: number;
  /** How often each kind of failure occurred, most frequent first. */
  readonly failures: readonly { readonly kind: string; readonly count: number }[];
  /** Of answers; absent if there were none. */
  readonly latency: Latency | undefined;
  readonly tokens: { readonly input: number; readonly output: number };
}

/** The health of the service, all processes together. */
export interface Health {
  readonly providers: readonly ProviderHealth[];
  /** Of the store's writes in the last hour; absent if there were none. */
  readonly storeLatency: Latency | undefined;
  readonly images: { readonly waiting: number; readonly decoding: number };
  /** In bytes. */
  readonly memory: number;
  readonly processes: number;
}

type Labels = Readonly<Record<string, string | undefined>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Reads the samples out of the text format of Prometheus, as prom-client writes it. */
function parseSamples(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', list = '', value]) => {
      const labels = [...list.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, quoted]) => [
        label,
        JSON.parse(`"${quoted}"`) as string,
      ]);
      return { name, labels: Object.fromEntries(labels) as Labels, value: Number(value) };
    },
  );
}

/**
 * Reads what operators want to know out of all measurements.
 * @param measurements in the text format of Prometheus
 * @param providers names, in the order in which they are asked
 */
export function readHealth(measurements: string, providers: readonly string[]): Health {
  const samples = parseSamples(measurements);
  const values = (name: string) => samples.filter((one) => one.name === name);
  const sum = (name: string, wanted: Labels = {}) =>
    values(name)
      .filter(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value))
      .reduce((total, { value }) => total + value, 0);

  function latency(name: string, provider?: string): Latency | undefined {
    const counts = values(name)
      .filter(({ labels }) => labels['provider'] === provider)
      .map(({ labels, value }) => ({ bound: Number(labels['seconds']), count: value }));
    const [p50, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)];
    return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
  }

  function health(provider: string): ProviderHealth {
    const outcomes = values(metricNames.calls)
      .filter(({ labels, value }) => labels['provider'] === provider && value > 0)
      .map(({ labels, value }) => ({ kind: String(labels['outcome']), count: value }))
      // A caller who has gone says nothing about the provider.
      .filter(({ kind }) => kind !== 'aborted');
    const answers = sum(metricNames.calls, { provider, outcome: 'ok' });
    return {
      name: provider,
      breaker: readBreaker(provider),
      calls: outcomes.reduce((total, { count }) => total + count, 0),
      answers,
      failures: outcomes.filter(({ kind }) => kind !== 'ok').sort((a, b) => b.count - a.count),
      latency: latency(metricNames.latency, provider),
      tokens: {
        input: sum(metricNames.tokens, { provider, direction: 'input' }),
        output: sum(metricNames.tokens, { provider, direction: 'output' }),
      },
    };
  }

  function readBreaker(provider: string): BreakerName {
    const found = values(metricNames.breakerState).find(
      ({ labels }) => labels['provider'] === provider,
    );
    const names = Object.keys(breakerValues) as BreakerName[];
    return names.find((name) => breakerValues[name] === found?.value) ?? 'closed';
  }

  return {
    providers: providers.map(health),
    storeLatency: latency(metricNames.storeLatency),
    images: { waiting: sum(metricNames.waiting), decoding: sum(metricNames.decoding) },
    memory: sum(metricNames.memory),
    // A single process has no such measurement.
    processes: sum(metricNames.processes) || 1,
  };
}
