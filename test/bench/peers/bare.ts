import { join } from 'node:path';
import { detailsPath } from '../../support/service.ts';
import type { Call } from '../stage/load.ts';
import type { Stage } from '../stage/stage.ts';
import { modelRequest } from './model-request.ts';
import { startServer, type Server } from './server.ts';

/** What a details call is answered with, and what asks for it. */
const details = JSON.stringify({ credits_available: 100_000_000, plan_type: 'pro' });
const json = { 'content-type': 'application/json' };

/** A bare Koa, which responds to details calls. */
export function startBareKoa(): Promise<Server> {
  return start('koa-process.ts', [details]);
}

/** Node.js's own server, which responds to details calls. */
export function startNodeHttp(): Promise<Server> {
  return start('node-http-process.ts', [details]);
}

/** Node.js's own server, which passes requests on to a provider. */
export function startNodeProxy({ providerUrl }: Stage): Promise<Server> {
  return start('node-http-process.ts', ['', `${providerUrl('healthy')}/v1/chat/completions`]);
}

export function bareDetailsCall({ url }: Server): Call {
  const body = JSON.stringify({ user_id: 'user-0@example.com' });
  return { url: url + detailsPath, headers: json, body };
}

/** The request that the service makes of an image, to be passed on as it is. */
export function proxyCall({ url }: Server, image: Buffer): Call {
  return { url, headers: json, body: JSON.stringify(modelRequest(image)) };
}

function start(file: string, args: readonly string[]): Promise<Server> {
  const path = join(import.meta.dirname, file);
  return startServer((port) => ({
    // They work in folders of their own, where no package is found by its name.
    args: ['--import', import.meta.resolve('tsx'), path, String(port), ...args],
    readyPath: '/readyz',
  }));
}
