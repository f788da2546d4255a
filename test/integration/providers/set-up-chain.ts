import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, vi } from 'vitest';
import { altTextSchema, type AltText } from '../../../service/prompting/answer.ts';
import { readText } from '../../../service/prompting/read-text.ts';
import { createChain, type Generate } from '../../../service/providers/chain.ts';
import { gemini } from '../../../service/providers/gemini.ts';
import { createProviderMetrics } from '../../../service/providers/metrics.ts';
import { openai } from '../../../service/providers/openai.ts';
import { startProviderStandIn, type ProviderStandIn } from '../../support/provider-stand-in.ts';

export const providerTimeoutMs = 1_000;
const requestDeadlineMs = 5_000;

export const request = {
  instructions: 'Describe.',
  context: '{}',
  schema: altTextSchema,
  language: 'en',
  image: Buffer.from('an image'),
};

/** The objects of one test. */
interface Scene {
  standIn: ProviderStandIn;
  /** A test may replace it. */
  chain: Generate<AltText>;
  registry: Registry;
  logged: string[];
}

/** The objects of the current test. */
export const scene = {} as Scene;

/** Gives each test a chain of both providers. */
export function useChain(): void {
  beforeEach(async () => {
    scene.standIn = await startProviderStandIn();
    scene.logged = [];
    scene.chain = createChain(bothProviders(), options());
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    skippedMs = 0;
    await scene.standIn.stop();
  });
}

/** The real monotonic clock. */
export const now = performance.now.bind(performance);
let skippedMs = 0;

/** Advances the monotonic clock. */
export function later(ms: number): void {
  skippedMs += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
}

export function bothProviders() {
  const settings = { apiKey: 'a-key', model: 'm' };
  return [
    openai.create({ ...settings, baseUrl: scene.standIn.openaiBaseUrl }),
    gemini.create({ ...settings, baseUrl: scene.standIn.geminiBaseUrl }),
  ];
}

export function options(timeoutMs = providerTimeoutMs) {
  scene.registry = new Registry();
  return {
    providerTimeoutMs: timeoutMs,
    requestDeadlineMs,
    read: readText,
    metrics: createProviderMetrics(scene.registry),
  };
}

export const log = pino({ base: null }, { write: (line: string) => void scene.logged.push(line) });

export async function generate(
  deadlineMs = requestDeadlineMs,
  signal = new AbortController().signal,
) {
  const call = { signal, log, deadline: Date.now() + deadlineMs };
  return (await scene.chain(request, call)).answer;
}

/** The names of the providers that were asked, in order. */
export function asked(): string {
  return scene.standIn.calls.map((call) => call.provider).join(' ');
}
