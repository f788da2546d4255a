import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Gauge, Registry } from 'prom-client';

/** Where measurements are kept, and how they are read. */
export interface Metrics {
  readonly registry: Registry;
  /**
   * All measurements, in the text format of Prometheus.
   * @throws Error when a worker doesn't send its own within five seconds
   */
  read(): Promise<string>;
}

/** A worker asks the primary for the measurements of all workers. */
type Message =
  | { readonly type: 'altscribe:read-metrics' }
  | { readonly type: 'altscribe:metrics'; readonly text?: string; readonly error?: string };

/** In the primary: adds up the measurements of all workers, also for a worker that asks. */
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
 * In a worker: keeps its own measurements, and reads those of all workers through the primary.
 * @param expected how many workers there are to be
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
    help: 'Processes whose measurements are in here.',
    aggregator: 'sum',
    registers,
  }).set(1);
  new Gauge({
    name: 'altscribe_workers_expected',
    help: 'Processes that there are to be (WEB_CONCURRENCY).',
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
  // A process that has exited meanwhile needs no message.
  to.send?.(message, undefined, undefined, () => undefined);
}
