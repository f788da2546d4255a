import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptions } from 'node:child_process';

/** Background processes have no standard input, so it is copied. */
const untilInputEnds = `exec 3<&0
signal=$1 folder=$2; shift 2
"$@" & server=$!
{ read -r _ <&3; kill -"$signal" "$server"; } & watch=$!
wait "$server" 2>/dev/null; code=$?
kill "$watch" 2>/dev/null
[ -z "$folder" ] || rm -rf "$folder"
exit "$code"`;

export interface EndingOptions extends Omit<SpawnOptions, 'stdio' | 'signal'> {
  /** How the server is ended. */
  readonly signal: 'INT' | 'KILL';
  /** A folder to remove after it has ended. */
  readonly folder?: string | undefined;
}

/**
 * Starts a server that ends when its standard input does, which also happens when the tests are killed.
 */
export function spawnUntilInputEnds(
  command: readonly string[],
  { signal, folder = '', ...options }: EndingOptions,
): ChildProcessWithoutNullStreams {
  return spawn('sh', ['-c', untilInputEnds, 'sh', signal, folder, ...command], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
