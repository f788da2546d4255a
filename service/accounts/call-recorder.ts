import type { Logger } from 'pino';
import { callsKept, type CallLog, type CallRecord } from '../storage/interfaces/call-log.ts';
import { createWriteBehind } from './write-behind.ts';

/** Records the newest calls of each user. */
export interface CallRecorder {
  add(call: CallRecord): void;
  /** Writes what has been recorded, and records no more. */
  close(): Promise<void>;
}

/** Collects in memory, no more for each user than are kept. */
export function createCallRecorder(store: Pick<CallLog, 'addCalls'>, log: Logger): CallRecorder {
  const rows = createWriteBehind<readonly CallRecord[]>({
    idOf: ([call]) => call?.user_id ?? '',
    join: (earlier, later) => [...earlier, ...later].slice(-callsKept),
    write: (calls) => store.addCalls(calls),
    what: 'calls',
    log,
  });
  return {
    add: (call) => rows.add([call]),
    close: () => rows.close(),
  };
}
