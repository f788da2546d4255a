import { useEffect, useRef, useState } from '@wordpress/element';
import { runInOneTab, work, type Worker } from '../run/work.ts';

/**
 * Works on a batch while the page is open.
 *
 * @param batchId     Null while there is nothing to work on.
 * @param concurrency How many images may be worked on at once.
 * @return Whether this tab works; else another one does.
 */
export function useWorker(batchId: number | null, concurrency: number, worker: Worker): boolean {
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
        latest.current.onError(error);
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
