import * as z from 'zod';
import {
  canBeDecoded,
  origin,
  readEnvironment,
  readSecretFiles,
  text,
  wholeNumber,
  type Environment,
} from './environment.ts';

/** The configuration has problems; the message lists all of them, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Where accounts are stored: in PostgreSQL if a URL is set, otherwise in files. */
export interface StoreConfig {
  /** The folder of lowdb's files. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** How many connections each process may open to the database, besides the one for `/readyz`. */
  readonly databasePoolSize?: number;
  /** Whether files, or (with `--yes`) tables, of an older version may be changed. */
  readonly mayUpgrade?: boolean;
}

const notADatabase =
  'must be an address such as postgres://user:password@host:5432/altscribe. In user and password, ' +
  'these characters are written otherwise: @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25.';

/** The variables among them that hold secrets. */
export const storeSecrets = ['DATABASE_URL'];

/** The variables that the store needs. */
export const storeShape = {
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: notADatabase, abort: true })
    // PostgreSQL's client decodes user and password, and fails on a lone %.
    .refine((value) => canBeDecoded(new URL(value)), { error: notADatabase })
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1_000, 10),
};

/** The variables for the address of the service. */
export const addressShape = {
  HOST: text.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 3000),
  PUBLIC_URL: origin,
};

/**
 * Reads only the configuration of the store, for commands that use no provider.
 * @throws ConfigError that names every problem
 */
export function parseStoreConfig(env: Environment): StoreConfig {
  const { env: read, problems: unread } = readSecretFiles(env, storeSecrets);
  const { values, problems } = readEnvironment(storeShape, read);
  if (!values || unread.length > 0) throw configError([...problems, ...unread]);
  return storeConfig(values);
}

/**
 * Reads only the address at which people reach the service, for commands that print links.
 * @throws ConfigError that names every problem
 */
export function parsePublicUrl(env: Environment): string {
  const { values, problems } = readEnvironment(addressShape, env);
  if (!values) throw configError(problems);
  return publicUrlOf({ publicUrl: values.PUBLIC_URL, host: values.HOST, port: values.PORT });
}

/**
 * Reads only the address where the service listens, for commands that call it on the same machine.
 * @throws ConfigError that names every problem
 */
export function parseListenAddress(env: Environment): string {
  const { values, problems } = readEnvironment(addressShape, env);
  if (!values) throw configError(problems);
  return publicUrlOf({ publicUrl: undefined, host: values.HOST, port: values.PORT });
}

/**
 * The address at which people reach the service: the public URL if set, otherwise the listen
 * address.
 */
export function publicUrlOf({
  publicUrl,
  host,
  port,
}: {
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly port: number;
}) {
  if (publicUrl !== undefined) return publicUrl;
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Converts the values of `storeShape`. */
export function storeConfig(values: {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
  DATABASE_POOL_SIZE: number;
}): StoreConfig {
  return {
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
  };
}

/** One error that lists all problems. */
export function configError(problems: readonly string[]): ConfigError {
  return new ConfigError(`The configuration has problems:\n- ${problems.join('\n- ')}`);
}

/** Whether the environment names a store. */
export function isStoreNamed(env: Environment): boolean {
  return ['DATA_DIR', 'DATABASE_URL', 'DATABASE_URL_FILE'].some((name) => env[name]?.trim());
}
