import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
/** A service that does not listen yet. */
export interface Service {
    /** Names of the providers, in the order in which they are asked. */
    readonly providers: string;
    /** Does all of one request, and resolves when that is done, also where its caller has gone. */
    handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
    /** From now on `/readyz` says that the service is stopping. */
    announceShutdown(): void;
    /** Writes what waits to be written, and lets go of the storage. */
    close(): Promise<void>;
}
export interface ServeOptions {
    readonly host: string;
    readonly port: number;
    /** How long calls are still taken after a signal to stop, in milliseconds. */
    readonly shutdownDelayMs: number;
    /** How long requests may take after that, in milliseconds. */
    readonly requestDeadlineMs: number;
    /** Another server that stops with the service. */
    readonly commandServer?: Server | undefined;
}
/**
 * Listens, and on SIGTERM or SIGINT responds to the requests that have begun and ends the process:
 * with 0, or with 1 where it did not stop cleanly.
 * @throws ListenError
 */
export declare function serve(service: Service, { host, port, shutdownDelayMs, requestDeadlineMs, commandServer }: ServeOptions, log: Logger): Promise<void>;
