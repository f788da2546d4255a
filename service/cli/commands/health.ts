import { parseListenAddress } from '../../config/store-config.ts';
import { CommandError } from './store-command.ts';

/** Shorter than what container runtimes give a check, in milliseconds. */
const timeoutMs = 3_000;

/**
 * Asks the service of this machine whether it is alive.
 * @throws CommandError when it is not
 */
export async function runHealth(): Promise<void> {
  const url = `${parseListenAddress(process.env)}/healthz`;
  const status = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    (response) => response.status,
    () => undefined,
  );
  if (status === 200) return;
  const reason = status === undefined ? 'nothing responds' : `the response is ${status}`;
  throw new CommandError(`The service is not healthy: ${reason} at ${url}.`);
}
