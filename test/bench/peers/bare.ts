import { join } from 'node:path';
import { detailsPath } from '../../support/service.ts';
import type { Call } from '../stage/load.ts';
import type { Stage } from '../stage/stage.ts';
import { modelRequest } from './model-request.ts';
import { startServer, type Server } from './server.ts';

/** The details call, and its response. */
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

/** Node.js's own server as a proxy to a provider. */
export function startNodeProxy({ providerUrl }: Stage): Promise<Server> {
  return start('node-http-process.ts', ['', `${providerUrl('healthy')}/v1/chat/completions`]);
}

export function bareDetailsCall({ url }: Server): Call {
  const body = JSON.stringify({ user_id: 'user-0@example.com' });
  return { url: url + detailsPath, headers: json, body };
}

/** The service's request for an image, to be passed on unchanged. */
export function proxyCall({ url }: Server, image: Buffer): Call {
  return { url, headers: json, body: JSON.stringify(modelRequest(image)) };
}

function start(file: string, args: readonly string[]): Promise<Server> {
  const path = join(import.meta.dirname, file);
  return startServer((port) => ({
    // They run in their own folders, where packages cannot be found by name.
    args: ['--import', import.meta.resolve('tsx'), path, String(port), ...args],
    readyPath: '/readyz',
  }));
}
