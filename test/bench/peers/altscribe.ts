import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountStore } from '../../../service/compose-store.ts';
import { createLog } from '../../../service/server/log.ts';
import { newApiKey } from '../../../service/accounts/api-keys.ts';
import { detailsPath, generatePath, serviceProcess } from '../../support/service.ts';
import { toDataUri } from '../pictures.ts';
import type { Call } from '../stage/load.ts';
import type { Health, Stage } from '../stage/stage.ts';
import { geminiModel, openaiModel } from './model-request.ts';
import { startServer, type Server } from './server.ts';

/** The service, and the key of an owner with accounts. */
export interface Altscribe extends Server {
  readonly key: string;
}

export interface AltscribeOptions {
  /** How OpenAI fares, which is asked first; Gemini answers. */
  readonly health?: Health;
  /** Accounts that calls are spread over. */
  readonly users?: number;
  /** PostgreSQL; files unless given. */
  readonly databaseUrl?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** The program to run; what is built unless given. */
  readonly main?: string;
}

/** As `npm start` has it. */
export const threads = '24';
const arenas = '2';
const credits = 100_000_000;

/**
 * Starts the service as its users run it: keys, credits, durable writes, checks of pictures and a log
 * in a file. Only the limit of requests is raised, which one user's load would meet.
 */
export async function startAltscribe(
  { providerUrl }: Stage,
  { health = 'healthy', users = 1, databaseUrl, env = {}, main }: AltscribeOptions = {},
): Promise<Altscribe> {
  const dataDir = await mkdtemp(join(tmpdir(), 'altscribe-bench-'));
  const key = await createAccounts({ dataDir, databaseUrl }, users);
  const service = serviceProcess({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    OPENAI_API_KEY: 'bench',
    OPENAI_BASE_URL: `${providerUrl(health)}/v1`,
    OPENAI_MODEL: openaiModel,
    GEMINI_API_KEY: 'bench',
    GEMINI_BASE_URL: providerUrl('healthy'),
    GEMINI_MODEL: geminiModel,
    RATE_LIMIT_PER_MINUTE: '1000000',
    UV_THREADPOOL_SIZE: threads,
    MALLOC_ARENA_MAX: arenas,
    ...env,
  });
  const server = await startServer((port) => ({
    args: main ? [main] : service.args,
    env: { ...service.env, PORT: String(port) },
    readyPath: '/readyz',
    folder: dataDir,
  }));
  return { ...server, key };
}

/** A picture for the service, at the cost of each of its users in turn. */
export function generateCall(server: Altscribe, picture: Buffer, users = 1): Call {
  const image_file = toDataUri(picture);
  return call(server, generatePath, users, (user_id) => ({ user_id, image_file }));
}

/** A question for plan and credits of an account. */
export function detailsCall(server: Altscribe): Call {
  return call(server, detailsPath, 1, (user_id) => ({ user_id }));
}

function call(
  { url, key }: Altscribe,
  path: string,
  users: number,
  body: (userId: string) => object,
): Call {
  return {
    url: url + path,
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      // What was answered before is not to be answered from memory.
      'cache-control': 'no-cache',
    },
    bodies: Array.from({ length: users }, (_, n) => Buffer.from(JSON.stringify(body(userId(n))))),
  };
}

async function createAccounts(
  config: { dataDir: string; databaseUrl: string | undefined },
  users: number,
): Promise<string> {
  const store = await openAccountStore(config, createLog('silent'));
  const { key, record } = newApiKey(userId(0), 'Bench');
  const at = new Date().toISOString();
  const rest = { monthly_allowance: null, allowance_month: null, suspended_at: null };
  const create = (n: number) =>
    store.createAccount(
      {
        user_id: userId(n),
        owner_id: userId(0),
        plan_type: 'pro',
        credits_available: credits,
        ...rest,
      },
      at,
      n === 0 ? record : undefined,
    );
  await create(0);
  await Promise.all(Array.from({ length: users - 1 }, (_, n) => create(n + 1)));
  await store.close();
  return key;
}

/** Who the accounts are of; the first one owns the key. */
export function userId(n: number): string {
  return `user-${n}@example.com`;
}
