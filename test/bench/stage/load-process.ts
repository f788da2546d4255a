import { Client } from 'undici';
import { percentile } from '../rounds.ts';
import type { Load, Measured } from './load.ts';

/**
 * Makes calls in a separate process, so only the calls are measured. Responds to each load message.
 */
process.on('message', (load: Load) => {
  void run(load).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit());

/** The first calls open connections, and do not count. */
const warmUpMs = 300;

/** A call without a response after this many milliseconds has failed. */
const longestCall = 120_000;

async function run({ url, headers, body, callers, ms }: Load): Promise<Measured> {
  const times: number[] = [];
  const start = performance.now() + warmUpMs;
  const end = start + ms;
  let last = start;
  let failure: string | undefined;
  let responses = 0;
  const { origin, pathname } = new URL(url);
  const bytes = Buffer.from(body);
  const callUntilEnd = async () => {
    const client = new Client(origin, { headersTimeout: longestCall, bodyTimeout: longestCall });
    try {
      // Calls are not aborted: the server would continue them during the next measurement.
      for (let now = performance.now(); now < end;) {
        const began = now;
        const status = await post(client, pathname, headers, bytes);
        now = performance.now();
        responses += 1;
        if (status !== 200) failure ??= `${url} responded with ${status}.`;
        if (now < start || now >= end) continue;
        last = now;
        times.push(now - began);
      }
    } catch (error) {
      failure ??= `${url} left a call without a response: ${String(error)}`;
    } finally {
      await client.close();
    }
  };
  await Promise.all(Array.from({ length: callers }, callUntilEnd));
  return {
    responses,
    perSecond: (times.length * 1000) / (last - start),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failure,
  };
}

/** Makes a call and ignores the body of its response. `client.request` takes twice the processor time. */
async function post(
  client: Client,
  path: string,
  headers: Load['headers'],
  body: Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(
      { path, method: 'POST', headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code) => {
          status = code;
        },
        onResponseEnd: () => {
          resolve(status);
        },
        onResponseError: (_controller, error) => {
          reject(error);
        },
      },
    );
  });
}
