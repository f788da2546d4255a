import type { Server } from 'node:http';

/** How often connections that have become idle are closed, in milliseconds. */
const sweepMs = 50;

/**
 * Stops servers: no new connections, requests under way are answered, and every connection is
 * closed as soon as it has nothing under way.
 */
export async function drain(servers: readonly Server[]): Promise<void> {
  const sweep = setInterval(
    () => servers.forEach((server) => server.closeIdleConnections()),
    sweepMs,
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  clearInterval(sweep);
}
