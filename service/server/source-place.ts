import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFolder } from '../package.ts';

/** Read when they are needed: each takes a tenth of a second. By the URL of what was built. */
const sourceMaps = new Map<string, SourceMap>();

const built = `${pathToFileURL(builtFolder()).href}/`;

/**
 * Where an error was made, by its stack: `normalise.ts:88`. For what was built it is the place in the
 * source, since one built file holds hundreds of those. Nothing where the stack does not say.
 */
export function sourcePlace(stack: string): string | undefined {
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
