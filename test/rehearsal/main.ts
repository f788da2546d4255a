/**
 * Rehearses what two machines, a proxy, PgBouncer and two PostgreSQL servers do when one of them goes
 * away under load, once with each proxy and each kind of replication. All of it is on loopback. Ends
 * with 1 where something was lost that must not be.
 */
import { setup } from '../support/build-service.ts';
import { caddyCommand, haproxyCommand } from '../support/proxy-examples.ts';
import { rehearse } from './rehearse.ts';

const longestMs = 600_000;

setTimeout(() => {
  console.error(`The rehearsal took longer than ${longestMs / 1_000} s and was stopped.`);
  process.exit(1);
}, longestMs).unref();

setup();
const first = { proxy: 'Caddy', commandOf: caddyCommand, replication: 'synchronous' } as const;
const second = {
  proxy: 'HAProxy',
  commandOf: haproxyCommand,
  replication: 'asynchronous',
} as const;
const faults = [...(await rehearse(first)), ...(await rehearse(second))];
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
