import { parseListenAddress } from '../../config/store-config.ts';
import { CommandError } from './store-command.ts';

/** In milliseconds; shorter than container runtimes' own limit. */
const timeoutMs = 3_000;

/**
 * Checks whether the service on this machine is alive.
 * @throws CommandError if it isn't
 */
export async function runHealth(): Promise<void> {
  const url = `${parseListenAddress(process.env)}/healthz`;
  const status = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    (response) => response.status,
    () => undefined,
  );
  if (status === 200) return;
  const reason = status === undefined ? 'no response' : `it responded with status ${status}`;
  throw new CommandError(`The service is not healthy: ${reason} at ${url}.`);
}
