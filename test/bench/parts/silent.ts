import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { round, summarise } from '../measure.ts';
import { atMost, type Part } from '../part.ts';
import { cleanJpeg } from '../pictures.ts';
import { spread } from '../rounds.ts';
import { startCaller } from '../stage/caller.ts';
import { withServers } from './with-servers.ts';

/** Shorter than in production, so that nobody waits for the bench. */
const timeoutMs = 2_000;
const ms = 30_000;

/** A first provider that takes calls and says nothing: how many of one caller's calls wait for it. */
export const silent: Part = {
  name: 'silent',
  title: `A silent first provider, time-out ${timeoutMs / 1000} s, one caller for ${ms / 1000} s`,
  measure: (stage) =>
    withServers(async (keep) => {
      const env = { PROVIDER_TIMEOUT_MS: String(timeoutMs) };
      const service = await keep(startAltscribe(stage, { health: 'silent', env }));
      const caller = await keep(Promise.resolve(startCaller()));
      const call = generateCall(service, await cleanJpeg('2kb'));
      const times = await caller.carryOut({ do: 'repeat', call, ms });
      const late = times.filter((time) => time > timeoutMs * 0.9);
      const others = summarise(times.filter((time) => !late.includes(time)));
      const row = {
        calls: times.length,
        'waited for a time-out': late.length,
        'p50 ms of the others': round(others.p50),
        'p99 ms of the others': round(others.p99),
      };
      return {
        rows: [row],
        targets: [atMost('calls that wait for a silent provider', 1, spread([late.length]))],
      };
    }),
};
