import type { Result } from '../../common/api.ts';
import { undoBatch, type Batch } from '../../common/batches-api.ts';

export interface UndoProgress {
  /** Texts that were taken back, or stay because somebody changed them. */
  done: number;
  total: number;
}

/**
 * Takes back all that a batch has written, one request after the other: thousands of texts take minutes. Texts
 * that are left when it fails or the page is closed can be taken back later.
 *
 * @param id      The batch.
 * @param onSlice Told after each request but the last.
 */
export async function undoInSlices(
  id: number,
  onSlice: (batch: Batch, progress: UndoProgress) => void,
): Promise<Result<Batch>> {
  let done = 0;
  let after = 0;
  for (;;) {
    const result = await undoBatch(id, after);
    if (!result.ok || result.value.undo.left === 0) {
      return result;
    }
    const { undo } = result.value;
    done += undo.undone + undo.kept;
    after = undo.after;
    onSlice(result.value, { done, total: done + undo.left });
  }
}
