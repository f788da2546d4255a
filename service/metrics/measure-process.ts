import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { runWithTimeout } from '../concurrency/pending-tasks.ts';
import type { ConnectionCounts } from '../storage/interfaces/storage-backend.ts';
import { metricNames } from './last-hour.ts';

/** The values of a process that are read on each scrape. */
export interface ProcessParts {
  /** Images that are waiting to be decoded, and that are being decoded. */
  images(): { readonly waiting: number; readonly decoding: number };
  /** Memory for images, in bytes. */
  memory: { reservedBytes(): number; readonly maxBytes: number };
  /** Connections to the database, if there is one. */
  connections?: (() => ConnectionCounts) | undefined;
  /** How many files, accounts and logins are damaged. */
  readonly damaged: number;
  /** Resolves if the store can be reached. */
  pingStore(): Promise<void>;
  /** The running version. */
  readonly build: { readonly version: string; readonly store: 'files' | 'postgresql' };
}

/** How long the store may take to respond, in milliseconds; a whole scrape has two seconds. */
const pingTimeoutMs = 1_000;

/**
 * Measures this process in a Prometheus registry, including prom-client's metrics of Node.js.
 * Several processes are added up.
 */
export function measureProcess(
  registry: Registry,
  { images, memory, connections, damaged, pingStore, build }: ProcessParts,
): void {
  collectDefaultMetrics({ register: registry });

  function gauge(name: string, help: string, read: () => number | Promise<number>, least = false) {
    new Gauge({
      name,
      help,
      aggregator: least ? 'min' : 'sum',
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  }
  gauge(metricNames.waiting, 'Images waiting to be decoded.', () => images().waiting);
  gauge(metricNames.decoding, 'Images being decoded.', () => images().decoding);
  gauge('altscribe_image_memory_reserved_bytes', 'Memory reserved for bodies and images.', () =>
    memory.reservedBytes(),
  );
  gauge(
    'altscribe_image_memory_limit_bytes',
    'Maximum memory for bodies and images.',
    () => memory.maxBytes,
  );
  gauge(
    'altscribe_store_up',
    '1 if all processes can reach the store, otherwise 0.',
    () => isReachable(pingStore),
    true,
  );
  new Gauge({
    name: 'altscribe_damaged_data',
    help: 'Damaged files, accounts and logins, which were found at the start and are out of service.',
    aggregator: 'max',
    registers: [registry],
  }).set(damaged);
  if (connections) measureConnections(registry, connections);
  measureBuild(registry, build);
}

function isReachable(ping: () => Promise<void>): Promise<number> {
  const pinged = () =>
    ping().then(
      () => 1,
      () => 0,
    );
  return runWithTimeout(pinged, { ms: pingTimeoutMs, onStop: () => 0 });
}

function measureConnections(registry: Registry, read: () => ConnectionCounts): void {
  new Gauge({
    name: 'altscribe_database_connections',
    help: 'Database connections, by state: in_use or idle.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle } = read();
      this.set({ state: 'in_use' }, open - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'altscribe_database_connections_limit',
    help: 'Maximum number of database connections for calls (DATABASE_POOL_SIZE).',
    registers: [registry],
    collect() {
      this.set(read().limit);
    },
  });
  new Gauge({
    name: 'altscribe_database_waiting',
    help: 'Operations waiting for a database connection.',
    registers: [registry],
    collect() {
      this.set(read().waiting);
    },
  });
}

function measureBuild(registry: Registry, build: ProcessParts['build']): void {
  new Gauge({
    name: 'altscribe_build_info',
    help: 'Always 1. The labels show the running versions and the store.',
    labelNames: ['version', 'node', 'store'],
    aggregator: 'first',
    registers: [registry],
  }).set({ ...build, node: process.version }, 1);
}
