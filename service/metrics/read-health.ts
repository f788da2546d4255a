import { breakerValues, metricNames, percentile } from './last-hour.ts';
import type { Latency, ProviderHistory } from './read-history.ts';

export type BreakerName = keyof typeof breakerValues;

/** The state of the service on this machine, all processes together. */
export interface Health {
  /** The circuit breaker of each provider; of several processes, the worst. */
  readonly breakers: ReadonlyMap<string, BreakerName>;
  /** Of the store's writes in the last hour; absent if there were none. */
  readonly storeLatency: Latency | undefined;
  readonly images: { readonly waiting: number; readonly decoding: number };
  /** In bytes. */
  readonly memory: number;
  readonly processes: number;
}

/**
 * What a provider does: a closed breaker says that it works only if it has answered in the period;
 * otherwise, it was not asked, or did not answer.
 */
export function providerState(
  breaker: BreakerName = 'closed',
  { requests, answers }: Pick<ProviderHistory, 'requests' | 'answers'>,
): BreakerName | 'idle' | 'silent' {
  if (breaker !== 'closed' || answers > 0) return breaker;
  return requests > 0 ? 'silent' : 'idle';
}

type Labels = Readonly<Record<string, string | undefined>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Parses the samples in Prometheus' text format, as prom-client writes it. */
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
 * Reads what operators want to know from all measurements.
 * @param measurements in the text format of Prometheus
 * @param providers their names
 */
export function readHealth(measurements: string, providers: readonly string[]): Health {
  const samples = parseSamples(measurements);
  const values = (name: string) => samples.filter((one) => one.name === name);
  const sum = (name: string) => values(name).reduce((total, { value }) => total + value, 0);

  function latency(name: string): Latency | undefined {
    const counts = values(name).map(({ labels, value }) => ({
      bound: Number(labels['seconds']),
      count: value,
    }));
    const [p50, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)];
    return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
  }

  function readBreaker(provider: string): BreakerName {
    const found = values(metricNames.breakerState).find(
      ({ labels }) => labels['provider'] === provider,
    );
    const names = Object.keys(breakerValues) as BreakerName[];
    return names.find((name) => breakerValues[name] === found?.value) ?? 'closed';
  }

  return {
    breakers: new Map(providers.map((name) => [name, readBreaker(name)])),
    storeLatency: latency(metricNames.storeLatency),
    images: { waiting: sum(metricNames.waiting), decoding: sum(metricNames.decoding) },
    memory: sum(metricNames.memory),
    // A single process has no such measurement.
    processes: sum(metricNames.processes) || 1,
  };
}
