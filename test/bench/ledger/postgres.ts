import { startPostgres } from '../../support/postgres/server.ts';
import { round, summarise } from '../measure.ts';
import { startLedger } from './ledger.ts';

const processCounts = [1, 2, 4];
const load = { accounts: 1_000, callers: 32, ms: 5_000 };

/** What a call costs the ledger on PostgreSQL, by the number of processes that share it. */
export async function measurePostgres(): Promise<object[]> {
  const postgres = await startPostgres({ isDurable: true });
  const ledgers = Array.from({ length: Math.max(...processCounts) }, startLedger);
  try {
    const config = { dataDir: '', databaseUrl: await postgres.createDatabase() };
    await Promise.all(ledgers.map((ledger) => ledger.open(config)));
    await ledgers[0]?.fill(load.accounts, 1);
    const rows = [];
    let alone = NaN;
    for (const processes of processCounts) {
      const work = ledgers.slice(0, processes).map((ledger) => ledger.call(load));
      const times = summarise((await Promise.all(work)).flat());
      const rate = (times.count * 1000) / load.ms;
      if (processes === 1) alone = rate;
      rows.push({
        processes,
        calls: times.count,
        'a second': round(rate),
        ratio: round(rate / alone),
        'p50 ms': round(times.p50),
        'p99 ms': round(times.p99),
      });
    }
    return rows;
  } finally {
    await Promise.all(ledgers.map((ledger) => ledger.close()));
    await postgres.dispose();
  }
}
