import { parseListenAddress, parseStoreConfig } from '../../config/store-config.ts';
import { askAddress, NotRunningError } from '../socket/client.ts';
import { CommandError } from './store-command.ts';

/** In milliseconds; shorter than container runtimes' own limit. */
const timeoutMs = 3_000;

/** The service that has DATA_DIR open says where it listens; otherwise HOST and PORT do. */
async function findAddress(): Promise<string> {
  const { dataDir, databaseUrl } = parseStoreConfig(process.env);
  const asked = databaseUrl
    ? undefined
    : await askAddress(dataDir).catch((error: unknown) => {
        if (error instanceof NotRunningError) return undefined;
        throw error;
      });
  return asked ?? parseListenAddress(process.env);
}

/**
 * Checks whether the service on this machine is alive.
 * @throws CommandError if it isn't
 */
export async function runHealth(): Promise<void> {
  const url = `${await findAddress()}/healthz`;
  const status = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    (response) => response.status,
    () => undefined,
  );
  if (status === 200) return;
  const reason = status === undefined ? 'no response' : `it responded with status ${status}`;
  throw new CommandError(`The service is not healthy: ${reason} at ${url}.`);
}
