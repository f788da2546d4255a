import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from './environment.ts';

/** Adds the variables of a `.env` file in the working folder, if there is one; set ones win. */
export function loadEnvFile(): void {
  ifThere(() => process.loadEnvFile());
}

/** What a `.env` file in the working folder says; nothing where there is none. */
export function readEnvFile(): Environment {
  return ifThere(() => parseEnv(readFileSync('.env', 'utf8'))) ?? {};
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return undefined;
  }
}
