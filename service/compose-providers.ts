import type { Registry } from 'prom-client';
import { type AltText, withPostprocessing } from './prompting/answer.ts';
import type { Config } from './config/config.ts';
import { createDecodingQueue, type DecodingQueue } from './images/decoding-queue.ts';
import { createImageReader } from './images/read-image.ts';
import type { ReadImage } from './images/image.ts';
import { providerChain } from './providers/chain.ts';
import { prepareBuiltInFetch } from './providers/image-fetch.ts';
import { createProviderMetrics } from './providers/metrics.ts';
import type { Provider } from './providers/provider.ts';

/** Makes the configured providers, undecorated, in the order in which they are asked. */
export function createProviders(config: Config): Provider[] {
  prepareBuiltInFetch();
  return config.providers.map(({ vendor, ...settings }) => vendor.create(settings));
}

/**
 * What generates alt text from an image: the image loader, and the provider chain with its models.
 */
export interface AltTextPipeline {
  readonly readImage: ReadImage;
  readonly provider: Provider<AltText>;
  /** Model names, in the order in which they are asked. */
  readonly models: readonly string[];
  /** How many images are waiting to be decoded, and how many are being decoded. */
  readonly queueSizes: DecodingQueue['sizes'];
}

/** Makes both from the configuration; the providers' metrics go into `registry`. */
export function createAltTextPipeline(config: Config, registry: Registry): AltTextPipeline {
  const metrics = createProviderMetrics(registry);
  const queue = createDecodingQueue(config.processes);
  return {
    readImage: createImageReader({
      maxBytes: config.imageMaxBytes,
      allowPrivateNetworks: config.imageAllowPrivateNetworks,
      queue,
    }),
    provider: providerChain(createProviders(config), { ...config, withPostprocessing, metrics }),
    models: config.providers.map(({ model }) => model),
    queueSizes: queue.sizes,
  };
}
