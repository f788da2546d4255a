import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from './environment.ts';
import { ConfigError } from './store-config.ts';

const name = '.env';

/**
 * Adds the variables of a `.env` file in the working folder, if it exists. Variables that are
 * already set take precedence.
 * @throws ConfigError if it cannot be read
 */
export function loadEnvFile(): void {
  for (const [variable, value] of Object.entries(readEnvFile())) process.env[variable] ??= value;
}

/**
 * The contents of a `.env` file in the working folder; nothing if there is none.
 * @throws ConfigError if it cannot be read
 */
function readEnvFile(): Environment {
  try {
    return parseEnv(readFileSync(name, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {};
    throw new ConfigError(
      'The file .env in the working folder cannot be read by this user. Make it the owner of the ' +
        'file, or start in another folder.',
      { cause },
    );
  }
}

/**
 * The same, but nothing if the file cannot be read: its permissions may have changed since the
 * start.
 */
export function findEnvFile(): Environment {
  try {
    return readEnvFile();
  } catch {
    return {};
  }
}

/**
 * Lists the variables that name the file of a secret which every user of this machine can read. The
 * permissions of the folders above a file count, too.
 * @param names the variables that hold secrets
 */
export function listExposedSecretFiles(env: Environment, names: readonly string[]): string[] {
  return names
    .map((secret) => `${secret}_FILE`)
    .filter((variable) => {
      const path = env[variable]?.trim();
      return path && isReadByAll(resolve(path));
    });
}

function isReadByAll(path: string): boolean {
  const modeOf = (one: string) => statSync(one, { throwIfNoEntry: false })?.mode ?? 0;
  if ((modeOf(path) & 0o004) === 0) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((modeOf(folder) & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Whether there is a `.env` file with secrets that every user of this machine can read.
 * @param names the variables that hold secrets
 */
export function isEnvFileExposed(names: readonly string[]): boolean {
  const mode = statSync(name, { throwIfNoEntry: false })?.mode ?? 0;
  const others = 0o004;
  if ((mode & others) === 0) return false;
  const env = readEnvFile();
  return names.some((secret) => env[secret]);
}
