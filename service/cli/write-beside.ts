import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { getSystemErrorMap } from 'node:util';
import { CommandError } from './commands/store-command.ts';

/**
 * Writes a file for its owner only under a temporary name beside its target, and renames it once it
 * is complete, so readers see either the whole old file or the whole new one.
 * @param write ends the stream
 * @param check gets the path of the complete file before it is renamed; if it throws, nothing
 *   changes
 * @throws CommandError if the file cannot be written
 */
export async function writeBeside<T>(
  path: string,
  write: (target: Writable) => Promise<void>,
  check: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${path}.${randomUUID()}.new`;
  const orFailure = async <R>(work: () => Promise<R>) =>
    work().catch((error: unknown) => {
      throw failure(path, error);
    });
  const file = await orFailure(() => open(temporary, 'wx', 0o600));
  try {
    try {
      await write(
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            orFailure(() => file.appendFile(chunk)).then(() => done(), done);
          },
        }),
      );
      await orFailure(() => file.sync());
    } finally {
      await file.close();
    }
    const checked = await check(temporary);
    await orFailure(() => rename(temporary, path));
    await orFailure(() => flushFolder(dirname(path)));
    return checked;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function failure(path: string, error: unknown): CommandError {
  const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
  const [, reason = String(error)] = getSystemErrorMap().get(errno) ?? [];
  return new CommandError(`${path} cannot be written: ${reason}.`);
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
