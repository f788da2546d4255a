import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from './flush-folder.ts';

/** A line could not be appended nor removed again: after a crash it may be in the file or not. */
export class LineInDoubtError extends Error {
  override readonly name = 'LineInDoubtError';
}

/** A file of lines that grows at its end. */
export interface AppendFile {
  /** In bytes, without a line that could not be appended. */
  readonly size: number;
  /**
   * Appends a line, and resolves when it has reached the disk. To be called once at a time.
   * @throws LineInDoubtError, else what the file system says; the line is then not in the file
   */
  append(line: string): Promise<void>;
  /**
   * Removes what a line that could not be appended has left, where that has not been done yet.
   * @throws what the file system says
   */
  cutIfNeeded(): Promise<void>;
  close(): Promise<void>;
}

/** Linux writes and flushes in one step, if asked: to wait for another thread takes time, too. */
const flushesWrites = process.platform === 'linux';

const flags =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  (flushesWrites ? constants.O_DSYNC : 0);

/** Opens a file, which is made if it is not there. A line that a crash has cut short is removed. */
export async function openAppendFile(path: string): Promise<AppendFile> {
  const file = await open(path, flags, 0o600);
  try {
    await flushFolder(dirname(path));
    let size = await endOfLines(file);
    let isCut = size < (await file.stat()).size;
    async function cutIfNeeded(): Promise<void> {
      if (!isCut) return;
      await file.truncate(size);
      await file.datasync();
      isCut = false;
    }
    return {
      get size() {
        return size;
      },
      cutIfNeeded,
      async append(line) {
        await cutIfNeeded();
        const bytes = Buffer.from(`${line}\n`);
        try {
          // Not `write`: where the disk has room for a part of the line, that writes it and resolves.
          await file.appendFile(bytes);
          if (!flushesWrites) await file.datasync();
          size += bytes.length;
        } catch (error) {
          isCut = true;
          await cutIfNeeded().catch(() => {
            throw new LineInDoubtError('A line may have been appended.', { cause: error });
          });
          throw error;
        }
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const chunkBytes = 65_536;

/** Where the last whole line of a file ends, in bytes. */
async function endOfLines(file: FileHandle): Promise<number> {
  let end = (await file.stat()).size;
  while (end > 0) {
    const start = Math.max(0, end - chunkBytes);
    const newline = (await readBytes(file, start, end)).lastIndexOf(0x0a);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}

/**
 * The lines of a file, the last first, as it is now. A last line that is not whole is left out. No
 * more of the file is in memory than one line and 64 kB.
 * @throws what the file system says
 */
export async function* readLinesBackwards(path: string): AsyncIterable<string> {
  const file = await open(path, 'r');
  try {
    let start = await endOfLines(file);
    /** What was read of a line that begins further ahead. */
    let rest = Buffer.alloc(0);
    while (start > 0) {
      const from = Math.max(0, start - chunkBytes);
      rest = Buffer.concat([await readBytes(file, from, start), rest]);
      start = from;
      // The newline at the very end belongs to the last line.
      for (;;) {
        const newline = rest.lastIndexOf(0x0a, -2);
        if (newline < 0) break;
        yield rest.toString('utf8', newline + 1, rest.length - 1);
        rest = rest.subarray(0, newline + 1);
      }
    }
    if (rest.length > 0) yield rest.toString('utf8', 0, rest.length - 1);
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
  return buffer.subarray(0, bytesRead);
}
