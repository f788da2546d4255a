import OpenAI from 'openai';
import { Pool } from 'undici';
import { time } from '../measure.ts';
import { modelRequest } from '../peers/model-request.ts';
import type { Order } from './caller.ts';
import type { Call } from './load.ts';

/** A caller in a process of its own, so that only calls are measured. See caller.ts. */
process.on('message', (order: Order) => {
  void carryOut(order)
    .catch(String)
    .then((times) => process.send?.(times));
});
process.on('disconnect', () => process.exit());

async function carryOut(order: Order): Promise<number[]> {
  if (order.do === 'ask provider') return askProvider(order.baseURL, order.picture, order.times);
  const { origin, pathname } = new URL(order.call.url);
  const pool = new Pool(origin, { headersTimeout: 120_000 });
  const ask = () => time(() => post(pool, pathname, order.call));
  try {
    return await (order.do === 'repeat' ? repeat(ask, order.ms) : beat(ask, order));
  } finally {
    await pool.close();
  }
}

async function post(pool: Pool, path: string, { headers, bodies }: Call): Promise<void> {
  const body = bodies[0] ?? '';
  const response = await pool.request({ method: 'POST', path, headers, body });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
}

async function repeat(ask: () => Promise<number>, ms: number): Promise<number[]> {
  const end = performance.now() + ms;
  const times: number[] = [];
  while (performance.now() < end) times.push(await ask());
  return times;
}

async function beat(
  ask: () => Promise<number>,
  { everyMs, ms }: { everyMs: number; ms: number },
): Promise<number[]> {
  const calls: Promise<number>[] = [];
  const timer = setInterval(() => calls.push(ask()), everyMs);
  await new Promise((resolve) => setTimeout(resolve, ms));
  clearInterval(timer);
  return Promise.all(calls);
}

async function askProvider(baseURL: string, picture: Buffer, count: number): Promise<number[]> {
  const sdk = new OpenAI({ apiKey: 'bench', baseURL, maxRetries: 0 });
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    times.push(await time(() => sdk.chat.completions.create(modelRequest(picture))));
  }
  return times;
}
