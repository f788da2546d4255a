import { speak } from '@wordpress/a11y';
import { useEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Batch } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import { countDone } from '../run/batch-state.ts';
import { stateText } from '../run/batch-text.ts';

/** Milliseconds between two readings of the progress. */
const silence = 60_000;

/** Says what becomes of a batch to people who do not see the page. */
export function useNews(batch: Batch | null): void {
  const last = useRef<Batch | null>(null);
  const spokenAt = useRef(0);
  const toldReason = useRef<string | null>(null);

  useEffect(() => {
    const before = last.current;
    last.current = batch;
    if (!batch || before?.id !== batch.id) {
      // What a page shows when it opens is read with it.
      return;
    }
    if (batch.reason === null) {
      toldReason.current = null;
    }
    // One that tries again every minute while the service is away says so once.
    const isTrying = batch.state === 'running' && batch.reason !== null;
    const isTold = batch.state === 'halted' && batch.reason?.code === toldReason.current;
    if (before.state !== batch.state && !isTrying && !isTold) {
      toldReason.current = batch.reason?.code ?? null;
      spokenAt.current = Date.now();
      speak(batch.state === 'running' ? __('Going on.', 'altscribe') : stateText(batch));
    } else if (
      batch.state === 'running' &&
      countDone(batch) > countDone(before) &&
      Date.now() - spokenAt.current > silence
    ) {
      spokenAt.current = Date.now();
      speak(
        sprintf(
          /* translators: 1: number of images that are done, 2: number of images. */
          __('%1$s of %2$s images done.', 'altscribe'),
          formatNumber(countDone(batch)),
          formatNumber(batch.total),
        ),
      );
    }
  }, [batch]);
}
