import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import * as z from 'zod';
import { StoreError } from '../../interfaces/errors.ts';
import { callCountsName, movedMarker, storedFolders } from '../data-dir.ts';
import { ifThere } from '../files.ts';

/** The version of the archives that this program writes, and the newest that it reads. */
export const backupFormat = 1;

/** The file of an archive that describes it. */
export const aboutName = 'backup.json';

/** The file of an archive with the SHA-256 of all others. */
export const sumsName = 'SHA256SUMS';

/** The content of `backup.json`. */
export const aboutSchema = z.object({ format: z.int(), made_at: z.iso.datetime() });

const day = String.raw`\d{4}-\d\d-\d\d`;
const stored = [
  String.raw`(?:accounts|logins)\/[0-9a-f]{3}\.json(?:\.bak)?`,
  String.raw`answers\/${day}\/[0-9a-f]{64}\.json`,
  String.raw`calls\/[0-9a-f]{64}\.jsonl`,
  String.raw`changes\/${day}\.jsonl`,
  movedMarker.replace('.', String.raw`\.`),
  callCountsName.replace('.', String.raw`\.`) + String.raw`(?:\.bak)?`,
];
const storedPath = new RegExp(`^(?:${stored.join('|')})$`);

/**
 * Whether a path in DATA_DIR, with `/`, may be in a backup. Files that the store reads and their
 * copies may be; locks and unfinished files may not.
 */
export function isStored(path: string): boolean {
  return storedPath.test(path);
}

/**
 * How long the target may accept no bytes, in milliseconds, because the store's writes wait
 * meanwhile.
 */
const stallMs = 10_000;

/**
 * Writes the files of a store as a gzipped tar: a description, the files, and their SHA-256 in the
 * format of `sha256sum --check`. The store must not write meanwhile.
 * @throws StoreError if the target accepts no bytes for ten seconds; otherwise any error of reading
 *   or writing
 */
export async function writeBackup(dataDir: string, target: Writable): Promise<void> {
  const { readable, controller } = createTarPacker();
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallMs);
  try {
    await Promise.all([
      pipeline(readable, createGzip(), target, { signal: stalled.signal }),
      addAll(controller, dataDir, () => timer.refresh()).catch((error: unknown) => {
        controller.error(error);
        throw error;
      }),
    ]);
  } catch (cause) {
    if (!stalled.signal.aborted) throw cause;
    const tooSlow = 'The backup was not read fast enough: calls were waiting for it.';
    throw new StoreError(tooSlow, { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function addAll(
  controller: TarPackController,
  dataDir: string,
  onProgress: () => void,
): Promise<void> {
  const sums: string[] = [];

  async function add(
    path: string,
    size: number,
    content: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  ): Promise<void> {
    const writer = controller.add({ name: path, size, mode: 0o600, type: 'file' }).getWriter();
    const hash = createHash('sha256');
    for await (const chunk of content) {
      hash.update(chunk);
      await writer.write(new Uint8Array(chunk));
      onProgress();
    }
    await writer.close();
    sums.push(`${hash.digest('hex')}  ${path}\n`);
  }

  async function addText(path: string, text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    await add(path, bytes.length, [bytes]);
  }

  const paths = await listStored(dataDir);
  const about = aboutSchema.parse({ format: backupFormat, made_at: new Date().toISOString() });
  await addText(aboutName, `${JSON.stringify(about)}\n`);
  for (const path of paths) {
    // The counts of calls may be replaced meanwhile, so size and content are read from one open
    // file.
    const file = await open(join(dataDir, path));
    const { size } = await file.stat();
    await add(path, size, file.createReadStream());
  }
  await addText(sumsName, sums.join(''));
  controller.finalize();
}

/**
 * The files that the store reads, by their paths in DATA_DIR. A copy is only included if its file
 * is missing.
 */
export async function listStored(dataDir: string): Promise<string[]> {
  const inFolders = storedFolders.map(async (folder) => {
    const names = await ifThere(readdir(join(dataDir, folder), { recursive: true }), []);
    return names.map((name) => `${folder}/${name}`);
  });
  const paths = [...(await Promise.all(inFolders)).flat(), ...(await readdir(dataDir))];
  const stored = new Set(paths.filter(isStored));
  const isNeeded = (path: string) => !path.endsWith('.bak') || !stored.has(path.slice(0, -4));
  return [...stored].filter(isNeeded).sort();
}
