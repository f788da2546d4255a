import { setTimeout as sleep } from 'node:timers/promises';
import { startPgBouncer } from '../support/postgres/pgbouncer.ts';
import { startProviderStandIn, text } from '../support/provider-stand-in.ts';
import type { ProxyCommand, ProxyOptions } from '../support/proxy-examples.ts';
import { providerEnv } from '../support/service-with-providers.ts';
import { startDatabasePair, type Replication } from './database-pair.ts';
import { prepareLastChanges } from './last-changes.ts';
import { createMachine } from './machines.ts';
import type { Phase } from './phases.ts';
import { report } from './report.ts';
import { startReverseProxy } from './reverse-proxy.ts';
import { startTraffic, type Caller } from './traffic.ts';

/** The setup of a drill. */
export interface Scenario {
  readonly proxy: string;
  readonly commandOf: (options: ProxyOptions) => Promise<ProxyCommand>;
  readonly replication: Replication;
}

const accounts = 8;
const callersOfAnAccount = 2;
const credits = 100_000;
/** How far an asynchronous replica lags when the primary fails, in milliseconds. */
const lagMs = 1_000;
/** How long a monitor takes to notice that the database has failed, in milliseconds. */
const noticeMs = 2_000;
/** How long each phase lasts after its event, in milliseconds. */
const restMs = 8_000;

/** Runs the drill once, prints the results, and returns any unacceptable losses. */
export async function runDrill(scenario: Scenario): Promise<string[]> {
  /** Run in reverse order at the end. */
  const cleanUps: (() => Promise<unknown>)[] = [];
  try {
    return await runDrillUntil(scenario, (cleanUp) => cleanUps.push(cleanUp));
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function runDrillUntil(
  { proxy: proxyName, commandOf, replication }: Scenario,
  later: (cleanUp: () => Promise<unknown>) => void,
): Promise<string[]> {
  const providers = await startProviderStandIn({
    openai: text(async () => {
      // The recorded calls aren't needed, and thousands of images would not fit into memory.
      providers.calls.length = 0;
      await sleep(50);
      return 'A red bicycle leans against a wall';
    }),
  });
  later(() => providers.stop());
  const pair = await startDatabasePair(replication);
  later(() => pair.dispose());
  const bouncer = await startPgBouncer(pair.primary);
  later(() => bouncer.stop());
  const env = {
    ...providerEnv(providers),
    DATABASE_URL: bouncer.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const first = await createMachine(env);
  const second = await createMachine(env);
  later(() => Promise.all([first.kill(), second.kill()]));
  const service = await first.start();
  await second.start();
  const proxy = await startReverseProxy(commandOf, [first.host, second.host]);
  later(() => proxy.stop());
  console.log(`\n${proxyName}, PostgreSQL ${pair.version} with ${replication} replication`);

  const callers: Caller[] = [];
  for (let n = 0; n < accounts; n++) {
    const userId = `site-${n}@example.com`;
    const key = await service.createAccount({ user_id: userId, credits });
    for (let i = 0; i < callersOfAnAccount; i++) {
      callers.push({ userId, key, isPersistent: i % 2 === 0 });
    }
  }
  const traffic = await startTraffic(proxy.url, callers);
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
  await phase('normal operation', () => Promise.resolve());
  await phase('SIGTERM and restart of one machine', async () => {
    codes.push(await first.stop());
    await first.start();
  });
  await phase('kill -9 and restart of the other machine', async () => {
    await second.kill();
    await sleep(restMs);
    await second.start();
  });
  const changes = await prepareLastChanges(service, callers[0]?.userId ?? '');
  await phase('kill -9 of the primary, then promotion of the replica', async () => {
    if (replication === 'asynchronous') pair.holdReplica();
    await changes.make();
    if (replication === 'asynchronous') await sleep(lagMs);
    await pair.primary.stop('kill');
    await sleep(noticeMs);
    await pair.promote();
    await bouncer.pointTo(pair.replica);
  });
  await traffic.stop();
  const lost = await changes.listLost();
  codes.push(await first.stop(), await second.stop());
  return report({
    ...{ phases, attempts: traffic.attempts, codes, lost, replication, service },
    database: pair.replica,
    credits: accounts * credits + changes.credits,
  });
}
