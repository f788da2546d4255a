import { speak } from '@wordpress/a11y';
import { useCallback, useEffect, useReducer, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../../common/api-error.ts';
import {
  controlBatch,
  fetchBatch,
  fetchCurrentBatch,
  type LibraryBatch,
  type BatchItem,
} from '../../common/batches-api.ts';
import { doneText } from '../../common/run/announce.ts';
import { bootData } from '../boot-data.ts';
import {
  type ShownBatch,
  type UndoProgress,
  type Worker,
  countDone,
  isActive,
  reduceBatch,
  runInOneTab,
  stateText,
  undoInSlices,
  work,
} from '../run/batch-state.ts';

/**
 * Processes a batch while the page is open.
 * @param batchId     Null while there is nothing to process.
 * @param concurrency Maximum number of images to process in parallel.
 * @return Whether this tab does the work; otherwise another one does.
 */
function useWorker(batchId: number | null, concurrency: number, worker: Worker): boolean {
  const [isWorking, setIsWorking] = useState(false);
  const latest = useRef(worker);
  latest.current = worker;

  useEffect(() => {
    if (batchId === null) {
      return undefined;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const stable: Worker = {
      era: () => latest.current.era(),
      onWork: (done, era) => {
        latest.current.onWork(done, era);
      },
      onError: (error) => {
        if (!signal.aborted) {
          latest.current.onError(error);
        }
      },
    };
    const run = async () => {
      setIsWorking(true);
      await Promise.all(Array.from({ length: concurrency }, () => work(batchId, stable, signal)));
    };
    void runInOneTab(run, signal);
    return () => {
      ending.abort();
      setIsWorking(false);
    };
  }, [batchId, concurrency]);

  return isWorking;
}

/** Milliseconds between two announcements of the progress. */
const silence = 60_000;

/** Announces the progress and outcome of a batch to screen reader users. */
export function useNews(batch: LibraryBatch | null): void {
  const last = useRef<LibraryBatch | null>(null);
  const spokenAt = useRef(0);
  const toldReason = useRef<string | null>(null);

  useEffect(() => {
    const before = last.current;
    last.current = batch;
    if (!batch || before?.id !== batch.id) {
      // A batch that is shown when the page opens is read with the page.
      return;
    }
    if (batch.reason === null) {
      toldReason.current = null;
    }
    // A batch that retries every minute while the service is unavailable announces that only once.
    const isTrying = batch.state === 'running' && batch.reason !== null;
    const isTold = batch.state === 'halted' && batch.reason?.code === toldReason.current;
    if (before.state !== batch.state && !isTrying && !isTold) {
      toldReason.current = batch.reason?.code ?? null;
      spokenAt.current = Date.now();
      speak(batch.state === 'running' ? __('Resumed.', 'altscribe') : stateText(batch));
    } else if (
      batch.state === 'running' &&
      countDone(batch) > countDone(before) &&
      Date.now() - spokenAt.current > silence
    ) {
      spokenAt.current = Date.now();
      speak(doneText(countDone(batch), batch.total));
    }
  }, [batch]);
}

/**
 * Seconds between reloads of a batch that is processed elsewhere or that another user may resume.
 */
const pollSeconds = 5;

type ItemListener = (items: readonly BatchItem[]) => void;

export interface BatchControl {
  shown: ShownBatch | null;
  /** Why it could not be read or changed. */
  error: ApiError | null;
  /** This tab processes it. Otherwise another tab or WP-Cron may. */
  isWorking: boolean;
  /** A user's action on it is in progress. */
  isChanging: boolean;
  /** Calls back with items that this tab has processed. Returns a function that unsubscribes. */
  onItems: (listener: ItemListener) => () => void;
  /** The progress of an undo: how many of how many texts. */
  undoing: UndoProgress | null;
  /** Increases whenever a part of the batch was undone. */
  undone: number;
  /** Resolves with whether the action succeeded. */
  control: (action: 'pause' | 'resume' | 'stop' | 'undo' | 'unfill') => Promise<boolean>;
  /** Shows a batch that the user has just started. */
  decide: (batch: LibraryBatch) => void;
  /** Reloads it after the user has changed one of its items. */
  reload: () => Promise<void>;
}

/**
 * The batch of the page, processed while it runs and the page is open.
 * @param batchId   The batch to show; null: the unfinished one, if any.
 * @param onCurrent Called with the unfinished batch when the page opens.
 */
export function useBatch(
  batchId: number | null,
  onCurrent: (batch: LibraryBatch) => void,
): BatchControl {
  const [shown, dispatch] = useReducer(reduceBatch, null);
  const [error, setError] = useState<ApiError | null>(null);
  const [changing, setChanging] = useState<number | null>(null);
  const [undone, setUndone] = useState(0);
  const [undoing, setUndoing] = useState<(UndoProgress & { id: number }) | null>(null);
  const listeners = useRef(new Set<ItemListener>());
  const era = useRef(0);
  era.current = shown?.era ?? 0;
  const current = useRef(onCurrent);
  current.current = onCurrent;
  const batch = shown?.batch ?? null;
  const id = batch?.id ?? null;
  const shownRef = useRef(batch);
  shownRef.current = batch;
  // Responses about another batch are outdated: the page shows this one, or soon will.
  const wanted = useRef(id);
  wanted.current = batchId ?? id;
  const wasOpened = useRef(false);

  const decide = useCallback((decided: LibraryBatch) => {
    setError(null);
    dispatch({ type: 'DECIDED', batch: decided, at: Date.now() });
  }, []);

  const open = useCallback(
    async (opened: number) => {
      const result = await fetchBatch(opened);
      if (wanted.current !== opened) {
        return;
      }
      if (result.ok) {
        decide(result.value);
      } else {
        setError(result.error);
      }
    },
    [decide],
  );

  const read = useCallback(async (polled: number) => {
    const askedIn = era.current;
    const result = await fetchBatch(polled);
    if (wanted.current !== polled) {
      return;
    }
    setError(result.ok ? null : result.error);
    if (result.ok) {
      dispatch({ type: 'READ', batch: result.value, era: askedIn, at: Date.now() });
    }
  }, []);

  useEffect(() => {
    const isOpening = !wasOpened.current;
    wasOpened.current = true;
    if (batchId !== null) {
      if (batchId !== shownRef.current?.id) {
        void open(batchId);
      }
      return undefined;
    }
    if (shownRef.current && isActive(shownRef.current)) {
      return undefined;
    }
    let isWanted = true;
    void fetchCurrentBatch().then((result) => {
      if (!isWanted || !result.ok || !result.value) {
        return;
      }
      // Batches for uploads continue in the background.
      if (isActive(result.value) && result.value.origin !== 'upload') {
        decide(result.value);
        if (isOpening) {
          current.current(result.value);
        }
      }
    });
    return () => {
      isWanted = false;
    };
  }, [batchId, open, decide]);

  const isRunning = batch?.state === 'running' && !bootData.connectionError;
  const isWorking = useWorker(isRunning ? id : null, bootData.concurrency, {
    era: () => era.current,
    onWork: ({ items, batch: latest }, askedIn) => {
      if (wanted.current !== latest.id) {
        return;
      }
      setError(null);
      for (const listener of listeners.current) {
        listener(items);
      }
      dispatch({ type: 'READ', batch: latest, era: askedIn, at: Date.now() });
    },
    onError: setError,
  });

  const isPolled = batch !== null && isActive(batch) && !isWorking;
  useEffect(() => {
    if (!isPolled || id === null) {
      return undefined;
    }
    const timer = setInterval(() => void read(id), pollSeconds * 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [isPolled, id, read]);

  return {
    shown,
    error,
    isWorking,
    isChanging: changing !== null && changing === id,
    undoing: undoing && undoing.id === id ? undoing : null,
    undone,
    onItems: useCallback((listener) => {
      listeners.current.add(listener);
      return () => {
        listeners.current.delete(listener);
      };
    }, []),
    decide,
    reload: async () => {
      if (id !== null) {
        await open(id);
      }
    },
    control: async (action) => {
      if (id === null) {
        return false;
      }
      setChanging(id);
      const show = (changed: LibraryBatch) => {
        if (wanted.current === id) {
          decide(changed);
        }
      };
      const result =
        action === 'undo' || action === 'unfill'
          ? await undoInSlices(id, action, (slice, progress) => {
              show(slice);
              setUndoing({ id, ...progress });
              setUndone((number) => number + 1);
            })
          : await controlBatch(id, action);
      setChanging((present) => (present === id ? null : present));
      setUndoing((present) => (present?.id === id ? null : present));
      if (result.ok) {
        show(result.value);
        if (action === 'undo' || action === 'unfill') {
          setUndone((number) => number + 1);
          speak(stateText(result.value));
        }
      } else if (wanted.current === id) {
        setError(result.error);
      }
      return result.ok;
    },
  };
}
