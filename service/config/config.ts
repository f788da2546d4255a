import * as z from 'zod';
import {
  alertSecrets,
  alertShape,
  findIncompleteMail,
  mailConfig,
  type AlertConfig,
} from './alert-config.ts';
import type { ConfiguredProvider, Vendor } from '../providers/provider.ts';
import {
  describeMissingProvider,
  listConfiguredProviders,
  vendors as allVendors,
} from '../providers/vendors.ts';
import {
  apiKey,
  baseUrl,
  describeSuggestion,
  flag,
  suggestVariables,
  offOrOn,
  onOrOff,
  optionalNumber,
  readEnvironment,
  readSecretFiles,
  url,
  wholeNumber,
  type Environment,
  type VariableSuggestion,
} from './environment.ts';
import {
  addressShape,
  configError,
  storeConfig,
  storeSecrets,
  storeShape,
  type StoreConfig,
} from './store-config.ts';

/** All configuration from the environment. Times are in milliseconds, sizes in bytes. */
export interface Config extends AlertConfig {
  readonly host: string;
  readonly port: number;
  /** The port of `/metrics`, if it isn't on the main port. */
  readonly metricsPort: number | undefined;
  /** The number of processes that share the port on this machine. */
  readonly processes: number;
  readonly store: StoreConfig;
  /** At least one, in the order in which they are asked. */
  readonly providers: readonly ConfiguredProvider[];
  readonly providerTimeoutMs: number;
  readonly requestDeadlineMs: number;
  readonly rateLimitPerMinute: number;
  /** How many calls providers may answer per day (UTC); undefined for no limit. */
  readonly dailyCallsMax: number | undefined;
  /** How long an answer is cached, in seconds; 0 turns the cache off. */
  readonly cacheTtlSeconds: number;
  /** Whether texts get a second opinion if the request does not say. */
  readonly verifyTexts: boolean;
  readonly imageMaxBytes: number;
  readonly imageAllowPrivateNetworks: boolean;
  readonly trustProxy: boolean;
  /** Whether the dashboard is on. */
  readonly dashboard: boolean;
  /** The address at which people reach the service, such as `https://alt.example.com`. */
  readonly publicUrl: string | undefined;
  /** How long `/readyz` responds 503 before the listener closes. */
  readonly shutdownDelayMs: number;
  /** Whether spans are exported. */
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
    error: 'must be users, addresses, or both, separated by a comma.',
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
    ...Object.fromEntries(vendors.map(({ environment }) => [environment.baseUrl, baseUrl])),
    ...Object.fromEntries(vendors.map(({ environment }) => [environment.apiKey, apiKey])),
    PROVIDER_TIMEOUT_MS: wholeNumber(100, 600_000, 12_000),
    REQUEST_DEADLINE_MS: wholeNumber(100, 600_000, 25_000),
    RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000, 100),
    DAILY_CALLS_MAX: optionalNumber(1, 1_000_000_000).optional(),
    CACHE_TTL_SECONDS: wholeNumber(0, 31_536_000, 86_400),
    VERIFY_TEXTS: offOrOn,
    IMAGE_MAX_BYTES: wholeNumber(1_024, 104_857_600, 10_485_760),
    IMAGE_ALLOW_PRIVATE_NETWORKS: flag,
    TRUST_PROXY: flag,
    DASHBOARD: onOrOff,
    ...alertShape,
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
  return [
    ...storeSecrets,
    ...alertSecrets,
    ...vendors.map(({ environment }) => environment.apiKey),
  ];
}

/** All variables of the configuration. */
export function listVariables(vendors: readonly Vendor[] = allVendors): string[] {
  const ofVendors = vendors.flatMap(({ environment }) => Object.values(environment));
  return [...new Set([...Object.keys(shape(vendors)), ...ofVendors])];
}

/** Variables that are set and look like misspellings of the configuration's own. */
export function listMisspeltVariables(
  env: Environment,
  vendors: readonly Vendor[] = allVendors,
): VariableSuggestion[] {
  const files = secretVariables(vendors).map((name) => `${name}_FILE`);
  return suggestVariables(env, [...listVariables(vendors), ...files]);
}

const oneProcess =
  'WEB_CONCURRENCY must be 1 without DATABASE_URL: several processes need PostgreSQL.';

const samePort = 'METRICS_PORT must differ from PORT. Leave it unset to use one port for both.';

/**
 * Reads the whole configuration from environment variables. An empty variable counts as unset.
 * @param needsProvider whether having none is a problem
 * @throws ConfigError that names every problem
 */
export function parseConfig(
  given: Environment,
  vendors: readonly Vendor[] = allVendors,
  needsProvider = true,
): Config {
  const { env, problems: unread } = readSecretFiles(given, secretVariables(vendors));
  const { values, problems } = readEnvironment(shape(vendors), env);
  problems.push(...unread);
  const providers = listConfiguredProviders(env, vendors);
  if (providers.length === 0 && needsProvider) problems.push(describeMissingProvider(vendors));
  const isSeveral = (processes.safeParse(env['WEB_CONCURRENCY']).data ?? 1) > 1;
  if (isSeveral && !env['DATABASE_URL']?.trim()) problems.push(oneProcess);
  const isSamePort = values?.METRICS_PORT === values?.PORT && values?.PORT !== 0;
  if (values && isSamePort) problems.push(samePort);
  const incompleteMail = values && findIncompleteMail(values);
  if (incompleteMail) problems.push(incompleteMail);
  if (!values || problems.length > 0) {
    const suggestions = listMisspeltVariables(given, vendors).map(describeSuggestion);
    throw configError([...problems, ...suggestions]);
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
    dailyCallsMax: values.DAILY_CALLS_MAX,
    cacheTtlSeconds: values.CACHE_TTL_SECONDS,
    verifyTexts: values.VERIFY_TEXTS === 'on',
    imageMaxBytes: values.IMAGE_MAX_BYTES,
    imageAllowPrivateNetworks: values.IMAGE_ALLOW_PRIVATE_NETWORKS,
    trustProxy: values.TRUST_PROXY,
    dashboard: values.DASHBOARD === 'on',
    publicUrl: values.PUBLIC_URL,
    mail: mailConfig(values),
    alertWebhookUrl: values.ALERT_WEBHOOK_URL,
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    logLevel: values.LOG_LEVEL,
    logRedact: (['users', 'addresses'] as const).filter((one) => values.LOG_REDACT?.includes(one)),
  };
}
