import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { codeOf } from '../files.ts';
import { aboutName, aboutSchema, isStored, backupFormat, sumsName } from './snapshot.ts';

/** The content of an archive. */
export interface BackupContent {
  /** When it was made; ISO 8601. */
  readonly madeAt: string;
  readonly files: number;
  /** Sentences about damage; empty if there is none. */
  readonly problems: readonly string[];
}

/**
 * Reads an archive to the end, and compares every file in it with its checksum.
 * @param onFile called with each file of the store; has to read the content to the end
 */
export async function readBackup(
  path: string,
  onFile: (path: string, content: AsyncIterable<Uint8Array>) => Promise<unknown> = passOver,
): Promise<BackupContent> {
  const sums = new Map<string, string>();
  const texts = new Map<string, string>();
  const problems: string[] = [];

  async function take({ header: { name, type }, body }: ParsedTarEntry): Promise<void> {
    if (type === 'directory') return body.cancel();
    const isText = name === aboutName || name === sumsName;
    if (type !== 'file' || !(isText || isStored(name)) || sums.has(name)) {
      problems.push(`${name} in it does not belong in a backup.`);
      return body.cancel();
    }
    const hash = createHash('sha256');
    async function* hashed(): AsyncIterable<Uint8Array> {
      for await (const chunk of body) {
        hash.update(chunk);
        yield chunk;
      }
    }
    if (isText) texts.set(name, await text(hashed()));
    else await onFile(name, hashed());
    sums.set(name, hash.digest('hex'));
  }

  async function takeAll(entries: AsyncIterable<ParsedTarEntry>): Promise<void> {
    for await (const entry of entries) await take(entry);
  }

  try {
    const { readable, writable } = createTarDecoder({ strict: true });
    await Promise.all([
      pipeline(createReadStream(path), createGunzip(), Writable.fromWeb(writable)),
      takeAll(readable),
    ]);
  } catch (error) {
    if (!isDamage(error)) throw error;
    problems.push('It is damaged, incomplete, or not a backup.');
    return { madeAt: '', files: 0, problems };
  }
  const about = parseAbout(texts.get(aboutName));
  problems.push(...about.problems, ...compare(sums, texts.get(sumsName)));
  return { madeAt: about.madeAt, files: sums.size - texts.size, problems };
}

function parseAbout(json: string | undefined): { madeAt: string; problems: string[] } {
  try {
    const { format, made_at: madeAt } = aboutSchema.parse(JSON.parse(json ?? ''));
    const newer = `It has the format ${format}, and this Altscribe knows ${backupFormat}: use the one that made it.`;
    return { madeAt, problems: format <= backupFormat ? [] : [newer] };
  } catch {
    return { madeAt: '', problems: [`It has no ${aboutName}: it is not a backup of Altscribe.`] };
  }
}

/** Compares the checksums of an archive's files with its list of checksums. */
function compare(found: ReadonlyMap<string, string>, list: string | undefined): string[] {
  if (list === undefined) return [`It has no ${sumsName}: it is incomplete.`];
  const wanted = new Map(
    [...list.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, sum = '', path = '']) => [path, sum]),
  );
  const names = [...new Set([...found.keys(), ...wanted.keys()])].filter((one) => one !== sumsName);
  return names.flatMap((name) => {
    if (!found.has(name)) return [`${name} is missing in it.`];
    if (!wanted.has(name)) return [`${name} in it has no checksum.`];
    if (found.get(name) === wanted.get(name)) return [];
    return [`${name} in it was changed after the backup.`];
  });
}

function passOver(_path: string, content: AsyncIterable<Uint8Array>): Promise<unknown> {
  return buffer(content);
}

/** Whether an error is about the archive, and not about the disk that it is read from. */
function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === undefined || (typeof code === 'string' && code.startsWith('Z_'));
}
