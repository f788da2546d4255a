import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountStore } from '../../../service/compose-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { newApiKey } from '../../../service/accounts/api-keys.ts';
import { detailsPath, generatePath, serviceProcess } from '../../support/service.ts';
import { toDataUri } from '../images.ts';
import type { Call } from '../stage/load.ts';
import type { Health, Stage } from '../stage/stage.ts';
import { geminiModel, openaiModel } from './model-request.ts';
import { startServer, type Server } from './server.ts';

/** The service, and the key of an owner with accounts. */
export interface Altscribe extends Server {
  readonly key: string;
}

export interface AltscribeOptions {
  /** The health of OpenAI, which is called first; Gemini always answers. */
  readonly health?: Health;
}

/** The account of all calls. */
export const userId = 'bench@example.com';

/** As set by `npm start`. */
const threads = '24';
const arenas = '2';
const credits = 100_000_000;

/**
 * Starts the service as its users run it: keys, credits, durable writes, checks of images and a log
 * in a file. Only the rate limit is raised, because all load is from one user.
 */
export async function startAltscribe(
  { providerUrl }: Stage,
  { health = 'healthy' }: AltscribeOptions = {},
): Promise<Altscribe> {
  const dataDir = await mkdtemp(join(tmpdir(), 'altscribe-bench-'));
  const key = await createAccount(dataDir);
  const service = serviceProcess({
    DATA_DIR: dataDir,
    OPENAI_API_KEY: 'bench',
    OPENAI_BASE_URL: `${providerUrl(health)}/v1`,
    OPENAI_MODEL: openaiModel,
    GEMINI_API_KEY: 'bench',
    GEMINI_BASE_URL: providerUrl('healthy'),
    GEMINI_MODEL: geminiModel,
    RATE_LIMIT_PER_MINUTE: '1000000',
    UV_THREADPOOL_SIZE: threads,
    MALLOC_ARENA_MAX: arenas,
  });
  const server = await startServer((port) => ({
    args: service.args,
    env: { ...service.env, PORT: String(port) },
    readyPath: '/readyz',
    folder: dataDir,
  }));
  return { ...server, key };
}

/** An image for the service to describe. */
export function generateCall(server: Altscribe, image: Buffer): Call {
  return call(server, generatePath, { image_file: toDataUri(image) });
}

/** A request for plan and credits of the account. */
export function detailsCall(server: Altscribe): Call {
  return call(server, detailsPath, {});
}

function call({ url, key }: Altscribe, path: string, fields: object): Call {
  return {
    url: url + path,
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      // Each call must reach the provider.
      'cache-control': 'no-cache',
    },
    body: JSON.stringify({ user_id: userId, ...fields }),
  };
}

/** Creates the account of all calls, and returns its key. */
async function createAccount(dataDir: string): Promise<string> {
  const store = await openAccountStore({ dataDir, databaseUrl: undefined }, createLog('silent'));
  const { key, record } = newApiKey(userId, 'Bench');
  await store.createAccount(
    {
      user_id: userId,
      owner_id: userId,
      plan_type: 'pro',
      credits_available: credits,
      monthly_allowance: null,
      allowance_month: null,
      suspended_at: null,
      daily_calls_max: null,
    },
    new Date().toISOString(),
    record,
  );
  await store.close();
  return key;
}
