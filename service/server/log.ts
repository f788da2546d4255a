import { basename } from 'node:path';
import { pino, type DestinationStream, type Logger } from 'pino';

/** The service's log: one JSON object a line, on standard output. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What a log says of an error: no stack, since stacks and messages of other people's code hold
 * paths; the place is enough to find it.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const [, file, line] =
    /\(?([^\s(]+):(\d+):\d+\)?/.exec(error.stack?.split('\n    at ')[1] ?? '') ?? [];
  return {
    type: error.name,
    message: error.message.replace(/(?:file:\/\/)?(?:\/[^\s/'"]+){2,}/g, '…'),
    ...(code !== undefined && { code }),
    ...(file && { at: `${basename(file)}:${line}` }),
  };
}
