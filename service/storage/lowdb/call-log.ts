import type { CallLog, CallRecord } from '../interfaces/call-log.ts';
import type { CallFiles } from './call-files.ts';
import type { Shards } from './shards.ts';

/** The part of the store that keeps the newest calls. */
export function callMethods(shards: Shards, files: CallFiles): CallLog {
  return {
    async addCalls(calls) {
      const byUser = new Map<string, CallRecord[]>();
      for (const call of calls) {
        const ofUser = byUser.get(call.user_id);
        if (ofUser) ofUser.push(call);
        else byUser.set(call.user_id, [call]);
      }
      for (const [userId, ofUser] of byUser) {
        const account = shards.find(userId);
        if (!account) continue;
        await files.add(account, ofUser, () => shards.find(userId)?.id === account.id);
      }
    },

    async listCalls(userId) {
      const account = shards.find(userId);
      return account ? files.list(account) : [];
    },
  };
}
