import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { z } from 'zod';
import { StoreError } from '../../interfaces/errors.ts';
import { codeOf } from '../durable-json-file.ts';

/** The version of the archives that this program writes. */
const backupFormat = 1;

/** The newest version that it reads: archives with the journal that development versions kept. */
export const newestFormat = 2;

/** The file of an archive that says what it is. */
export const aboutName = 'backup.json';

/** The file of an archive that has the SHA-256 of all others. */
export const sumsName = 'SHA256SUMS';

/** What `backup.json` says. */
export const aboutSchema = z.object({ format: z.int(), made_at: z.iso.datetime() });

/** The folders of DATA_DIR that hold files of the store. */
export const storedFolders = ['accounts', 'answers', 'calls', 'changes', 'logins'] as const;

/** The mark of a DATA_DIR that was moved into a database; a restored one is marked, too. */
export const movedMarker = 'altscribe.moved';

const day = String.raw`\d{4}-\d\d-\d\d`;
const stored = new RegExp(
  [
    String.raw`(?:accounts|logins)\/[0-9a-f]{3}\.json`,
    String.raw`answers\/${day}\/[0-9a-f]{64}\.json`,
    String.raw`calls\/[0-9a-f]{64}\.jsonl`,
    String.raw`changes\/${day}\.jsonl`,
    // Of archives that development versions made.
    String.raw`journal\/\d{8}\.jsonl`,
    movedMarker.replace('.', String.raw`\.`),
  ]
    .map((path) => `^${path}$`)
    .join('|'),
);

/**
 * Whether a path in DATA_DIR, with `/`, is that of a file which the store reads. Copies, locks and
 * what is being written are none.
 */
export function isStored(path: string): boolean {
  return stored.test(path);
}

/** How long the target may take no bytes, in milliseconds: writes of the store wait meanwhile. */
const stallMs = 10_000;

/**
 * Writes the files of a store as a gzipped tar: what it is, the files, and their SHA-256 as
 * `sha256sum --check` reads them. Nothing may be written to the store meanwhile.
 * @throws StoreError where the target takes no bytes for ten seconds, else what reading or writing
 * ends with
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

  async function add(path: string, size: number, content: AsyncIterable<Uint8Array>) {
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
    await add(path, bytes.length, oneChunk(bytes));
  }

  const about = { format: backupFormat, made_at: new Date().toISOString() };
  await addText(aboutName, `${JSON.stringify(about)}\n`);
  for (const path of await listStored(dataDir)) {
    const size = await sizeOf(join(dataDir, path));
    if (size !== undefined) {
      await add(path, size, size === 0 ? oneChunk() : createReadStream(join(dataDir, path)));
    }
  }
  await addText(sumsName, sums.join(''));
  controller.finalize();
}

async function listStored(dataDir: string): Promise<string[]> {
  const lists = await Promise.all(
    storedFolders.map(async (folder) => {
      const names = await readdir(join(dataDir, folder), { recursive: true }).catch(
        (error: unknown) => {
          if (codeOf(error) === 'ENOENT') return [];
          throw error;
        },
      );
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  return [...lists.flat(), movedMarker].filter(isStored).sort();
}

/** Nothing where a file is gone by now, such as the records of a day that is over. */
async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    },
  );
}

// eslint-disable-next-line @typescript-eslint/require-await -- what it is compared with reads a file
async function* oneChunk(...chunks: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}
