import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Gauge, Registry, type MetricObject } from 'prom-client';

/** Where measurements are kept, and how they are read. */
export interface Metrics {
  readonly registry: Registry;
  /** All measurements, in the text format of Prometheus. */
  read(): Promise<string>;
}

/** A worker asks the primary for the measurements of all; the primary asks each for its own. */
type Message =
  | { readonly type: 'read-all' }
  | { readonly type: 'read-own' }
  | { readonly type: 'own'; readonly metrics: MetricObject[] }
  | { readonly type: 'all'; readonly text: string };

/** How long a worker may take to send its measurements, in milliseconds: it may be stuck. */
const timeoutMs = 2_000;

/** In the primary: sends a worker that asks the measurements of all workers, added up. */
export function serveWorkerMetrics(): void {
  let adding: Promise<string> | undefined;
  cluster.on('message', (worker, { type }: Message) => {
    if (type !== 'read-all') return;
    adding ??= addUp().finally(() => (adding = undefined));
    void adding.then((text) => worker.isConnected() && send(worker, { type: 'all', text }));
  });
}

async function addUp(): Promise<string> {
  const workers = Object.values(cluster.workers ?? {});
  const own = workers.flatMap((worker) => (worker?.isConnected() ? [readOwn(worker)] : []));
  const known = (await Promise.all(own)).filter((metrics) => metrics !== undefined);
  const registry = AggregatorRegistry.aggregate(known);
  new Gauge({
    name: 'altscribe_workers_measured',
    help: 'Processes whose measurements are in here; one that is stuck is not among them.',
    registers: [registry],
  }).set(known.length);
  return registry.metrics();
}

function readOwn(worker: Worker): Promise<MetricObject[] | undefined> {
  return new Promise((resolve) => {
    function end(metrics?: MetricObject[]): void {
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
  let reading: Promise<string> | undefined;
  return {
    registry,
    read: () => (reading ??= readAll().finally(() => (reading = undefined))),
  };
}

function readAll(): Promise<string> {
  return new Promise((resolve) => {
    function receive(message: Message): void {
      if (message.type !== 'all') return;
      process.off('message', receive);
      resolve(message.text);
    }
    process.on('message', receive);
    send(process, { type: 'read-all' });
  });
}

function send(to: Worker | NodeJS.Process, message: Message): void {
  // Who has gone in between needs no message any more.
  to.send?.(message, undefined, undefined, () => undefined);
}
