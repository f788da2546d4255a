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

/**
 * In the primary: adds up the measurements of all workers, for workers that ask and for who calls this.
 * @param expected how many workers there are to be
 */
export function createPrimaryMetrics(expected: number): Pick<Metrics, 'read'> {
  /** What each worker has counted, when it was last asked. */
  const counted = new Map<number, Measurements>();
  /** What workers have counted that are not there any more: sums must not fall when one dies. */
  let gone: Promise<Measurements> = Promise.resolve([]);
  let adding: Promise<Measurements> | undefined;
  const readJson = () => (adding ??= addUp().finally(() => (adding = undefined)));

  async function addUp(): Promise<Measurements> {
    const workers = Object.values(cluster.workers ?? {}).flatMap((one) => one ?? []);
    const own = await Promise.all(workers.filter((one) => one.isConnected()).map(readAndKeep));
    const ofGone = await settled();
    // Who has died meanwhile is among those that are gone.
    const fresh = own.filter((one) => one && !one.worker.isDead()).map((one) => one?.metrics ?? []);
    const isFresh = (id: number) => own.some((one) => one?.worker.id === id);
    const ofStuck = [...counted].flatMap(([id, counts]) => (isFresh(id) ? [] : [counts]));
    const registry = aggregate([...fresh, ...ofStuck, ofGone]);
    measureWorkers(registry, expected, fresh.length);
    return registry.getMetricsAsJSON();
  }

  async function readAndKeep(worker: Worker) {
    const metrics = await readOwn(worker);
    if (!metrics || worker.isDead()) return undefined;
    counted.set(worker.id, metrics.filter(isCount));
    return { worker, metrics };
  }

  function keepCountsOf({ id }: Worker): void {
    const counts = counted.get(id) ?? [];
    counted.delete(id);
    gone = gone.then((before) => aggregate([before, counts]).getMetricsAsJSON());
  }

  /** What those have counted who are gone by the time that this resolves. */
  async function settled(): Promise<Measurements> {
    const before = gone;
    const metrics = await before;
    return before === gone ? metrics : settled();
  }

  cluster.on('exit', keepCountsOf);
  cluster.on('message', (worker, { type }: Message) => {
    if (type !== 'read-all') return;
    void readJson().then(
      (metrics) => worker.isConnected() && send(worker, { type: 'all', metrics }),
    );
  });
  return { read: async () => aggregate([await readJson()]).metrics() };
}

/** Whether it can only grow. */
function isCount({ type }: Measurements[number]): boolean {
  // At run time it is a word, whatever its type says.
  return ['counter', 'histogram'].includes(String(type));
}

function measureWorkers(registry: Registry, expected: number, measured: number): void {
  const registers = [registry];
  new Gauge({
    name: 'altscribe_workers_measured',
    help: 'Processes whose measurements are in here; one that is stuck is not among them.',
    registers,
  }).set(measured);
  new Gauge({
    name: 'altscribe_workers_expected',
    help: 'Processes that there are to be (WEB_CONCURRENCY).',
    registers,
  }).set(expected);
}

function aggregate(all: readonly Measurements[]): Registry {
  return AggregatorRegistry.aggregate(all.map((metrics) => [...metrics]));
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
    read: async () => aggregate([await readJson()]).metrics(),
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
