import { z } from 'zod';
import type { ConfiguredProvider, Vendor } from '../providers/provider.ts';
import {
  describeMissingProvider,
  listConfiguredProviders,
  vendors as allVendors,
} from '../providers/vendors.ts';
import {
  describeNearMiss,
  flag,
  listNearMisses,
  onOrOff,
  optionalNumber,
  readEnvironment,
  readSecretFiles,
  url,
  wholeNumber,
  type Environment,
  type NearMiss,
} from './environment.ts';
import {
  addressShape,
  configError,
  storeConfig,
  storeSecrets,
  storeShape,
  type StoreConfig,
} from './store-config.ts';

/** Everything the service reads from its environment. Times are milliseconds, sizes bytes. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where `/metrics` is, in the place of the port; nothing where it is on that. */
  readonly metricsPort: number | undefined;
  /** How many share the port on this machine. */
  readonly processes: number;
  readonly store: StoreConfig;
  /** At least one, in the order in which they are asked. */
  readonly providers: readonly ConfiguredProvider[];
  readonly providerTimeoutMs: number;
  readonly requestDeadlineMs: number;
  readonly rateLimitPerMinute: number;
  /** How long an answer is kept, in seconds; 0 for not at all. */
  readonly cacheTtlSeconds: number;
  readonly imageMaxBytes: number;
  readonly imageAllowPrivateNetworks: boolean;
  readonly trustProxy: boolean;
  /** Whether there is a dashboard. */
  readonly dashboard: boolean;
  /** The address under which people reach the service, such as `https://alt.example.com`. */
  readonly publicUrl: string | undefined;
  /** How long `/readyz` says 503 before the listener closes. */
  readonly shutdownDelayMs: number;
  /** Whether spans are sent anywhere. */
  readonly tracing: boolean;
  readonly logLevel: string;
  /** Personal data that the log leaves out. */
  readonly logRedact: readonly ('users' | 'addresses')[];
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const redact = z
  .string()
  .trim()
  .regex(/^(users|addresses)(\s*,\s*(users|addresses))*$/, {
    error: 'must be users, addresses, or both with a comma between them.',
  })
  .optional();
const processes = wholeNumber(1, 64, 1);

/** The variables, in the order in which their problems are reported. */
export function shape(vendors: readonly Vendor[]) {
  return {
    ...storeShape,
    ...addressShape,
    METRICS_PORT: optionalNumber(0, 65_535).optional(),
    WEB_CONCURRENCY: processes,
    ...Object.fromEntries(vendors.map(({ environment }) => [environment.baseUrl, url])),
    PROVIDER_TIMEOUT_MS: wholeNumber(100, 600_000, 12_000),
    REQUEST_DEADLINE_MS: wholeNumber(100, 600_000, 25_000),
    RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000, 100),
    CACHE_TTL_SECONDS: wholeNumber(0, 31_536_000, 86_400),
    IMAGE_MAX_BYTES: wholeNumber(1_024, 104_857_600, 10_485_760),
    IMAGE_ALLOW_PRIVATE_NETWORKS: flag,
    TRUST_PROXY: flag,
    DASHBOARD: onOrOff,
    SHUTDOWN_DELAY_MS: wholeNumber(0, 600_000, 0),
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    LOG_REDACT: redact,
    LOG_LEVEL: z
      .enum(logLevels, { error: `must be one of ${logLevels.join(', ')}.` })
      .default('info'),
  };
}

/** The variables that hold secrets. */
export function secretVariables(vendors: readonly Vendor[] = allVendors): string[] {
  return [...storeSecrets, ...vendors.map(({ environment }) => environment.apiKey)];
}

/** Every variable of the configuration. */
export function listVariables(vendors: readonly Vendor[] = allVendors): string[] {
  const ofVendors = vendors.flatMap(({ environment }) => Object.values(environment));
  return [...new Set([...Object.keys(shape(vendors)), ...ofVendors])];
}

/** Variables that are set and look like misspelt ones of the configuration. */
export function listMisspeltVariables(
  env: Environment,
  vendors: readonly Vendor[] = allVendors,
): NearMiss[] {
  const files = secretVariables(vendors).map((name) => `${name}_FILE`);
  return listNearMisses(env, [...listVariables(vendors), ...files]);
}

const oneProcess =
  'WEB_CONCURRENCY must be 1 without DATABASE_URL: files are for one process, several need PostgreSQL.';

const samePort = 'METRICS_PORT must be another port than PORT: leave it out to have both on one.';

/**
 * Reads the whole configuration from environment variables. An empty variable counts as unset.
 * @throws ConfigError that names every problem.
 */
export function parseConfig(given: Environment, vendors: readonly Vendor[] = allVendors): Config {
  const { env, problems: unread } = readSecretFiles(given, secretVariables(vendors));
  const { values, problems } = readEnvironment(shape(vendors), env);
  problems.push(...unread);
  const providers = listConfiguredProviders(env, vendors);
  if (providers.length === 0) problems.push(describeMissingProvider(vendors));
  const isSeveral = (processes.safeParse(env['WEB_CONCURRENCY']).data ?? 1) > 1;
  if (isSeveral && !env['DATABASE_URL']?.trim()) problems.push(oneProcess);
  const isSamePort = values?.METRICS_PORT === values?.PORT && values?.PORT !== 0;
  if (values && isSamePort) problems.push(samePort);
  if (!values || problems.length > 0) {
    const misses = listMisspeltVariables(given, vendors).map(describeNearMiss);
    throw configError([...problems, ...misses]);
  }
  return {
    host: values.HOST,
    port: values.PORT,
    metricsPort: values.METRICS_PORT,
    processes: values.WEB_CONCURRENCY,
    store: storeConfig(values),
    providers,
    providerTimeoutMs: values.PROVIDER_TIMEOUT_MS,
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    cacheTtlSeconds: values.CACHE_TTL_SECONDS,
    imageMaxBytes: values.IMAGE_MAX_BYTES,
    imageAllowPrivateNetworks: values.IMAGE_ALLOW_PRIVATE_NETWORKS,
    trustProxy: values.TRUST_PROXY,
    dashboard: values.DASHBOARD === 'on',
    publicUrl: values.PUBLIC_URL,
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    logLevel: values.LOG_LEVEL,
    logRedact: (['users', 'addresses'] as const).filter((one) => values.LOG_REDACT?.includes(one)),
  };
}
