import { basename } from 'node:path';
import { pino, type DestinationStream, type Logger } from 'pino';
import { withoutPaths } from '../providers/complaint.ts';

/**
 * Where an error was thrown, by its stack: `normalise.ts:88`. Nothing if the stack has no place. For
 * the built service it is the place in the source, because Node.js runs with `--enable-source-maps`.
 */
function errorLocation(stack: string): string | undefined {
  // A message, which comes first, may be of any kind and length.
  const frame = stack.split('\n    at ')[1]?.slice(0, 1_000) ?? '';
  const [, file, line] = /\(?([^\s(]+):(\d+):\d+\)?/.exec(frame) ?? [];
  return file && `${basename(file)}:${line}`;
}

/** Personal data that the log may leave out, and the fields that hold it. */
const redactable = { users: 'user', addresses: 'client' } as const;

/**
 * The service's log: one JSON object a line, on standard output.
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
    serializers: { err: describeError },
    ...(redact.length > 0 && {
      redact: { paths: redact.map((one) => redactable[one]), remove: true },
    }),
  };
  return pino(options, destination ?? standardOutput());
}

let output: DestinationStream | undefined;

/** One for the whole process, however many logs it has. */
function standardOutput(): DestinationStream {
  return (output ??= pino.destination(1));
}

/**
 * An error as the log has it: without its stack, because stacks and messages of libraries contain
 * paths; the place is enough to find it.
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
