import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import { aboutName, backupFormat, sumsName } from './backup-format.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Writes a snapshot as a gzipped tar: what it is, the files, and their SHA-256 as `sha256sum --check`
 * reads them.
 * @throws what reading or writing ends with
 */
export async function writeBackup(snapshot: Snapshot, target: Writable): Promise<void> {
  const { readable, controller } = createTarPacker();
  await Promise.all([
    pipeline(readable, createGzip(), target),
    addAll(controller, snapshot).catch((error: unknown) => {
      controller.error(error);
      throw error;
    }),
  ]);
}

async function addAll(controller: TarPackController, { folder, files }: Snapshot): Promise<void> {
  const sums: string[] = [];

  async function add(path: string, size: number, content: AsyncIterable<Uint8Array>) {
    const writer = controller.add({ name: path, size, mode: 0o600, type: 'file' }).getWriter();
    const hash = createHash('sha256');
    for await (const chunk of content) {
      hash.update(chunk);
      await writer.write(new Uint8Array(chunk));
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
  for (const { path, size } of files) {
    await add(path, size, size === 0 ? oneChunk() : readPart(join(folder, path), size));
  }
  await addText(sumsName, sums.join(''));
  controller.finalize();
}

function readPart(path: string, size: number): AsyncIterable<Uint8Array> {
  return createReadStream(path, { end: size - 1 });
}

// eslint-disable-next-line @typescript-eslint/require-await -- what it is compared with reads a file
async function* oneChunk(...chunks: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}
