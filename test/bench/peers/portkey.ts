import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getCachedFolder } from '../../wordpress/cached-folder.ts';
import type { Call } from '../stage/load.ts';
import type { Health, Stage } from '../stage/stage.ts';
import { geminiModel, modelRequest, openaiModel } from './model-request.ts';
import { startServer, type Server } from './server.ts';

const packages = join(import.meta.dirname, 'portkey');
const preload = join(import.meta.dirname, 'loopback-only.js');

/** Portkey's gateway without its page, in the production setup of its docs. */
export async function startPortkey(): Promise<Server> {
  const folder = await getPortkey();
  const program = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  return startServer((port) => ({
    args: ['--import', preload, program, `--port=${port}`, '--headless'],
    readyPath: '/',
  }));
}

/** An image for Portkey: OpenAI first, and Gemini if that fails. */
export function portkeyCall(
  { url }: Server,
  { providerUrl }: Stage,
  health: Health,
  image: Buffer,
): Call {
  const first = {
    provider: 'openai',
    api_key: 'bench',
    custom_host: `${providerUrl(health)}/v1`,
    override_params: { model: openaiModel },
  };
  const second = {
    provider: 'google',
    api_key: 'bench',
    custom_host: providerUrl('healthy'),
    override_params: { model: geminiModel },
  };
  const config = { strategy: { mode: 'fallback' }, targets: [first, second] };
  return {
    url: `${url}/v1/chat/completions`,
    headers: { 'content-type': 'application/json', 'x-portkey-config': JSON.stringify(config) },
    body: JSON.stringify(modelRequest(image)),
  };
}

/** Its packages, installed once and without running their scripts. */
async function getPortkey(): Promise<string> {
  const lock = await readFile(join(packages, 'package-lock.json'));
  const name = `portkey-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;
  return getCachedFolder(name, async (folder) => {
    await cp(packages, folder, { recursive: true });
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
    });
    return folder;
  });
}
