import { basename } from 'node:path';
import { pino, type DestinationStream, type Logger } from 'pino';
import { withoutPaths } from '../providers/complaint.ts';

/**
 * Where an error was thrown, from its stack: `normalise.ts:88`. Nothing if the stack contains no
 * location. For the built service, it is the location in the source, because source maps are
 * enabled.
 */
function errorLocation(stack: string): string | undefined {
  // The message, which comes first, may have any content and length.
  const frame = stack.split('\n    at ')[1]?.slice(0, 1_000) ?? '';
  const [, file, line] = /\(?([^\s(]+):(\d+):\d+\)?/.exec(frame) ?? [];
  return file && `${basename(file)}:${line}`;
}

/** Personal data that the log may leave out, and the fields that hold it. */
const redactable = { users: 'user', addresses: 'client' } as const;

/**
 * The service's log: one JSON object per line, on standard output.
 * @param redact what to leave out
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  redact: readonly (keyof typeof redactable)[] = [],
): Logger {
  const options = {
    level,
    base: null,
    serializers: {
      err: describeError,
      ...(redact.includes('users') && { path: withoutUsers }),
    },
    ...(redact.length > 0 && {
      redact: { paths: redact.map((one) => redactable[one]), remove: true },
    }),
  };
  return pino(options, destination ?? standardOutput());
}

/** The path of a page of the dashboard names the user that it is about. */
function withoutUsers(path: unknown): string {
  const segments = String(path).split('/');
  return segments.map((one) => (/@|%40/.test(one) ? '…' : one)).join('/');
}

let output: DestinationStream | undefined;

/** One stream for the whole process, however many logs it has. */
function standardOutput(): DestinationStream {
  return (output ??= pino.destination(1));
}

/**
 * An error as it is logged: without its stack, because stacks and messages of libraries contain
 * paths. The location is enough to find it.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const at = errorLocation(error.stack ?? '');
  return {
    type: error.name,
    message: withoutPaths(error.message),
    ...(code !== undefined && { code }),
    ...(at !== undefined && { at }),
  };
}
