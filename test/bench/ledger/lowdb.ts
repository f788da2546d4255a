import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { round, summarise } from '../measure.ts';
import { startLedger, type Ledger } from './ledger.ts';

const sizes = [1_000, 10_000, 100_000];
const rounds = 5;
const roundMs = 2_000;
const callers = 32;

/** What p99 with the most accounts may be at most, in p99s with the fewest. */
const mostRatio = 2;

/** Accounts and entries that the memory for an entry is measured with. */
const [someAccounts, someEntries] = [1_000, 101];

/**
 * What a call costs the ledger on files, by the number of accounts. The sizes take turns, so that
 * what else the machine does meets them alike.
 */
export async function measureLowdb() {
  const places: Place[] = [];
  try {
    for (const accounts of sizes) places.push(await openFilled(accounts, 1));
    const times = await measureInTurns(places);
    const ratio = (times.at(-1)?.p99 ?? NaN) / (times[0]?.p99 ?? NaN);
    const perEntry = round(await measureEntry());
    return {
      rows: places.map(({ accounts, bytes }, i) => ({
        accounts,
        calls: times[i]?.count,
        'a second': round(((times[i]?.count ?? NaN) * 1000) / (rounds * roundMs)),
        'p50 ms': round(times[i]?.p50 ?? NaN),
        'p99 ms': round(times[i]?.p99 ?? NaN),
        'bytes an account': round(bytes / accounts),
      })),
      remarks: [
        `An account has a key and an entry; each further entry takes ${perEntry} bytes of memory.`,
        `p99 of the last row is to be at most ${mostRatio} times that of the first: ` +
          `${round(ratio)}, ${ratio <= mostRatio ? 'met' : 'MISSED'}.`,
      ],
    };
  } finally {
    for (const place of places) await place.remove();
  }
}

async function measureInTurns(places: readonly Place[]) {
  const times = places.map(() => [] as number[]);
  for (let n = 0; n < rounds; n += 1) {
    for (const [i, { ledger, accounts }] of places.entries()) {
      times[i]?.push(...(await ledger.call({ accounts, callers, ms: roundMs })));
    }
  }
  return times.map(summarise);
}

async function measureEntry(): Promise<number> {
  const few = await openFilled(someAccounts, 1);
  await few.remove();
  const many = await openFilled(someAccounts, someEntries);
  await many.remove();
  return (many.bytes - few.bytes) / (someAccounts * (someEntries - 1));
}

/** A folder with so many accounts, opened by a process of its own. */
interface Place {
  readonly accounts: number;
  readonly ledger: Ledger;
  /** Memory that opening it took. */
  readonly bytes: number;
  remove(): Promise<void>;
}

async function openFilled(accounts: number, entries: number): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'altscribe-bench-'));
  const config = { dataDir, databaseUrl: undefined };
  const maker = startLedger();
  await maker.open(config);
  await maker.fill(accounts, entries);
  await maker.close();
  const ledger = startLedger();
  const bytes = await ledger.open(config);
  return {
    accounts,
    ledger,
    bytes,
    async remove() {
      await ledger.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
