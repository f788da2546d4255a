import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import OpenAI from 'openai';
import { buildPrompt } from '../../service/prompting/prompt.ts';
import { findLanguage } from '../../shared/languages.ts';
import { detailsPath, generatePath, startService } from '../support/service.ts';
import { createClient } from './client.ts';
import { toDataUri } from './pictures.ts';
import type { SenderSetup } from './sender-process.ts';

/** A service as it runs for its users, providers beside it, and what can be measured of both. */
export interface Stage {
  /** The body of a generate call. */
  generateBody(picture: Buffer): Buffer;
  /** One generate call. */
  generate(body: Buffer): Promise<void>;
  /** The provider asked without the service: the SDK alone. */
  askProvider(picture: Buffer): Promise<void>;
  /** One details call. */
  details(): Promise<void>;
  /** Starts what makes generate calls from another process. */
  startSender(body: Buffer): Sender;
  stop(): Promise<void>;
}

/** Makes so many calls at once and answers how many milliseconds they took together. */
export interface Sender {
  send(count: number): Promise<number>;
  stop(): void;
}

const userId = 'bench@example.com';
const model = 'gpt-5.4-mini';

/** Starts service and providers on loopback, each in a process of its own. */
export async function startStage(): Promise<Stage> {
  const providers = fork(join(import.meta.dirname, 'provider-process.ts'));
  const [baseURL] = (await once(providers, 'message')) as [string];
  const service = await startService({
    OPENAI_API_KEY: 'bench',
    OPENAI_BASE_URL: baseURL,
    OPENAI_MODEL: model,
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  const key = await service.createAccount({ user_id: userId, credits: 1_000_000 });
  const client = createClient(service.url, key);
  const sdk = new OpenAI({ apiKey: 'bench', baseURL, maxRetries: 0 });
  const prompt = buildPrompt({}, findLanguage('en'));
  const detailsBody = JSON.stringify({ user_id: userId });

  return {
    generateBody: (picture) =>
      Buffer.from(JSON.stringify({ user_id: userId, image_file: toDataUri(picture) })),
    generate: (body) => client.post(generatePath, body),
    async askProvider(picture) {
      await sdk.chat.completions.create({
        model,
        messages: [
          { role: 'system', content: prompt.instructions },
          {
            role: 'user',
            content: [
              { type: 'text', text: prompt.context },
              { type: 'image_url', image_url: { url: toDataUri(picture) } },
            ],
          },
        ],
      });
    },
    details: () => client.post(detailsPath, detailsBody),
    startSender: (body) => startSender({ url: service.url, key, path: generatePath, body }),
    async stop() {
      await client.close();
      await service.dispose();
      providers.disconnect();
    },
  };
}

function startSender(setup: SenderSetup): Sender {
  const path = join(import.meta.dirname, 'sender-process.ts');
  // Only this serialization leaves bytes as they are.
  const sender = fork(path, { serialization: 'advanced' });
  sender.send(setup);
  return {
    async send(count) {
      sender.send(count);
      const [ms] = (await once(sender, 'message')) as [number];
      return ms;
    },
    stop: () => sender.disconnect(),
  };
}
