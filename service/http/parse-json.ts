import { randomUUID } from 'node:crypto';

/** A string of base64 is cut out from this length on, in bytes; in short ones there is nothing to gain. */
const longBytes = 4_096;

/** Longest beginning of a data URI, up to its data, in bytes: what is longer would take time to look at. */
const longestHeader = 64;

const base64Mark = ';base64,';
const decoder = new TextDecoder();
const header = /^data:image\/[\w.+-]+;base64,$/i;

/**
 * Parses a body as `JSON.parse(new TextDecoder().decode(bytes))` does, with the same result. Of a picture
 * in a data URI, the parser gets a short text in its place: it looks at every character, twice.
 * @throws SyntaxError
 */
export function parseJson(bytes: Buffer): unknown {
  return parseWithoutPicture(bytes) ?? parseWhole(bytes);
}

function parseWhole(bytes: Uint8Array): unknown {
  return JSON.parse(decoder.decode(bytes));
}

/** Nothing where the body has no picture, or one that the parser has to look at itself. */
function parseWithoutPicture(bytes: Buffer): object | undefined {
  const found = bytes.length < longBytes ? undefined : findDataUri(bytes);
  if (!found) return undefined;
  // Nobody who writes the body can know it; outside of a string it is as wrong as what it stands for.
  const placeholder = randomUUID();
  const rest = [found.before, Buffer.from(placeholder), found.after];
  const body = parseWhole(Buffer.concat(rest));
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  // It may stand deeper, in a name, inside of a text, or where a later field has the same name.
  const field = Object.keys(fields).find((name) => fields[name] === placeholder);
  if (field === undefined) return undefined;
  fields[field] = found.uri;
  return fields;
}

/**
 * The first data URI of an image, if it stands between quotes and consists of nothing that JSON would
 * read as something else.
 */
function findDataUri(bytes: Buffer): { uri: string; before: Buffer; after: Buffer } | undefined {
  const mark = bytes.indexOf(base64Mark);
  const data = mark + base64Mark.length;
  const end = bytes.indexOf('"', data);
  if (mark === -1 || end - data < longBytes) return undefined;
  const start = bytes.lastIndexOf('"', mark) + 1;
  if (data - start > longestHeader) return undefined;
  if (!header.test(bytes.toString('latin1', start, data))) return undefined;
  const uri = bytes.toString('latin1', start, end);
  if (!isBase64(uri.slice(data - start))) return undefined;
  return { uri, before: bytes.subarray(0, start), after: bytes.subarray(end) };
}

/** Piece by piece, because it costs more to get memory for all of a picture than to decode it. */
const piece = Buffer.allocUnsafeSlow(48 * 1024);
const pieceCharacters = (piece.length / 3) * 4;

/** Buffer skips what is not base64; the result comes out too short then. */
function isBase64(text: string): boolean {
  let characters = text.length;
  while (text[characters - 1] === '=') characters -= 1;
  if (characters % 4 === 1) return false;
  let length = 0;
  for (let at = 0; at < text.length; at += pieceCharacters) {
    length += piece.write(text.slice(at, at + pieceCharacters), 'base64');
  }
  return length === Math.floor((characters * 3) / 4);
}
