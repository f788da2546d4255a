import { callsKept, type CallLog, type CallRecord } from '../storage/interfaces/call-log.ts';
import { createWriteBehind, type BackgroundWrites } from './write-behind.ts';

/** Records the newest calls of each user. */
export interface CallRecorder {
  add(call: CallRecord): void;
  /** Writes what has been recorded, and records no more. */
  close(): Promise<void>;
}

/** Collects in memory, for each user fewer than twice as many as are kept. */
export function createCallRecorder(
  store: Pick<CallLog, 'addCalls'>,
  background: BackgroundWrites,
): CallRecorder {
  const rows = createWriteBehind<CallRecord[]>({
    idOf: ([call]) => call?.user_id ?? '',
    join(earlier, later) {
      earlier.push(...later);
      // Not with each call: to cut moves all of them.
      if (earlier.length >= 2 * callsKept) earlier.splice(0, earlier.length - callsKept);
      return earlier;
    },
    write: (calls) => store.addCalls(calls.slice(-callsKept)),
    what: 'calls',
    background,
  });
  return {
    add: (call) => rows.add([call]),
    close: () => rows.close(),
  };
}
