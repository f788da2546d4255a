import { randomUUID } from 'node:crypto';
import type { Steps } from '../concurrency/steps.ts';
import { decodeBase64 } from '../images/base64.ts';
import { EmbeddedPicture } from '../images/picture.ts';

/** Base64 is decoded here from this length on, in bytes; in short ones there is nothing to gain. */
const longBytes = 4_096;

/** Longest beginning of a data URI, up to its data, in bytes: what is longer would take time to look at. */
const longestHeader = 64;

const base64Mark = ';base64,';
const decoder = new TextDecoder();
const header = /^data:image\/[\w.+-]+;base64,$/i;

/** The field that holds a picture. */
const field = 'image_file';

/**
 * Parses a body as `JSON.parse(new TextDecoder().decode(bytes))` does, with the same result but for one:
 * a long `image_file` with a data URI is an `EmbeddedPicture`. A string of it would be parsed character
 * by character, and be garbage that is costly to collect.
 * @throws SyntaxError
 */
export function* parseJson(bytes: Buffer): Steps<unknown> {
  return (yield* parseWithoutPicture(bytes)) ?? parseWhole(bytes);
}

function parseWhole(bytes: Uint8Array): unknown {
  return JSON.parse(decoder.decode(bytes));
}

/** Nothing where the body has no picture, or one that the parser has to look at itself. */
function* parseWithoutPicture(bytes: Buffer): Steps<object | undefined> {
  const found = bytes.length < longBytes ? undefined : yield* findDataUri(bytes);
  if (!found) return undefined;
  // Nobody who writes the body can know it; outside of a string it is as wrong as what it stands for.
  const placeholder = randomUUID();
  const rest = [found.before, Buffer.from(placeholder), found.after];
  const body = parseWhole(Buffer.concat(rest));
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  // It may stand in another field, deeper, inside of a text, or where a later one has the same name.
  if (fields[field] !== placeholder) return undefined;
  fields[field] = found.picture;
  return fields;
}

/** A data URI in a body, and what stands around it. */
interface FoundUri {
  readonly picture: EmbeddedPicture;
  readonly before: Buffer;
  readonly after: Buffer;
}

/**
 * The first data URI of an image, if it stands between quotes and consists of nothing that JSON would
 * read as something else.
 */
function* findDataUri(bytes: Buffer): Steps<FoundUri | undefined> {
  const mark = bytes.indexOf(base64Mark);
  const data = mark + base64Mark.length;
  const end = bytes.indexOf('"', data);
  if (mark === -1 || end - data < longBytes) return undefined;
  const start = bytes.lastIndexOf('"', mark) + 1;
  if (data - start > longestHeader) return undefined;
  const beginning = bytes.toString('latin1', start, data);
  if (!header.test(beginning)) return undefined;
  const decoded = yield* decodeBase64(bytes.subarray(data, end));
  // An empty one is told apart from none where data URIs are parsed.
  if (!decoded?.length) return undefined;
  return {
    picture: new EmbeddedPicture(beginning, decoded),
    before: bytes.subarray(0, start),
    after: bytes.subarray(end),
  };
}
