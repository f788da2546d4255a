import type { CallLog } from '../interfaces/call-log.ts';
import type { CallFiles } from './call-files.ts';
import type { Shards } from './shard-files.ts';

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
