import { runButtonId } from '../store/focus-request.ts';

/** Where the focus goes when what had it is gone. All of it does nothing while the sidebar is closed. */

/** Id of the row of an image, by its `targetKey`. */
export const rowId = (key: string) => `altscribe-row-${key}`;

export function focusRunButton(): void {
  document.getElementById(runButtonId)?.focus();
}
