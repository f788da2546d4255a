import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createKeyedMutex } from '../../concurrency/pending-tasks.ts';
import { requireReadable } from '../checks.ts';
import { callOutcomes, callsKept, type CallLog, type CallRecord } from '../interfaces/usage-log.ts';
import { replaceFile } from './durable-json-file.ts';
import { appendLines, makeFolder, orStoreError, readLines, toLines } from './files.ts';
import type { StoredAccount } from './shard-data.ts';
import type { Shards } from './shard-files.ts';
import { createSnapshotLock } from './snapshot-lock.ts';

const notPossible = 'The calls in DATA_DIR cannot be read or written. Is there room on the disk?';

const storedCall: z.ZodType<CallRecord> = z.object({
  user_id: z.string(),
  request_id: z.string(),
  at: z.string(),
  outcome: z.enum(callOutcomes),
  language: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  ms: z.number(),
  credits: z.int(),
});

/** Above this size, in bytes, a file is cut to the newest calls, which take about half of it. */
const maxBytes = 128 * 1024;

export type CallFiles = ReturnType<typeof openCallFiles>;

/**
 * Calls in the files of a folder, one for each account, with a call in each line. They are not
 * flushed: after a crash of the machine, the newest may be missing, and a damaged line is ignored.
 * @throws StoreError, as does every method
 */
export function openCallFiles(folder: string, lock = createSnapshotLock()) {
  const mutex = createKeyedMutex();

  function exclusively<T>(
    account: StoredAccount,
    work: (path: string) => Promise<T>,
    message = notPossible,
  ): Promise<T> {
    const path = join(folder, `${nameFor(account)}.jsonl`);
    return mutex.runExclusive(path, () => orStoreError(message, () => work(path)));
  }

  return {
    /** @param exists whether the account still exists, asked just before writing */
    add: (account: StoredAccount, calls: readonly CallRecord[], exists: () => boolean) =>
      exclusively(account, (path) =>
        lock.write(async () => {
          if (!exists()) return;
          requireReadable(z.array(storedCall), calls);
          await makeFolder(folder);
          const size = await appendLines(path, calls, false);
          if (size > maxBytes) await replaceFile(path, toLines((await read(path)).reverse()));
        }),
      ),
    /** Newest first. */
    list: (account: StoredAccount) => exclusively(account, read),
    remove: (account: StoredAccount) =>
      exclusively(
        account,
        (path) => lock.write(() => rm(path, { force: true })),
        `${account.user_id} was removed, but the file of its calls in DATA_DIR was not. Check the disk.`,
      ),
  };
}

/** The newest calls of a file, newest first. */
async function read(path: string): Promise<CallRecord[]> {
  const calls = new Map<string, CallRecord>();
  for (const line of await readLines(path)) {
    try {
      const call = storedCall.parse(JSON.parse(line));
      // A call that was added again after a failure may be in the file twice.
      calls.set(`${call.at} ${call.request_id}`, call);
    } catch {
      // This line was damaged by a crash of the machine, or written by a newer version.
    }
  }
  const newestFirst = [...calls].sort(([a], [b]) => (a < b ? 1 : -1));
  return newestFirst.slice(0, callsKept).map(([, call]) => call);
}

/**
 * The name contains the account's own id, so another account with the same `user_id` has another
 * file.
 */
function nameFor({ user_id, id }: StoredAccount): string {
  return hash('sha256', JSON.stringify([user_id, id ?? null]));
}

/** The part of the store for the newest calls. */
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
