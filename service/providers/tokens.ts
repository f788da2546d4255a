import type { Tokens } from './provider.ts';

/** Reads counts that servers may leave out, or send as something else, whatever the types say. */
export function readTokens(input: unknown, output: unknown): Tokens {
  return { input: readCount(input), output: readCount(output) };
}

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
