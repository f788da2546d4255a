import { join, relative, resolve } from 'node:path';
import { StoreError } from '../../storage/interfaces/errors.ts';

/** Longest path of a socket that every system takes, in bytes. */
const maxLength = 103;

/**
 * Where the running service listens for commands: in DATA_DIR, which only its owner may enter.
 * @throws StoreError when the path is too long for a socket
 */
export function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'altscribe.sock');
  const paths = [path, relative(process.cwd(), path)];
  const short = paths.find((candidate) => Buffer.byteLength(candidate) <= maxLength);
  if (short) return short;
  throw new StoreError(`The path of DATA_DIR is too long. Choose one under ${maxLength} bytes.`);
}
