import { expect, onTestFinished } from 'vitest';
import {
  startProviderStandIn,
  text,
  type Behaviour,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';
import { providerEnv } from '../../support/service-with-providers.ts';
import { startService, type RunningService } from '../../support/service.ts';
import { startCallers, type Callers } from './callers.ts';
import { makeStore, type ChaosStore, type StoreKind } from './chaos-store.ts';

/** Everything that a chaos test needs; it ends with the test. */
export interface Scene {
  readonly store: ChaosStore;
  readonly providers: ProviderStandIn;
  /** The account that the callers use, which owns itself, and the credits that it began with. */
  readonly userId: string;
  readonly credits: number;
  readonly callers: Callers;
  /** Starts a service on the store: the first one, the next one, or another beside running ones. */
  start(): Promise<RunningService>;
}

/** Makes a store with one account, providers and callers. No service runs yet. */
export async function setScene(
  kind: StoreKind,
  { credits, env = {} }: { credits: number; env?: Record<string, string> },
): Promise<Scene> {
  const store = await makeStore(kind);
  onTestFinished(() => store.dispose());
  const providers = await startProviderStandIn();
  onTestFinished(() => providers.stop());

  const userId = 'editor@example.com';
  const account = { user_id: userId, plan: 'pro', credits: String(credits) };
  const made = await store.command<{ api_key: string }>('account create', account);
  const callers = await startCallers({ userId, key: made.api_key });
  onTestFinished(() => callers.hangUp());

  return {
    store,
    providers,
    userId,
    credits,
    callers,
    async start() {
      const limit = { RATE_LIMIT_PER_MINUTE: '1000000' };
      const service = await startService({
        ...providerEnv(providers),
        ...limit,
        ...env,
        ...store.env,
      });
      onTestFinished(async () => {
        await service.stop('SIGKILL');
      });
      return service;
    },
  };
}

/** A provider that takes this many milliseconds to answer. */
export function slowly(ms: number): Behaviour {
  return text(() => new Promise((resolve) => setTimeout(() => resolve('At last'), ms)));
}

/** The answer to a caller if the store cannot be used. */
export const answerToFault = {
  status: 500,
  body: {
    success: false,
    message: 'Internal server error',
    error: expect.stringMatching(
      /^(Accounts cannot be read or changed|Requests cannot be counted) at the moment\.$/,
    ) as string,
  },
};
