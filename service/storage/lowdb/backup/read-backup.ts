import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { codeOf } from '../durable-json-file.ts';
import { aboutName, aboutSchema, isStored, newestFormat, sumsName } from './snapshot.ts';

/** What is in an archive. */
export interface BackupContent {
  /** When it was made; ISO 8601. */
  readonly madeAt: string;
  readonly files: number;
  /** Sentences about what is wrong with it; none where it is whole. */
  readonly problems: readonly string[];
}

/** Called with each file of the store, whose content it has to read to its end. */
export type OnFile = (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>;

/** Reads an archive to its end, and compares every file in it with its sum. */
export async function readBackup(path: string, onFile: OnFile = passOver): Promise<BackupContent> {
  const sums = new Map<string, string>();
  const texts = new Map<string, string>();
  const problems: string[] = [];

  async function take({ header: { name, type }, body }: ParsedTarEntry): Promise<void> {
    if (type === 'directory') return body.cancel();
    const isText = name === aboutName || name === sumsName;
    if (type !== 'file' || !(isText || isStored(name)) || sums.has(name)) {
      problems.push(`${name} in it is no file of a backup.`);
      return body.cancel();
    }
    const hash = createHash('sha256');
    const content = hashed(body, hash);
    if (isText) texts.set(name, await text(content));
    else await onFile(name, content);
    sums.set(name, hash.digest('hex'));
  }

  async function takeAll(entries: AsyncIterable<ParsedTarEntry>): Promise<void> {
    for await (const entry of entries) await take(entry);
  }

  try {
    const decoder = createTarDecoder({ strict: true });
    await Promise.all([
      pipeline(createReadStream(path), createGunzip(), Writable.fromWeb(decoder.writable)),
      takeAll(decoder.readable),
    ]);
  } catch (error) {
    if (!isDamage(error)) throw error;
    problems.push('It is damaged, cut short, or no backup.');
    return { madeAt: '', files: 0, problems };
  }
  const about = parseAbout(texts.get(aboutName));
  problems.push(...about.problems, ...compare(sums, texts.get(sumsName)));
  return { madeAt: about.madeAt, files: sums.size - texts.size, problems };
}

function parseAbout(json: string | undefined): { madeAt: string; problems: string[] } {
  const none = { madeAt: '', problems: [`It has no ${aboutName}: it is no backup of Altscribe.`] };
  try {
    const { format, made_at: madeAt } = aboutSchema.parse(JSON.parse(json ?? ''));
    const newer = `It has the format ${format}, and this Altscribe knows ${newestFormat}: use the one that made it.`;
    return { madeAt, problems: format <= newestFormat ? [] : [newer] };
  } catch {
    return none;
  }
}

/** What is wrong with the sums that were found, by the file that has them. */
function compare(found: ReadonlyMap<string, string>, list: string | undefined): string[] {
  if (list === undefined) return [`It has no ${sumsName}: it was cut short.`];
  const wanted = new Map(
    [...list.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, sum = '', path = '']) => [path, sum]),
  );
  const names = [...new Set([...found.keys(), ...wanted.keys()])].filter((one) => one !== sumsName);
  return names.flatMap((name) => {
    if (!found.has(name)) return [`${name} is missing in it.`];
    if (!wanted.has(name)) return [`${name} in it has no sum.`];
    return found.get(name) === wanted.get(name) ? [] : [`${name} in it is not what was backed up.`];
  });
}

async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: { update(chunk: Uint8Array): unknown },
): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A file of the store is small, since there are many. */
async function passOver(_path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await buffer(content);
}

/** An error of the archive, and not of the disk that it is read from. */
function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === undefined || (typeof code === 'string' && code.startsWith('Z_'));
}
