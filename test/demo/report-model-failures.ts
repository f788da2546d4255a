import type { LogEntry } from './service.ts';

/** pino's level of a warning. */
const warning = 40;

const seen = new Set<string>();

/** Prints each failure of an AI model in the service's log once. */
export function reportModelFailures({ level, provider, msg, kind, status }: LogEntry): void {
  if (Number(level) < warning || typeof provider !== 'string') return;
  const details = [kind, status].filter((detail) => detail !== undefined).map(String);
  const line = `${provider}: ${String(msg)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  if (seen.has(line)) return;
  seen.add(line);
  console.log(line);
}
