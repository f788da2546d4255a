import { resolve } from 'node:path';
import type { Vendor } from '../providers/provider.ts';
import { vendors as allVendors } from '../providers/vendors.ts';
import { listVariables, secretVariables, shape } from './config.ts';
import { readEnvironment, readSecretFiles, type Environment } from './environment.ts';

/** A configuration variable and the source of its value, without secrets. */
export interface Setting {
  readonly name: string;
  /** The value in force, without secrets; nothing if there is none. */
  readonly value: string | undefined;
  /** Whether the value is the end of a secret, or empty for a secret too short to show its end. */
  readonly isSecret: boolean;
  readonly source: 'default' | 'environment' | 'file' | 'secretFile';
}

/** Variables whose values are hidden: the path of a webhook is its password. */
const secrets = /KEY|TOKEN|SECRET|PASSWORD|WEBHOOK/;

/** Shorter secrets are hidden completely: four characters would reveal too much. */
const longEnoughToShowEnd = 20;

/**
 * Lists all configuration variables by name. Secrets show at most their last four characters; URLs
 * show neither user, password nor query.
 * @param given a valid configuration
 * @param envFile the contents of the `.env` file, to tell which values come from it
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
  function sourceOf(name: string): Setting['source'] {
    if (!given[name]?.trim()) return 'secretFile';
    return envFile[name] !== undefined && envFile[name] === env[name] ? 'file' : 'environment';
  }
  const defaults = Object.fromEntries(
    vendors.map(({ environment, defaultModel }) => [environment.model, defaultModel]),
  );
  return listVariables(vendors)
    .sort()
    .map((name) => {
      const set = env[name]?.trim() || undefined;
      const inForce = values[name] ?? set ?? defaults[name];
      // Only the service knows where it was started.
      const value = name === 'DATA_DIR' ? resolve(String(inForce)) : inForce;
      const isSecret = secrets.test(name);
      return {
        name,
        isSecret,
        value: value === undefined ? undefined : show(String(value), isSecret),
        source: set === undefined ? 'default' : sourceOf(name),
      };
    });
}

function show(value: string, isSecret: boolean): string {
  const isHidden = value.length < longEnoughToShowEnd || value.includes('://');
  if (isSecret) return isHidden ? '' : value.slice(-4);
  if (!value.includes('://')) return value;
  const { protocol, host, pathname } = new URL(value);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
