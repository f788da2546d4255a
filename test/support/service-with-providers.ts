import { dataUri, plainImage } from './images.ts';
import {
  startProviderStandIn,
  type Behaviour,
  type ProviderCall,
  type ProviderStandIn,
} from './provider-stand-in.ts';
import { generatePath, startService, type Answer, type RunningService } from './service.ts';

export const openaiKey = 'sk-openai-key-of-the-tests';
export const geminiKey = 'gemini-key-of-the-tests';

/** A service, the stand-in for its two providers, and an account for calls. */
export interface ServiceWithProviders {
  readonly service: RunningService;
  readonly providers: ProviderStandIn;
  /** The account, which is its own owner. */
  readonly userId: string;
  readonly key: string;
  /** A generate call for the account; without an image, it sends one that was not sent before. */
  generate(fields?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The last call to the providers. */
  lastCall(): ProviderCall;
  /** The same service for another test, with a new account and reset providers. */
  forTest(options?: TestOptions): Promise<ServiceWithProviders>;
  dispose(): Promise<void>;
}

export interface TestOptions {
  readonly behaviours?: { openai?: Behaviour; gemini?: Behaviour };
  readonly credits?: number;
}

export interface StartOptions extends TestOptions {
  /** An empty variable counts as unset. */
  readonly env?: Record<string, string>;
}

/** Starts a service with both providers configured, unless `env` says otherwise. */
export async function startServiceWithProviders({
  env = {},
  behaviours = {},
  credits = 1_000,
}: StartOptions = {}): Promise<ServiceWithProviders> {
  const providers = await startProviderStandIn(behaviours);
  const service = await startService({ ...providerEnv(providers), ...env });
  return withAccount(service, providers, 'editor@example.com', credits);
}

async function withAccount(
  service: RunningService,
  providers: ProviderStandIn,
  userId: string,
  credits: number,
): Promise<ServiceWithProviders> {
  const key = await service.createAccount({ user_id: userId, credits });
  return {
    service,
    providers,
    userId,
    key,
    async generate(fields = {}, headers = {}) {
      const image = 'image_url' in fields ? {} : { image_file: await newImage() };
      const body = { user_id: userId, ...image, ...fields };
      return service.post(generatePath, body, { 'x-api-key': key, ...headers });
    },
    lastCall() {
      const call = providers.calls.at(-1);
      if (!call) throw new Error('No provider was asked.');
      return call;
    },
    forTest({ behaviours = {}, credits = 1_000 } = {}) {
      providers.startOver(behaviours);
      return withAccount(service, providers, `editor-${(editors += 1)}@example.com`, credits);
    },
    async dispose() {
      await service.dispose();
      await providers.stop();
    },
  };
}

let editors = 0;

/** The environment of a service whose providers are a stand-in. */
export function providerEnv(providers: ProviderStandIn): Record<string, string> {
  return {
    OPENAI_API_KEY: openaiKey,
    OPENAI_BASE_URL: providers.openaiBaseUrl,
    GEMINI_API_KEY: geminiKey,
    GEMINI_BASE_URL: providers.geminiBaseUrl,
    RATE_LIMIT_PER_MINUTE: '10000',
  };
}

let made = 0;

/** A data URI of a new image. */
export async function newImage(): Promise<string> {
  made += 1;
  return dataUri(await plainImage('png', { width: 96 + made, height: 72 }));
}
