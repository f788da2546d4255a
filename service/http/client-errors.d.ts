import type { Server } from 'node:http';
/** Responds to what is no proper HTTP request, which never gets as far as the pipeline. */
export declare function respondToClientErrors(server: Server): void;
