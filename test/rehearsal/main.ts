/**
 * Rehearses what two machines, a proxy, PgBouncer and two PostgreSQL servers do when one of them goes
 * away under load. All of it is on loopback. Ends with 1 where a call or a credit was lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from '../../service/cli/print.ts';
import { setup } from '../support/build-service.ts';
import { startPgBouncer } from '../support/postgres/pgbouncer.ts';
import { startProviderStandIn, text } from '../support/provider-stand-in.ts';
import { providerEnv } from '../support/service-with-providers.ts';
import { startDatabasePair } from './database-pair.ts';
import { compareWithLedger, type Charge } from './ledger-check.ts';
import { createMachine, startCaddy } from './machines.ts';
import { countWords, describePhase, type Phase } from './phases.ts';
import { startTraffic, type Attempt, type Caller } from './traffic.ts';

const longestMs = 480_000;
const accounts = 8;
const callersOfAnAccount = 2;
const credits = 100_000;
/** As long as a monitor takes to notice that the database is gone, in milliseconds. */
const noticeMs = 2_000;
/** How long each phase lasts after what was done, in milliseconds. */
const restMs = 8_000;

setTimeout(() => {
  console.error(`The rehearsal took longer than ${longestMs / 1_000} s and was stopped.`);
  process.exit(1);
}, longestMs).unref();

/** What has to be ended, the last first. */
const cleanUps: (() => Promise<unknown>)[] = [];
process.exitCode = await rehearse().finally(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function rehearse(): Promise<number> {
  setup();
  const providers = await startProviderStandIn({
    openai: text(async () => {
      // Nobody looks at the calls, and thousands of pictures would not fit into memory.
      providers.calls.length = 0;
      await sleep(50);
      return 'A red bicycle leans against a wall';
    }),
  });
  cleanUps.push(() => providers.stop());
  const pair = await startDatabasePair();
  cleanUps.push(() => pair.dispose());
  const bouncer = await startPgBouncer(pair.primary);
  cleanUps.push(() => bouncer.stop());
  const env = {
    ...providerEnv(providers),
    DATABASE_URL: bouncer.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const first = await createMachine(env);
  const second = await createMachine(env);
  cleanUps.push(() => Promise.all([first.kill(), second.kill()]));
  const service = await first.start();
  await second.start();
  const caddy = await startCaddy([first.host, second.host]);
  cleanUps.push(() => caddy.stop());

  const callers: Caller[] = [];
  for (let n = 0; n < accounts; n++) {
    const userId = `site-${n}@example.com`;
    const key = await service.createAccount({ user_id: userId, credits });
    for (let i = 0; i < callersOfAnAccount; i++) {
      callers.push({ userId, key, isPersistent: i % 2 === 0 });
    }
  }
  const traffic = await startTraffic(caddy.url, callers);
  const phases: Phase[] = [];
  async function phase(what: string, work: () => Promise<unknown>): Promise<void> {
    const start = performance.now();
    await work();
    const done = performance.now();
    while (!traffic.attempts.some((one) => one.status === 200 && one.start > done)) await sleep(50);
    await sleep(restMs);
    phases.push({ what, start, end: performance.now() });
  }

  const codes: (number | null)[] = [];
  await phase('all is well', () => Promise.resolve());
  await phase('SIGTERM of one machine, and its start', async () => {
    codes.push(await first.stop());
    await first.start();
  });
  await phase('kill -9 of the other machine, and its start', async () => {
    await second.kill();
    await sleep(restMs);
    await second.start();
  });
  await phase('kill -9 of the primary, then the replica takes its place', async () => {
    await pair.primary.stop('kill');
    await sleep(noticeMs);
    await pair.promote();
    await bouncer.pointTo(pair.replica);
  });
  await traffic.stop();
  codes.push(await first.stop(), await second.stop());
  return report(phases, traffic.attempts, codes);

  async function report(
    phases: readonly Phase[],
    attempts: readonly Attempt[],
    codes: readonly (number | null)[],
  ): Promise<number> {
    const address = pair.replica.address('altscribe');
    const run = (sql: string) => pair.replica.run(address, sql);
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
    if (imbalances.length > 0) faults.push('balances are not the sums of their entries');
    const missing = accounts * credits - found.charges - Number(left?.['credits']);
    if (missing !== 0) faults.push(`credits that nobody has: ${missing}`);
    if (codes.some((code) => code !== 0)) faults.push(`exit codes after SIGTERM: ${codes.join()}`);
    console.log('\nWhat callers met\n');
    print(
      phases.map((one) => describePhase(one, attempts)),
      false,
    );
    console.log('\nWhat they were told\n');
    print(
      phases.flatMap((one) => countWords(one, attempts)),
      false,
    );
    console.log('\nThe ledger\n');
    print([{ ...found, 'reservations left behind': reserved.length, lost: faults.length }], false);
    for (const fault of faults.slice(0, 20)) console.log(fault);
    return faults.length > 0 ? 1 : 0;
  }
}
