import { z } from 'zod';

/** The configuration has problems; the message lists all of them, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Where accounts are kept: in a PostgreSQL database if there is one, else in files. */
export interface StoreConfig {
  /** Folder of lowdb's files. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** One AI model provider. Without `baseUrl`, the vendor's own address is used. */
export interface ProviderConfig {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly model: string;
}

/** Everything the service reads from its environment. Times are milliseconds, sizes bytes. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** How many share the port on this machine. */
  readonly processes: number;
  readonly store: StoreConfig;
  readonly openai: ProviderConfig | undefined;
  readonly gemini: ProviderConfig | undefined;
  readonly providerTimeoutMs: number;
  readonly requestDeadlineMs: number;
  readonly rateLimitPerMinute: number;
  /** How long an answer is kept, in seconds; 0 for not at all. */
  readonly cacheTtlSeconds: number;
  readonly imageMaxBytes: number;
  readonly imageAllowPrivateNetworks: boolean;
  readonly trustProxy: boolean;
  readonly logLevel: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const text = z.string().trim().optional();
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL.' }).optional();

function wholeNumber(least: number, most: number, otherwise: number) {
  const error = `must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error })
    .default(otherwise);
}

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false.' })
  .default('false')
  .transform((value) => value === 'true' || value === '1');

const storeShape = {
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/altscribe.',
    })
    .optional(),
};

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const shape = {
  ...storeShape,
  HOST: text.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 3000),
  WEB_CONCURRENCY: wholeNumber(1, 64, 1),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: url,
  OPENAI_MODEL: text.default('gpt-5.4-mini'),
  GEMINI_API_KEY: text,
  GEMINI_BASE_URL: url,
  GEMINI_MODEL: text.default('gemini-3.8-flash'),
  PROVIDER_TIMEOUT_MS: wholeNumber(100, 600_000, 12_000),
  REQUEST_DEADLINE_MS: wholeNumber(100, 600_000, 25_000),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000, 100),
  CACHE_TTL_SECONDS: wholeNumber(0, 31_536_000, 86_400),
  IMAGE_MAX_BYTES: wholeNumber(1_024, 104_857_600, 10_485_760),
  IMAGE_ALLOW_PRIVATE_NETWORKS: flag,
  TRUST_PROXY: flag,
  LOG_LEVEL: z
    .enum(logLevels, { error: `must be one of ${logLevels.join(', ')}.` })
    .default('info'),
};

const noProvider =
  'OPENAI_API_KEY, GEMINI_API_KEY or OPENAI_BASE_URL must be set: one AI model provider at least ' +
  '(OPENAI_BASE_URL may be a local model server, for example http://127.0.0.1:11434/v1).';

const oneProcess =
  'WEB_CONCURRENCY must be 1 without DATABASE_URL: files are for one process, several need PostgreSQL.';

/**
 * Reads the whole configuration from environment variables. An empty variable counts as unset.
 * @throws ConfigError that names every problem.
 */
export function parseConfig(env: Environment): Config {
  const { values, problems } = parse(shape, env);
  const isSet = (name: string) => Boolean(env[name]?.trim());
  if (!['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'GEMINI_API_KEY'].some(isSet)) {
    problems.push(noProvider);
  }
  const processes = shape.WEB_CONCURRENCY.safeParse(env['WEB_CONCURRENCY']).data ?? 1;
  if (processes > 1 && !isSet('DATABASE_URL')) problems.push(oneProcess);
  if (!values || problems.length > 0) throw configError(problems);
  return {
    host: values.HOST,
    port: values.PORT,
    processes: values.WEB_CONCURRENCY,
    store: storeConfig(values),
    // A local model server takes any key; the SDK insists on one.
    openai: provider(values.OPENAI_API_KEY ?? (values.OPENAI_BASE_URL && 'none'), {
      baseUrl: values.OPENAI_BASE_URL,
      model: values.OPENAI_MODEL,
    }),
    gemini: provider(values.GEMINI_API_KEY, {
      baseUrl: values.GEMINI_BASE_URL,
      model: values.GEMINI_MODEL,
    }),
    providerTimeoutMs: values.PROVIDER_TIMEOUT_MS,
    requestDeadlineMs: values.REQUEST_DEADLINE_MS,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    cacheTtlSeconds: values.CACHE_TTL_SECONDS,
    imageMaxBytes: values.IMAGE_MAX_BYTES,
    imageAllowPrivateNetworks: values.IMAGE_ALLOW_PRIVATE_NETWORKS,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * Reads only what the store needs, for commands that ask no provider.
 * @throws ConfigError that names every problem.
 */
export function parseStoreConfig(env: Environment): StoreConfig {
  const { values, problems } = parse(storeShape, env);
  if (!values) throw configError(problems);
  return storeConfig(values);
}

function parse<Shape extends z.ZodRawShape>(shape: Shape, env: Environment) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = z.object(shape).safeParse(set);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return { values: result.data, problems };
}

function storeConfig(values: { DATA_DIR: string; DATABASE_URL?: string | undefined }): StoreConfig {
  return { dataDir: values.DATA_DIR, databaseUrl: values.DATABASE_URL };
}

function provider(
  apiKey: string | undefined,
  rest: Omit<ProviderConfig, 'apiKey'>,
): ProviderConfig | undefined {
  return apiKey ? { apiKey, ...rest } : undefined;
}

/** One error that lists all problems. */
export function configError(problems: readonly string[]): ConfigError {
  return new ConfigError(`The configuration has problems:\n- ${problems.join('\n- ')}`);
}
