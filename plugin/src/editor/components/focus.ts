import { runButtonId } from '../store/focus-request.ts';

/**
 * Where to move the focus when the focused element is removed. Does nothing while the sidebar is
 * closed.
 */

/** Id of an image's row, by its `targetKey`. */
export const rowId = (key: string) => `altscribe-row-${key}`;

export function focusRunButton(): void {
  document.getElementById(runButtonId)?.focus();
}
