import { type ApiError, affectsEveryImage, unexpectedError } from '../api-error.ts';
import { announceProgress, announceStart, startSayingStillWorking } from './announce.ts';

/**
 * A run in the browser: a request for each of many images, such as "Generate all missing". The
 * screens store its state and define how one image is processed.
 */

/** A run, in progress or finished. `Image` and `Written` are the screen's types for these. */
export interface Run<Image, Written> {
  isRunning: boolean;
  total: number;
  done: number;
  /** The new texts. */
  applied: readonly Written[];
  /** Number of texts that wait for review. */
  suggested: number;
  /** The images that got no text because of an error. */
  failed: readonly Image[];
  /** Number of images that got a text elsewhere in the meantime, or were removed. */
  unchanged: number;
  /** The credits used, if the service had some of the texts already; else null. */
  cost: number | null;
  /** The error that ended the run early. */
  error: ApiError | null;
  /**
   * The user pressed Stop; texts that are already being generated are still added. The block editor
   * has this and the next in its `State` instead, because single requests wait and stop as well.
   */
  isStopping: boolean;
  /** No request before this time (ms since 1970), because the service is busy; null otherwise. */
  busyUntil: number | null;
}

/**
 * A run at its start. `applied`: texts that were written without a request. `error`: one that still
 * applies.
 */
export function newRun<Image, Written>(
  total: number,
  applied: readonly Written[],
  error: ApiError | null = null,
): Run<Image, Written> {
  const counts = { suggested: 0, failed: [], unchanged: 0, cost: null };
  const state = { isRunning: true, isStopping: false, busyUntil: null, error };
  return { ...state, ...counts, total, done: applied.length, applied };
}

/** How an image ended. */
export type RunOutcome<Image, Written> = (
  | { kind: 'applied'; applied: Written }
  | { kind: 'suggested' | 'unchanged' }
  /** An `error` that affects every image ends the run, and is not counted. */
  | { kind: 'failed'; image: Image; error: ApiError }
  /** The user stopped it before its request. */
  | { kind: 'stopped' }
) & {
  /** Whether the text that arrived cost no credit; undefined if none arrived. */
  isFree?: boolean | undefined;
};

export interface Job<Item, Image, Written> {
  /** Texts that were written already; they count. */
  applied?: readonly Written[];
  /** Number of images to process. */
  count: number;
  /** How many of them need a request. */
  requests: number;
  /** The images that need a request. Those in a group are processed one after another. */
  listGroups: () => (readonly Item[])[];
  work: (item: Item) => Promise<RunOutcome<Image, Written>>;
  /** The text of this image has arrived, so it is written even after Stop. */
  isPaid?: (item: Item) => boolean;
}

/** The owner of the run's state. */
interface Host<Image, Written> {
  getRun: () => Run<Image, Written> | null;
  /** Changes the run; at first, all of it. */
  change: (changes: Partial<Run<Image, Written>>) => unknown;
  isStopped: () => boolean;
}

/** How many images are processed in parallel. */
const atOnce = 3;

/**
 * Processes many images. An error with one image leaves that image unchanged; an error that affects
 * every image ends the run, as does Stop. Resolves with that error, and never rejects.
 */
export async function runAll<Item, Image, Written>(
  {
    applied = [],
    count,
    requests,
    listGroups,
    work,
    isPaid = () => false,
  }: Job<Item, Image, Written>,
  { getRun, change, isStopped }: Host<Image, Written>,
): Promise<ApiError | null> {
  // Without a request, the error of the last run still applies.
  const earlier = requests > 0 ? null : (getRun()?.error ?? null);
  change(newRun(applied.length + count, applied, earlier));
  if (requests > 0) {
    announceStart(requests);
  }
  let error: ApiError | null = null;
  const paid = { charged: 0, free: 0 };
  let endWait = startSayingStillWorking();
  const advance = (outcome: RunOutcome<Image, Written>) => {
    endWait();
    endWait = startSayingStillWorking();
    if (outcome.isFree !== undefined) {
      paid[outcome.isFree ? 'free' : 'charged'] += 1;
    }
    const run = getRun();
    if (outcome.kind === 'failed' && affectsEveryImage(outcome.error)) {
      error = outcome.error;
    } else if (run && outcome.kind !== 'stopped') {
      const done = run.done + 1;
      change({ done, ...countOutcome(run, outcome) });
      announceProgress(done, run.total);
    }
  };
  const processGroups = async (groups: (readonly Item[])[]) => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      for (const item of group) {
        if ((error !== null || isStopped()) && !isPaid(item)) {
          return;
        }
        advance(await work(item));
      }
    }
  };
  const fail = () => {
    error = unexpectedError('batch_failed');
  };
  try {
    const groups = listGroups();
    await Promise.all(Array.from({ length: atOnce }, () => processGroups(groups).catch(fail)));
  } catch {
    fail();
  }
  endWait();
  const cost = paid.free > 0 ? paid.charged : null;
  const over = { isRunning: false, isStopping: false, busyUntil: null };
  change({ ...over, error: error ?? earlier, cost });
  return error;
}

function countOutcome<Image, Written>(
  run: Run<Image, Written>,
  outcome: Exclude<RunOutcome<Image, Written>, { kind: 'stopped' }>,
): Partial<Run<Image, Written>> {
  switch (outcome.kind) {
    case 'applied':
      return { applied: [...run.applied, outcome.applied] };
    case 'failed':
      return { failed: [...run.failed, outcome.image] };
    default:
      return { [outcome.kind]: run[outcome.kind] + 1 };
  }
}
