import { startAltscribe } from '../peers/altscribe.ts';
import { atMost, type Part } from '../part.ts';
import { startPortkey } from '../peers/portkey.ts';
import { round, spread } from '../rounds.ts';

const starts = 7;
const mostMs = 1_000;

/** From the start of the process to its first response. */
export const start: Part = {
  name: 'start',
  title: 'From process start to the first response',
  async measure(stage) {
    const own: number[] = [];
    const portkey: number[] = [];
    for (let n = 0; n < starts; n += 1) {
      const service = await startAltscribe(stage);
      own.push(service.startMs);
      await service.stop();
      const peer = await startPortkey();
      portkey.push(peer.startMs);
      await peer.stop();
    }
    const row = (server: string, times: number[]) => {
      const { median, low, high } = spread(times);
      return { server, 'median ms': round(median), range: `${round(low)} – ${round(high)}` };
    };
    return {
      rows: [row('Altscribe', own), row('Portkey', portkey)],
      targets: [atMost('start, ms', mostMs, spread(own))],
    };
  },
};
