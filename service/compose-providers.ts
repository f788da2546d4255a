import { pino } from 'pino';
import sharp from 'sharp';
import { findLanguage } from '../shared/languages.ts';
import type { Registry } from 'prom-client';
import type { AlertMonitor } from './alerts/monitor.ts';
import type { AltText } from './prompting/answer.ts';
import type { Config } from './config/config.ts';
import { createDecodingQueue, type DecodingQueue } from './images/decoding-queue.ts';
import { createImageReader } from './images/read-image.ts';
import type { ReadImage } from './images/image.ts';
import { askOnce, createChain, type Generate } from './providers/chain.ts';
import { prepareBuiltInFetch } from './providers/image-fetch.ts';
import { createProviderMetrics, type ProviderMetrics } from './providers/metrics.ts';
import { buildPrompt } from './prompting/prompt.ts';
import { readText } from './prompting/read-text.ts';
import { createSecondOpinion, type SecondOpinion } from './prompting/second-opinion.ts';
import { ProviderError, type Provider } from './providers/provider.ts';

/** Makes the configured providers, in the order in which they are asked. */
export function createProviders(config: Config): Provider[] {
  prepareBuiltInFetch();
  return config.providers.map(({ vendor, ...settings }) => vendor.create(settings));
}

/**
 * What generates alt text from an image: the image loader, and the provider chain with its models.
 */
export interface AltTextPipeline {
  readonly readImage: ReadImage;
  readonly generate: Generate<AltText>;
  /** Undefined with a single provider. */
  readonly secondOpinion: SecondOpinion | undefined;
  /** Model names, in the order in which they are asked. */
  readonly models: readonly string[];
  /** How many images are waiting to be decoded, and how many are being decoded. */
  readonly queueSizes: DecodingQueue['sizes'];
}

/**
 * Makes both from the configuration; the providers' metrics go into `registry`.
 * @param alerts also told when a provider was asked, and when none has answered a call for a text
 */
export function createAltTextPipeline(
  config: Config,
  registry: Registry,
  alerts?: Pick<AlertMonitor, 'providerCalled' | 'allProvidersFailed'>,
): AltTextPipeline {
  const measured = createProviderMetrics(registry);
  const open = new Set<string>();
  const metrics: ProviderMetrics = {
    ...measured,
    called(call) {
      measured.called(call);
      alerts?.providerCalled(call);
    },
    breaker(provider, state) {
      measured.breaker(provider, state);
      if (state === 'closed') open.delete(provider);
      else open.add(provider);
    },
  };
  const providers = createProviders(config);
  const queue = createDecodingQueue(config.processes);
  return {
    readImage: createImageReader({
      maxBytes: config.imageMaxBytes,
      allowPrivateNetworks: config.imageAllowPrivateNetworks,
      queue,
    }),
    generate: createChain(providers, {
      ...config,
      read: readText,
      metrics,
      ...(alerts && { onAllFailed: alerts.allProvidersFailed }),
    }),
    secondOpinion:
      providers.length > 1
        ? createSecondOpinion(providers, {
            ...config,
            metrics,
            isSkipped: (name) => open.has(name),
          })
        : undefined,
    models: config.providers.map(({ model }) => model),
    queueSizes: queue.sizes,
  };
}

/** VERIFY_TEXTS has no effect. */
export const noSecondOpinion =
  'VERIFY_TEXTS is on, but only one provider is configured: texts are not verified';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Calls every provider with a tiny image. */
export async function examineProviders(config: Config): Promise<Finding[]> {
  const image = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#d33' },
  })
    .jpeg()
    .toBuffer();
  const findings: Finding[] = [];
  for (const [index, provider] of createProviders(config).entries()) {
    const model = config.providers[index]?.model ?? '';
    findings.push(await examineProvider(provider, model, image, config.providerTimeoutMs));
  }
  return findings;
}

async function examineProvider(
  provider: Provider,
  model: string,
  image: Buffer,
  timeoutMs: number,
): Promise<Finding> {
  const { name } = provider;
  const prompt = buildPrompt({}, findLanguage('en'));
  const start = performance.now();
  const options = {
    signal: new AbortController().signal,
    deadline: Date.now() + timeoutMs,
    log: pino({ level: 'silent' }),
  };
  try {
    const { answer } = await askOnce(provider, readText, { ...prompt, image }, options);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    return { check: name, ok: true, detail: `${model} answered in ${seconds} s: ${answer.text}` };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const code = error.code ? `, ${error.code}` : '';
    const hint = error.hint ? `: “${error.hint}”` : '';
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1_000);
    const wait = seconds > 0 ? `. It says to wait ${seconds} s.` : '';
    const remedy = error.variable ? `. Check ${error.variable}.` : '';
    const detail = `${model}: ${error.message}${code}${hint}${wait}${remedy}`;
    return { check: name, ok: false, detail };
  }
}
