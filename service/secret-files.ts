import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';

/**
 * Reads secrets that are in files, as containers and systemd hand them over: `OPENAI_API_KEY_FILE`
 * names the file of `OPENAI_API_KEY`. A line break at its end is not part of the secret.
 * @param names the variables that hold secrets
 * @returns the environment with them, and a sentence for each that cannot be read
 */
export function readSecretFiles(
  env: Environment,
  names: readonly string[],
): { env: Environment; problems: string[] } {
  const problems: string[] = [];
  const secrets: Record<string, string> = {};
  for (const name of names) {
    const fileName = `${name}_FILE`;
    const path = env[fileName]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) {
      problems.push(`${name} and ${fileName} are both set: one of them must be enough.`);
      continue;
    }
    const content = readIfPossible(path);
    if (content) secrets[name] = content;
    else {
      const what = content === undefined ? 'that this user can read' : 'with the secret in it';
      problems.push(`${fileName} must be the path of a file ${what}.`);
    }
  }
  return { env: { ...env, ...secrets }, problems };
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
