import { print } from '../../service/cli/print.ts';
import type { Postgres } from '../support/postgres/server.ts';
import type { RunningService } from '../support/service.ts';
import type { Replication } from './database-pair.ts';
import { compareWithLedger, type Charge } from './ledger-check.ts';
import { countWords, describePhase, type Phase } from './phases.ts';
import type { Attempt } from './traffic.ts';

/** What is known after a rehearsal. */
export interface Rehearsed {
  readonly phases: readonly Phase[];
  readonly attempts: readonly Attempt[];
  /** Exit codes of the machines that were stopped. */
  readonly codes: readonly (number | null)[];
  /** What the operator changed last, and the database does not have. */
  readonly lost: readonly string[];
  readonly replication: Replication;
  readonly service: RunningService;
  /** The one that is left. */
  readonly database: Postgres;
  /** All that were given. */
  readonly credits: number;
}

/** Prints what callers met and what the ledger has, and says what was lost that must not be. */
export async function report(rehearsed: Rehearsed): Promise<string[]> {
  const { phases, attempts, codes, lost, replication, service, database, credits } = rehearsed;
  const run = (sql: string) => database.run(database.address('altscribe'), sql);
  const reserved = await run('SELECT 1 FROM entries WHERE expires_at IS NOT NULL');
  await run('UPDATE entries SET expires_at = now() WHERE expires_at IS NOT NULL');
  // Who opens the store releases what has expired.
  const { imbalances } = (await service.execute('store check', {})) as { imbalances: unknown[] };
  const charges = (await run(
    `SELECT user_id, request_id, credits FROM entries AS call WHERE reason = 'call'
     AND NOT EXISTS (SELECT 1 FROM entries AS back WHERE back.user_id = call.user_id
       AND back.id = 'taken-back-' || call.id)`,
  )) as unknown as Charge[];
  const [left] = await run('SELECT sum(credits_available)::float8 AS credits FROM accounts');
  const { faults, ...found } = compareWithLedger(attempts, charges);
  if (replication === 'synchronous') {
    if (found.textsWithoutCharge > 0) faults.push(`texts uncharged: ${found.textsWithoutCharge}`);
    faults.push(...lost.map((what) => `lost: ${what}`));
  }
  if (imbalances.length > 0) faults.push('balances are not the sums of their entries');
  const missing = credits - found.charges - Number(left?.['credits']);
  if (missing !== 0) faults.push(`credits that nobody has: ${missing}`);
  if (codes.some((code) => code !== 0)) faults.push(`exit codes after SIGTERM: ${codes.join()}`);

  printTable(
    'What callers met',
    phases.map((one) => describePhase(one, attempts)),
  );
  printTable(
    'What they were told',
    phases.flatMap((one) => countWords(one, attempts)),
  );
  const sums = { ...found, 'reservations left behind': reserved.length, faults: faults.length };
  printTable('The ledger', [sums]);
  console.log(`\nLost of what the operator changed last: ${lost.join(', ') || 'nothing'}`);
  return faults;
}

function printTable(title: string, rows: readonly object[]): void {
  console.log(`\n${title}\n`);
  print([...rows], false);
}
