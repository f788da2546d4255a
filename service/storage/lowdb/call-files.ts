import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createKeyedMutex } from '../../concurrency/pending-tasks.ts';
import { StoreError } from '../interfaces/errors.ts';
import { callOutcomes, callsKept, type CallLog, type CallRecord } from '../interfaces/usage-log.ts';
import type { StoredAccount } from './shard-data.ts';
import type { Shards } from './shard-files.ts';

/** Above this size a file is cut to the newest calls, in bytes. So many calls take about half. */
const maxBytes = 128 * 1024;

const storedCall = z.object({
  user_id: z.string(),
  request_id: z.string(),
  at: z.string(),
  outcome: z.enum(callOutcomes),
  language: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  ms: z.number(),
  credits: z.number(),
});

/** Calls in files, one for each account, a call a line. An account of the same name has another. */
export interface CallFiles {
  /** @param isThere asked when it is the turn of this write: where it is not so, nothing is written */
  add(account: StoredAccount, calls: readonly CallRecord[], isThere: () => boolean): Promise<void>;
  /** Newest first. */
  list(account: StoredAccount): Promise<CallRecord[]>;
  remove(account: StoredAccount): Promise<void>;
}

/**
 * Calls in the files of a folder, which is made when there are any. They are appended and not flushed:
 * after a crash of the machine, the last ones may be missing, or a line may be in pieces, which is
 * passed over.
 * @throws StoreError, as does every method
 */
export function openCallFiles(folder: string): CallFiles {
  const mutex = createKeyedMutex();

  function exclusively<T>(account: StoredAccount, work: (path: string) => Promise<T>): Promise<T> {
    const path = join(folder, `${nameFor(account)}.jsonl`);
    return mutex.runExclusive(path, () => orStoreError(() => work(path)));
  }

  return {
    add: (account, calls, isThere) =>
      exclusively(account, async (path) => {
        if (!isThere()) return;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const size = await append(path, calls);
        if (size <= maxBytes) return;
        const kept = (await read(path)).reverse();
        await writeFile(`${path}.new`, toLines(kept), { mode: 0o600 });
        await rename(`${path}.new`, path);
      }),
    list: (account) => exclusively(account, read),
    remove: (account) =>
      exclusively(account, async (path) => {
        await rm(path, { force: true });
      }),
  };
}

/** Returns how many bytes the file has then. */
async function append(path: string, calls: readonly CallRecord[]): Promise<number> {
  const file = await open(path, 'a', 0o600);
  try {
    // Begins a line of its own, whatever a crash has left at the end.
    await file.appendFile(`\n${toLines(calls)}`);
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function toLines(calls: readonly CallRecord[]): string {
  return calls.map((call) => `${JSON.stringify(call)}\n`).join('');
}

/** The newest calls of a file, newest first. */
async function read(path: string): Promise<CallRecord[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  // What was tried again after a failure may be there twice.
  const calls = new Map(
    text
      .split('\n')
      .flatMap((line) => parseCall(line) ?? [])
      .map((call) => [`${call.at} ${call.request_id}`, call]),
  );
  const newestFirst = [...calls].sort(([a], [b]) => (a < b ? 1 : -1));
  return newestFirst.slice(0, callsKept).map(([, call]) => call);
}

function parseCall(line: string): CallRecord | undefined {
  if (line === '') return undefined;
  try {
    return storedCall.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function nameFor({ user_id, id }: StoredAccount): string {
  return createHash('sha256')
    .update(JSON.stringify([user_id, id ?? null]))
    .digest('hex');
}

async function orStoreError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreError(
      'The calls in DATA_DIR cannot be read or written. Is there room on the disk?',
      { cause },
    );
  }
}

/** The part of the store that keeps the newest calls. */
export function callMethods(shards: Shards, files: CallFiles): CallLog {
  return {
    async addCalls(calls) {
      for (const userId of new Set(calls.map(({ user_id }) => user_id))) {
        const account = shards.find(userId);
        if (!account) continue;
        const ofUser = calls.filter(({ user_id }) => user_id === userId);
        await files.add(account, ofUser, () => shards.find(userId)?.id === account.id);
      }
    },

    async listCalls(userId) {
      const account = shards.find(userId);
      return account ? files.list(account) : [];
    },
  };
}
