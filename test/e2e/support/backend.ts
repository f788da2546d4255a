import { sendCommand } from '../../../service/cli/socket/client.ts';
import { openaiKey, providerEnv } from '../../support/service-with-providers.ts';
import { startProviderStandIn, type ProviderStandIn } from '../../support/provider-stand-in.ts';
import { startService, type RunningService } from '../../support/service.ts';
import { setOption } from '../../wordpress/content.ts';
import type { Site } from './site.ts';

/** An account of the service, entered in the site's settings. */
export interface Connection {
  readonly userId: string;
  readonly key: string;
  /** The remaining credits of the account. */
  credits(): Promise<number>;
  addCredits(credits: number): Promise<void>;
  revokeKey(): Promise<void>;
}

export interface ConnectOptions {
  readonly credits?: number;
  /** `pro` by default. */
  readonly plan?: string;
  /** A service other than the one that all tests share. */
  readonly service?: RunningService;
  /** The URL at which the site calls it; by default the service's own. */
  readonly url?: string;
}

/** The service of a site, its providers, and accounts for it. */
export interface Backend {
  readonly service: RunningService;
  readonly providers: ProviderStandIn;
  /** Every key created so far. */
  readonly keys: readonly string[];
  /** The context in the last call to the model. */
  told(): unknown;
  /** Creates an account and connects the site to it. */
  connect(options?: ConnectOptions): Promise<Connection>;
  dispose(): Promise<void>;
}

/** Only one provider, so the service's result is that of the stand-in. */
export function serviceEnv(providers: ProviderStandIn): Record<string, string> {
  return {
    ...providerEnv(providers),
    OPENAI_API_KEY: openaiKey,
    GEMINI_API_KEY: '',
    // A slow machine must not time out while a call is held; PHP waits for 35 s.
    PROVIDER_TIMEOUT_MS: '30000',
    REQUEST_DEADLINE_MS: '32000',
  };
}

export async function startBackend(site: Site): Promise<Backend> {
  const providers = await startProviderStandIn();
  const service = await startService(serviceEnv(providers));
  const keys: string[] = [];
  return {
    service,
    providers,
    keys,
    told: () =>
      (JSON.parse(providers.calls.at(-1)?.context ?? '{}') as { context?: unknown }).context,
    async connect({
      credits = 10,
      plan,
      service: ownService = service,
      url = ownService.url,
    } = {}) {
      const userId = `site-${keys.length + 1}@example.com`;
      const key = await ownService.createAccount({
        user_id: userId,
        credits,
        ...(plan && { plan }),
      });
      keys.push(key);
      const settings = { service_url: url, api_key: key, user_id: userId, language: '' };
      await setOption(site.php, 'altscribe_settings', settings);
      const ask = (command: string, options: object) =>
        sendCommand(ownService.dataDir, command, options);
      return {
        userId,
        key,
        credits: () => ownService.credits(userId),
        async addCredits(added) {
          await ask('account credit', { user_id: userId, credits: String(added) });
        },
        async revokeKey() {
          const keys = (await ask('key list', { owner: userId })) as { id: string }[];
          for (const { id } of keys) await ask('key revoke', { id });
        },
      };
    },
    async dispose() {
      await service.dispose();
      await providers.stop();
    },
  };
}
