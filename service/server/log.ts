import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pino, type DestinationStream, type Logger } from 'pino';
import { builtFolder } from '../config/package.ts';

/** Read when they are needed: each takes a tenth of a second. By the URL of what was built. */
const sourceMaps = new Map<string, SourceMap>();

const built = `${pathToFileURL(builtFolder()).href}/`;

/**
 * Where an error was made, by its stack: `normalise.ts:88`. For what was built it is the place in the
 * source, since one built file holds hundreds of those. Nothing where the stack does not say.
 */
function sourcePlace(stack: string): string | undefined {
  const frame = stack.split('\n    at ')[1] ?? '';
  const [, file, line, column] = /\(?([^\s(]+):(\d+):(\d+)\)?/.exec(frame) ?? [];
  if (!file) return undefined;
  const origin = readMap(file)?.findOrigin(Number(line), Number(column));
  return origin && 'fileName' in origin
    ? `${basename(origin.fileName)}:${origin.lineNumber}`
    : `${basename(file)}:${line}`;
}

function readMap(url: string): SourceMap | undefined {
  const known = sourceMaps.get(url);
  if (known || !url.startsWith(built)) return known;
  try {
    const text = readFileSync(fileURLToPath(`${url}.map`), 'utf8');
    const map = new SourceMap(JSON.parse(text) as SourceMapPayload);
    sourceMaps.set(url, map);
    return map;
  } catch {
    // The error may be that no file can be opened. It has to get into the log all the same.
    return undefined;
  }
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

/** One for the whole process, whatever number of logs it has. */
function standardOutput(): DestinationStream {
  return (output ??= pino.destination(1));
}

/**
 * What a log says of an error: no stack, since stacks and messages of other people's code hold
 * paths; the place is enough to find it.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const at = sourcePlace(error.stack ?? '');
  return {
    type: error.name,
    message: error.message.replace(/(?:file:\/\/)?(?:\/[^\s/'"]+){2,}/g, '…'),
    ...(code !== undefined && { code }),
    ...(at !== undefined && { at }),
  };
}
