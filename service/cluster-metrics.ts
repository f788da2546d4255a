import cluster from 'node:cluster';
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';

/** Where measurements are kept, and how they are read. */
export interface Metrics {
  readonly registry: Registry;
  /** All measurements, in the text format of Prometheus. */
  read(): Promise<string>;
}

const question = 'altscribe:read-metrics';
const answer = 'altscribe:metrics';

interface Message {
  readonly type: string;
  /** Missing where a worker did not say in time what it had measured. */
  readonly text?: string;
}

/** In the primary: tells a worker that asks what all workers have measured, added up. */
export function answerMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker, message: Message) => {
    if (message.type !== question) return;
    void registry
      .clusterMetrics()
      .then((text): Message => ({ type: answer, text }))
      .catch((): Message => ({ type: answer }))
      .then((reply) => worker.isConnected() && worker.send(reply));
  });
}

/** In a worker: keeps its own measurements, and reads those of all through the primary. */
export function createWorkerMetrics(): Metrics {
  const registry = new AggregatorRegistry<PrometheusContentType>();
  AggregatorRegistry.setRegistries(registry);
  let reading: Promise<string> | undefined;
  return {
    registry,
    read: () => (reading ??= askPrimary().finally(() => (reading = undefined))),
  };
}

function askPrimary(): Promise<string> {
  return new Promise((resolve, reject) => {
    function receive({ type, text }: Message): void {
      if (type !== answer) return;
      process.off('message', receive);
      if (text === undefined) reject(new Error('A worker did not say what it had measured.'));
      else resolve(text);
    }
    process.on('message', receive);
    process.send?.({ type: question });
  });
}
