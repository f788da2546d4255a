import type { Server } from 'node:http';
/** The service cannot listen where it was told to. The message is for the operator. */
export declare class ListenError extends Error {
    readonly name = "ListenError";
}
/**
 * Makes a server listen.
 * @throws ListenError
 */
export declare function listen(server: Server, port: number, host: string): Promise<void>;
