import { readRecording } from '../growth/recording.ts';
import { capacity, mostAddedMs } from '../growth/simulation/capacity.ts';
import type { Busy, Layout } from '../growth/simulation/world.ts';
import { round } from '../measure.ts';
import type { Part } from '../part.ts';

/** What is the same in all rows: a service and a database in one data centre. */
const usual: Omit<Layout, 'processes' | 'databaseCores'> = {
  poolSize: 10,
  networkMs: 0.5,
  // Median. What waits for a provider takes nothing that others wait for: 3 s come to the same.
  providerMs: 300,
  // So many that hardly two calls of one meet.
  users: 1_000_000,
};

const hundred = { ...usual, processes: 100, databaseCores: 32 };

const layouts: readonly Layout[] = [
  ...[1, 2, 4, 10, 100].map((processes) => ({ ...usual, processes, databaseCores: 8 })),
  { ...usual, processes: 10, databaseCores: 32 },
  hundred,
  ...[3, 2, 1].map((poolSize) => ({ ...hundred, poolSize })),
  ...[200, 100, 50, 20].map((serverConnections) => ({ ...hundred, serverConnections })),
  { ...hundred, databaseCores: 8, serverConnections: 20 },
  ...[1, 2, 4, 10].map((processes) => ({ ...usual, processes, databaseCores: 8, users: 1 })),
];

/** What a call waits for. Where two are as busy, the first: who waits for a row keeps a connection. */
const names = {
  row: 'the row of the user',
  database: "the database's cores",
  service: "the service's cores",
  connections: 'connections',
} satisfies Partial<Record<keyof Busy, string>>;

/** How many calls a second more processes do, simulated from the steps that were recorded. */
export const growth: Part = {
  name: 'growth',
  title: `Growth: simulated calls a second to which the service adds ${mostAddedMs} ms at most (p99)`,
  async measure() {
    const recording = await readRecording();
    return {
      rows: layouts.map((layout) => {
        const { perSecond, added, busy } = capacity(recording, layout);
        const { processes, databaseCores, users, poolSize, serverConnections } = layout;
        return {
          processes,
          "database's cores": databaseCores,
          users: users === 1 ? 'one' : 'many',
          connections:
            serverConnections === undefined
              ? processes * poolSize
              : `${serverConnections} of PgBouncer`,
          'most calls a second': round(perSecond),
          'p50 ms': round(added.p50),
          'p99 ms': round(added.p99),
          ...percentages(busy),
          'bends at': bend(busy),
        };
      }),
    };
  },
};

function percentages({ service, database, connections, row, writer }: Busy) {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return {
    'service busy': percent(service),
    'database busy': percent(database),
    'connections busy': percent(connections),
    'row busy': percent(row),
    'writing behind busy': percent(writer),
  };
}

function bend(busy: Busy): string {
  const shares = Object.entries(names).map(([name, text]) => ({
    text,
    share: busy[name as keyof typeof names],
  }));
  return shares.reduce((most, one) => (one.share > most.share ? one : most)).text;
}
