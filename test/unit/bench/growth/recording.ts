import type { Recording } from '../../../bench/growth/recording.ts';
import type { Layout } from '../../../bench/growth/simulation/world.ts';
import { statements, statementsOfCall } from '../../../bench/growth/statements.ts';

/** A recording whose steps always take the same: 1 ms each, half of a statement after its lock. */
export const even: Recording = {
  calls: 1,
  serviceMs: [...statementsOfCall, 'response'].map(() => [1]),
  providerAfter: 4,
  statements: statements.map(({ name }) => ({ name, databaseMs: [1], executed: 0.5 })),
  flushMs: [2],
  aroundMs: 0,
};

/** More of everything than anybody needs. */
export const ample: Layout = {
  processes: 20,
  databaseCores: 1_000,
  poolSize: 1_000,
  networkMs: 0.5,
  providerMs: 100,
  users: 1_000_000,
};
