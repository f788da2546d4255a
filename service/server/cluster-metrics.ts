import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Gauge, Registry } from 'prom-client';

/** The metrics of this process, and how to read those of all processes. */
export interface Metrics {
  readonly registry: Registry;
  /**
   * All metrics, in Prometheus' text format.
   * @throws Error if a worker doesn't send its own within five seconds
   */
  read(): Promise<string>;
}

/** A worker asks the primary for the metrics of all workers. */
type Message =
  | { readonly type: 'altscribe:read-metrics' }
  | { readonly type: 'altscribe:metrics'; readonly text?: string; readonly error?: string };

/** In the primary: adds up the metrics of all workers, and sends them to a worker that asks. */
export function createPrimaryMetrics(): Pick<Metrics, 'read'> {
  const workers = new AggregatorRegistry();
  let reading: Promise<string> | undefined;
  const read = () => (reading ??= workers.clusterMetrics().finally(() => (reading = undefined)));
  cluster.on('message', (worker, { type }: Message) => {
    if (type !== 'altscribe:read-metrics') return;
    void read().then(
      (text) => send(worker, { type: 'altscribe:metrics', text }),
      (error: unknown) => send(worker, { type: 'altscribe:metrics', error: String(error) }),
    );
  });
  return { read };
}

/**
 * In a worker: collects its own metrics and reads those of all workers through the primary.
 * @param expected the configured number of workers
 */
export function createWorkerMetrics(expected: number): Metrics {
  const registry = new Registry();
  AggregatorRegistry.setRegistries(registry);
  // Listens for prom-client's messages from the primary.
  new AggregatorRegistry();
  measureWorkers(registry, expected);
  let reading: Promise<string> | undefined;
  const read = () => (reading ??= readAll().finally(() => (reading = undefined)));
  return { registry, read };
}

function measureWorkers(registry: Registry, expected: number): void {
  const registers = [registry];
  new Gauge({
    name: 'altscribe_workers_measured',
    help: 'Processes whose metrics are included here.',
    aggregator: 'sum',
    registers,
  }).set(1);
  new Gauge({
    name: 'altscribe_workers_expected',
    help: 'Configured number of processes (WEB_CONCURRENCY).',
    aggregator: 'max',
    registers,
  }).set(expected);
}

function readAll(): Promise<string> {
  return new Promise((resolve, reject) => {
    function receive(message: Message): void {
      if (message.type !== 'altscribe:metrics') return;
      process.off('message', receive);
      if (message.text === undefined) reject(new Error(message.error));
      else resolve(message.text);
    }
    process.on('message', receive);
    send(process, { type: 'altscribe:read-metrics' });
  });
}

function send(to: Worker | NodeJS.Process, message: Message): void {
  // An error means that the other process has exited, and it no longer needs the message.
  to.send?.(message, undefined, undefined, () => undefined);
}
