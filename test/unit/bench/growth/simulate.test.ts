import { describe, expect, it } from 'vitest';
import { capacity, mostAddedMs } from '../../../bench/growth/simulation/capacity.ts';
import { simulate } from '../../../bench/growth/simulation/simulate.ts';
import { ample, even } from './recording.ts';

const span = { warmUpMs: 1_000, ms: 4_000, seed: 1 };
/** Seven steps of the service, six statements over the network, three of which wait for the disk. */
const aloneMs = 7 * 1 + 6 * (0.5 + 1) + 3 * 2;

describe('a simulated call', () => {
  it('takes the sum of its steps where nothing else goes on', () => {
    const { added } = simulate(even, { ...ample, processes: 1, users: 1 }, { callers: 1 }, span);
    expect(added.p50).toBeCloseTo(aloneMs);
  });

  it('is never sooner than that, and takes longer among others', () => {
    const one = { ...ample, processes: 1 };
    const { added } = simulate(even, one, { perSecond: 120 }, span);
    expect(added.p50).toBeGreaterThan(aloneMs);
    expect(added.p99).toBeGreaterThan(added.p50);
  });

  it('does not wait longer for others when its provider takes longer', () => {
    const [short, long] = [100, 1_000].map(
      (providerMs) =>
        simulate(
          even,
          { ...ample, processes: 1, providerMs },
          { perSecond: 100 },
          { ...span, warmUpMs: 6_000, ms: 20_000 },
        ).added,
    );
    expect(Math.abs((long?.p50 ?? 0) / (short?.p50 ?? 1) - 1)).toBeLessThan(0.05);
  });
});

describe('calls a second', () => {
  const full = { callers: 50 };
  const soon = { ...ample, providerMs: 1 };

  it.each([
    ['a core of the service', { processes: 1 }, 1_000 / 7],
    ['two cores of the service', { processes: 2 }, 2_000 / 7],
    ['four processes on one core', { processes: 4, serviceCores: 1 }, 1_000 / 7],
    ['a core of the database', { databaseCores: 1 }, 1_000 / 6],
    // Each statement has a connection from when it is sent until its commit.
    ['one connection', { processes: 1, poolSize: 1 }, 1_000 / (6 * 1.5 + 3 * 2)],
    ['one connection of PgBouncer', { serverConnections: 1 }, 1_000 / (6 * 1 + 3 * 2)],
  ])('are at most, and nearly, what %s can do', (_what, narrow, most) => {
    // Of one user, little is written behind responses, which takes a share of the same.
    const layout = { ...soon, users: 1, processes: 4, ...narrow };
    const { perSecond } = simulate(even, layout, { callers: 20 }, { ...span, ms: 20_000 });
    expect(perSecond).toBeLessThan(most * 1.02);
    expect(perSecond).toBeGreaterThan(most * 0.9);
  });

  it('of one user are at most what its row lets by, which is kept until a commit is on the disk', () => {
    const [one, many] = [1, 1_000].map(
      (users) => simulate(even, { ...soon, users }, full, span).perSecond,
    );
    expect(one).toBeLessThan(1_000 / (0.5 + 2));
    expect(many).toBeGreaterThan(2 * (one ?? NaN));
  });

  it('are not bound by flushes, each of which is for all that wait', () => {
    const { perSecond } = simulate(even, soon, full, span);
    expect(perSecond).toBeGreaterThan(1_000 / 2);
  });

  it('are the same with the same seed only', () => {
    const uneven = { ...even, serviceMs: even.serviceMs.map(() => [0.5, 1, 3]) };
    const run = (seed: number) => simulate(uneven, ample, { perSecond: 300 }, { ...span, seed });
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });
});

describe('capacity', () => {
  it('is close to what the bottleneck can do, within the bound', () => {
    const { perSecond, added } = capacity(even, { ...ample, processes: 1, users: 1 });
    expect(added.p99).toBeLessThanOrEqual(mostAddedMs);
    expect(perSecond).toBeLessThan(1_000 / 7);
    expect(perSecond).toBeGreaterThan(0.5 * (1_000 / 7));
  });
});
