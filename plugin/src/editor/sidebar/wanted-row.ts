import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import type { ImageReview } from '../hooks/use-reviews.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { rowId } from '../store/focus.ts';
import { wantedRowStore } from '../store/wanted-row.ts';

/** The image (`targetKey`) in whose row the focus is; null if it is elsewhere. */
export function findFocusedRow(): string | null {
  const start = rowId('');
  const row = document.activeElement?.closest(`[id^="${start}"]`);
  return row?.id.slice(start.length) ?? null;
}

/**
 * Moves the focus into the row that is wanted, once it is rendered: to the field of its suggestion, or
 * to its button. Returns the position of that row in the list; null if none is wanted.
 */
export function useWantedRow(reviews: ImageReview[]): number | null {
  const wanted = useSelect((select) => select(wantedRowStore).getWantedRow(), []);
  const { foundRow } = useDispatch(wantedRowStore);
  const position = reviews.findIndex(({ image }) => targetKey(image.target) === wanted);

  useEffect(() => {
    if (wanted !== null) {
      const row = document.getElementById(rowId(wanted));
      row?.querySelector<HTMLElement>('textarea, .altscribe-generate')?.focus();
      void foundRow();
    }
  }, [wanted, foundRow]);

  return position < 0 ? null : position;
}
