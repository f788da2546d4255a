import type { Server } from 'node:http';
import type { PendingTasks } from '../concurrency/pending-tasks.ts';
/**
 * Watches a server's connections; call it before the server listens.
 * @param tasks of the server's requests, which may outlive the connections that they came by
 * @returns what stops the server: it takes no new connections, requests that have begun get their
 * response, a connection is closed as soon as it has no request, and after `graceMs` milliseconds in
 * any case. It resolves when the tasks have ended, too: those of callers who have gone give credits
 * back.
 */
export declare function gracefulShutdown(server: Server, tasks?: PendingTasks): (graceMs: number) => Promise<void>;
