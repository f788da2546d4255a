import type { Vendor } from '../providers/provider.ts';
import { vendors as allVendors } from '../providers/vendors.ts';
import { listVariables, secretVariables, shape } from './config.ts';
import { readEnvironment, readSecretFiles, type Environment } from './environment.ts';

/** A variable of the configuration, and where its value comes from. Nothing secret is in it. */
export interface Setting {
  readonly name: string;
  /** The value in force, without secrets; nothing where there is none. */
  readonly value: string | undefined;
  /** Whether the value is the end of a secret, or empty for a secret too short to show its end. */
  readonly isSecret: boolean;
  readonly source: 'default' | 'environment' | 'file';
}

/** Variables whose values nobody is to see. */
const secrets = /KEY|TOKEN|SECRET|PASSWORD/;

/** Secrets that are shorter show nothing: four characters would be too much of them. */
const longEnoughToShowEnd = 20;

/**
 * Lists all variables of the configuration, by name. Secrets show their last four characters at
 * most, addresses neither user, password nor query.
 * @param given a valid configuration
 * @param envFile what the `.env` file says; it counts where `given` says the same
 */
export function listSettings(
  given: Environment,
  envFile: Environment,
  vendors: readonly Vendor[] = allVendors,
): Setting[] {
  const { env } = readSecretFiles(given, secretVariables(vendors));
  const variables = shape(vendors);
  const values: Readonly<Record<string, string | number | boolean | undefined>> =
    readEnvironment(variables, env).values ?? {};
  const defaults = Object.fromEntries(
    vendors.map(({ environment, defaultModel }) => [environment.model, defaultModel]),
  );
  return listVariables(vendors)
    .sort()
    .map((name) => {
      const set = env[name]?.trim() || undefined;
      const value = values[name] ?? set ?? defaults[name];
      const isSecret = secrets.test(name);
      const isFromFile = envFile[name] !== undefined && envFile[name] === env[name];
      return {
        name,
        isSecret,
        value: value === undefined ? undefined : show(String(value), isSecret),
        source: set === undefined ? 'default' : isFromFile ? 'file' : 'environment',
      };
    });
}

function show(value: string, isSecret: boolean): string {
  if (isSecret) return value.length < longEnoughToShowEnd ? '' : value.slice(-4);
  if (!value.includes('://')) return value;
  const { protocol, host, pathname } = new URL(value);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
