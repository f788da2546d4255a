import { print } from '../../service/cli/print.ts';
import type { Postgres } from '../support/postgres/server.ts';
import type { RunningService } from '../support/service.ts';
import type { Replication } from './database-pair.ts';
import { compareWithLedger, type Charge } from './ledger-check.ts';
import { countWords, describePhase, type Phase } from './phases.ts';
import type { Attempt } from './traffic.ts';

/** The results of a drill. */
export interface DrillResults {
  readonly phases: readonly Phase[];
  readonly attempts: readonly Attempt[];
  /** Exit codes of the machines that were stopped. */
  readonly codes: readonly (number | null)[];
  /** The operator's last changes that are missing in the database. */
  readonly lost: readonly string[];
  readonly replication: Replication;
  readonly service: RunningService;
  /** The surviving database. */
  readonly database: Postgres;
  /** All credits that were given out. */
  readonly credits: number;
}

/** Prints the callers' view and the content of the ledger, and returns any unacceptable losses. */
export async function report(results: DrillResults): Promise<string[]> {
  const { phases, attempts, codes, lost, replication, service, database, credits } = results;
  const run = (sql: string) => database.run(database.address('altscribe'), sql);
  const reserved = await run('SELECT 1 FROM entries WHERE expires_at IS NOT NULL');
  await run('UPDATE entries SET expires_at = now() WHERE expires_at IS NOT NULL');
  // Opening the store releases expired reservations.
  const { imbalances } = (await service.execute('store check', {})) as { imbalances: unknown[] };
  const charges = (await run(
    `SELECT user_id, request_id, credits FROM entries AS call WHERE reason = 'call'
     AND NOT EXISTS (SELECT 1 FROM entries AS back WHERE back.user_id = call.user_id
       AND back.id = 'taken-back-' || call.id)`,
  )) as unknown as Charge[];
  const [left] = await run('SELECT sum(credits_available)::float8 AS credits FROM accounts');
  const { faults, ...found } = compareWithLedger(attempts, charges);
  if (replication === 'synchronous') {
    if (found.textsWithoutCharge > 0)
      faults.push(`texts without a charge: ${found.textsWithoutCharge}`);
    faults.push(...lost.map((what) => `lost: ${what}`));
  }
  if (imbalances.length > 0) faults.push('balances do not match their entries');
  const missing = credits - found.charges - Number(left?.['credits']);
  if (missing !== 0) faults.push(`missing credits: ${missing}`);
  if (codes.some((code) => code !== 0)) faults.push(`exit codes after SIGTERM: ${codes.join()}`);

  printTable(
    'What callers experienced',
    phases.map((one) => describePhase(one, attempts)),
  );
  printTable(
    'Errors',
    phases.flatMap((one) => countWords(one, attempts)),
  );
  const sums = { ...found, 'reservations left behind': reserved.length, faults: faults.length };
  printTable('The ledger', [sums]);
  console.log(`\nLost changes of the operator: ${lost.join(', ') || 'nothing'}`);
  return faults;
}

function printTable(title: string, rows: readonly object[]): void {
  console.log(`\n${title}\n`);
  print([...rows], false);
}
