import { Gauge, type Registry } from 'prom-client';
import { metricNames } from './names.ts';

/** What of a process is measured when it is asked for. */
export interface ProcessSizes {
  /** Images that wait to be decoded, and that are being decoded. */
  images(): { readonly waiting: number; readonly decoding: number };
}

/** Measures this process in a Prometheus registry. Several processes are added up. */
export function measureProcess(registry: Registry, { images }: ProcessSizes): void {
  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      aggregator: 'sum',
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  gauge(metricNames.waiting, 'Images that wait to be decoded.', () => images().waiting);
  gauge(metricNames.decoding, 'Images that are being decoded.', () => images().decoding);
  gauge(metricNames.memory, 'Memory in use, in bytes.', () => process.memoryUsage.rss());
}
