import type { Logger } from 'pino';
import * as z from 'zod';

/** How long an answer is kept, and how long a failure, in milliseconds. */
const keptMs = 86_400_000;
const retryMs = 3_600_000;

/** A page waits for it, in milliseconds. */
const timeoutMs = 3_000;

const version = z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/);

/** The newest release, as npm's registry, GitHub, GitLab and Forgejo describe it. */
const release = z
  .union([z.object({ version }), z.object({ tag_name: version })])
  .transform((found) => ('version' in found ? found.version : found.tag_name).replace('v', ''));

/**
 * Makes a check for a newer version, at most once a day. Failures are logged, and count as none.
 * @param url of the newest release, as JSON
 * @param current this version
 * @returns a function that finds the newer version, if there is one
 */
export function createUpdateCheck(
  url: string,
  current: string,
  log: Logger,
): () => Promise<string | undefined> {
  let newest: string | undefined;
  let nextAt = -Infinity;
  let running: Promise<void> | undefined;

  async function check(): Promise<void> {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`It answers with status ${response.status}.`);
      newest = release.parse(await response.json());
      nextAt = performance.now() + keptMs;
    } catch (error) {
      nextAt = performance.now() + retryMs;
      const reason = error instanceof z.ZodError ? 'It names no version.' : String(error);
      log.warn({ reason }, 'no version found at UPDATE_CHECK_URL');
    }
  }

  return async () => {
    if (performance.now() >= nextAt) {
      running ??= check().finally(() => (running = undefined));
      await running;
    }
    return newest !== undefined && isNewer(newest, current) ? newest : undefined;
  };
}

/** Whether a release is newer than a version, which may be a build between releases: `0.2.0-dev`. */
function isNewer(released: string, than: string): boolean {
  const [core = '', suffix] = than.split('-', 2);
  const [a, b] = [released, core].map((one) => one.split('.').map(Number));
  const differing = a?.findIndex((number, place) => number !== b?.[place]) ?? -1;
  if (differing === -1) return suffix !== undefined;
  return (a?.[differing] ?? 0) > (b?.[differing] ?? 0);
}
