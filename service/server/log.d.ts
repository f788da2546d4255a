import { type DestinationStream, type Logger } from 'pino';
/** The service's log: one JSON object a line, on standard output. */
export declare function createLog(level: string, destination?: DestinationStream): Logger;
