import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { Measurements } from '../metrics/read-health.ts';

/** Where measurements are kept, and how they are read. */
export interface Metrics {
  readonly registry: Registry;
  /** All measurements, in the text format of Prometheus. */
  read(): Promise<string>;
  /** All measurements, as prom-client gives them. */
  readJson(): Promise<Measurements>;
}

/** A worker asks the primary for the measurements of all; the primary asks each for its own. */
type Message =
  | { readonly type: 'read-all' }
  | { readonly type: 'read-own' }
  | { readonly type: 'own'; readonly metrics: Measurements }
  | { readonly type: 'all'; readonly metrics: Measurements };

/** How long a worker may take to send its measurements, in milliseconds: it may be stuck. */
const timeoutMs = 2_000;

/** In the primary: sends a worker that asks the measurements of all workers, added up. */
export function serveWorkerMetrics(): void {
  let adding: Promise<Measurements> | undefined;
  cluster.on('message', (worker, { type }: Message) => {
    if (type !== 'read-all') return;
    adding ??= addUp().finally(() => (adding = undefined));
    void adding.then((metrics) => worker.isConnected() && send(worker, { type: 'all', metrics }));
  });
}

async function addUp(): Promise<Measurements> {
  const workers = Object.values(cluster.workers ?? {});
  const own = workers.flatMap((worker) => (worker?.isConnected() ? [readOwn(worker)] : []));
  const known = (await Promise.all(own)).filter((metrics) => metrics !== undefined);
  const registry = AggregatorRegistry.aggregate(known.map((metrics) => [...metrics]));
  new Gauge({
    name: 'altscribe_workers_measured',
    help: 'Processes whose measurements are in here; one that is stuck is not among them.',
    registers: [registry],
  }).set(known.length);
  return registry.getMetricsAsJSON();
}

function readOwn(worker: Worker): Promise<Measurements | undefined> {
  return new Promise((resolve) => {
    function end(metrics?: Measurements): void {
      clearTimeout(timer);
      worker.off('message', receive).off('exit', gone);
      resolve(metrics);
    }
    const receive = (message: Message) => message.type === 'own' && end(message.metrics);
    const gone = () => end();
    const timer = setTimeout(gone, timeoutMs);
    worker.on('message', receive).on('exit', gone);
    send(worker, { type: 'read-own' });
  });
}

/** In a worker: keeps its own measurements, and reads those of all through the primary. */
export function createWorkerMetrics(): Metrics {
  const registry = new Registry();
  process.on('message', ({ type }: Message) => {
    if (type !== 'read-own') return;
    void registry.getMetricsAsJSON().then((metrics) => send(process, { type: 'own', metrics }));
  });
  let reading: Promise<Measurements> | undefined;
  const readJson = () => (reading ??= readAll().finally(() => (reading = undefined)));
  return {
    registry,
    read: async () => AggregatorRegistry.aggregate([[...(await readJson())]]).metrics(),
    readJson,
  };
}

function readAll(): Promise<Measurements> {
  return new Promise((resolve) => {
    function receive(message: Message): void {
      if (message.type !== 'all') return;
      process.off('message', receive);
      resolve(message.metrics);
    }
    process.on('message', receive);
    send(process, { type: 'read-all' });
  });
}

function send(to: Worker | NodeJS.Process, message: Message): void {
  // Who has gone in between needs no message any more.
  to.send?.(message, undefined, undefined, () => undefined);
}
