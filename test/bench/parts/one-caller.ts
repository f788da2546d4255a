import { generateCall, startAltscribe } from '../peers/altscribe.ts';
import { median, round, summarise } from '../measure.ts';
import { atMost, type Part } from '../part.ts';
import { cleanJpeg, type CleanSize } from '../pictures.ts';
import { spread } from '../rounds.ts';
import { startCaller } from '../stage/caller.ts';
import { withServers } from './with-servers.ts';

const rounds = 10;
const roundMs = 400;

/**
 * Until code is compiled, a call takes twice as long: with one caller, that would last for minutes.
 * V8 then compiles anew what one caller uses in other ways.
 */
const warmUp = { callers: 50, ms: 12_000 };
const warmUpAlone = { ms: 3_000, asks: 8_000 };

/** Most milliseconds that a call through the service may take longer than the provider's own. */
const most = [
  ['2kb', 1.5],
  ['200kb', 4],
] as const satisfies [CleanSize, number][];

/** What the service adds to a call of the provider's SDK, for a caller who is alone. */
export const oneCaller: Part = {
  name: 'one-caller',
  title: 'One caller: the SDK alone, and through the service',
  measure: (stage) =>
    withServers(async (keep) => {
      const caller = await keep(Promise.resolve(startCaller()));
      const service = await keep(startAltscribe(stage));
      const rows = [];
      const targets = [];
      for (const [size, limit] of most) {
        const picture = await cleanJpeg(size);
        const call = generateCall(service, picture);
        const baseURL = `${stage.providerUrl('healthy')}/v1`;
        const ask = (times: number) =>
          caller.carryOut({ do: 'ask provider', baseURL, picture, times });
        const generate = (ms: number) => caller.carryOut({ do: 'repeat', call, ms });
        await stage.run({ ...call, ...warmUp });
        await generate(warmUpAlone.ms);
        await ask(warmUpAlone.asks);
        const direct: number[][] = [];
        const through: number[][] = [];
        for (let n = 0; n < rounds; n += 1) {
          const times = await generate(roundMs);
          through.push(times);
          direct.push(await ask(times.length));
        }
        for (const [who, times] of [
          ['SDK alone', direct],
          ['Altscribe', through],
        ] as const) {
          const { count, p50, p99 } = summarise(times.flat());
          rows.push({ size, who, calls: count, 'p50 ms': round(p50), 'p99 ms': round(p99) });
        }
        const added = through.map((times, n) => median(times) - median(direct[n] ?? []));
        targets.push(atMost(`one caller, ${size}, added ms`, limit, spread(added)));
      }
      return { rows, targets };
    }),
};
