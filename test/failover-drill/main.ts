/**
 * The failover drill: two machines, a proxy, PgBouncer and two PostgreSQL servers, one of which
 * fails under load, once with each proxy and each kind of replication. Everything is on loopback.
 * Exits with code 1 if anything was lost that must not be.
 */
import { setup } from '../support/build-service.ts';
import { caddyCommand, haproxyCommand } from '../support/proxy-examples.ts';
import { runDrill } from './drill.ts';

const longestMs = 600_000;

setTimeout(() => {
  console.error(`The drill took longer than ${longestMs / 1_000} s and was stopped.`);
  process.exit(1);
}, longestMs).unref();

setup();
const first = { proxy: 'Caddy', commandOf: caddyCommand, replication: 'synchronous' } as const;
const second = {
  proxy: 'HAProxy',
  commandOf: haproxyCommand,
  replication: 'asynchronous',
} as const;
const faults = [...(await runDrill(first)), ...(await runDrill(second))];
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
