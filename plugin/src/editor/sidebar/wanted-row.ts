import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { focusRunButton, rowId } from '../components/focus.ts';
import { targetKey } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { runButtonId, shownRunButton, wantedRowStore } from '../store/wanted-row.ts';

/** The image (`targetKey`) in whose row the focus is; null if it is elsewhere. */
export function findFocusedRow(): string | null {
  const row = document.activeElement?.closest(`[id^="${rowId('')}"]`);
  return row?.id.slice(rowId('').length) ?? null;
}

/**
 * Moves the focus into the row that is wanted, once it is rendered: to the field of its suggestion, or
 * to its button. Returns the position of that row in the list; null if none is wanted.
 */
export function useWantedRow(images: EditorImage[]): number | null {
  const wanted = useSelect((select) => select(wantedRowStore).getWantedRow(), []);
  const { foundRow } = useDispatch(wantedRowStore);
  const position = images.findIndex(({ target }) => targetKey(target) === wanted);

  useEffect(() => {
    if (wanted === null || wanted === shownRunButton) {
      return;
    }
    if (wanted === runButtonId) {
      focusRunButton();
    }
    const row = document.getElementById(rowId(wanted));
    const places = ['textarea', '.altscribe-generate', 'button'];
    places
      .map((place) => row?.querySelector<HTMLElement>(place))
      .find((element) => element)
      ?.focus();
    void foundRow();
  }, [wanted, foundRow]);

  return position < 0 ? null : position;
}

/** Moves the focus to the button that starts a run when that is wanted, unless the sidebar is closed. */
export function useShownRunButton(): void {
  const isWanted = useSelect(
    (select) => select(wantedRowStore).getWantedRow() === shownRunButton,
    [],
  );
  const { foundRow } = useDispatch(wantedRowStore);
  useEffect(() => {
    if (isWanted) {
      focusRunButton();
      void foundRow();
    }
  }, [isWanted, foundRow]);
}
