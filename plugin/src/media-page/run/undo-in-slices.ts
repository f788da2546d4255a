import type { Result } from '../../common/api.ts';
import { undoBatch, unfillBatch, type Batch } from '../../common/batches-api.ts';

export interface UndoProgress {
  /** Texts or posts that were restored, or stay because somebody changed them. */
  done: number;
  total: number;
}

/**
 * Takes back all that a batch has written, or out of posts what was filled into them, one request after the other: thousands of texts take minutes. Texts
 * that are left when it fails or the page is closed can be taken back later.
 *
 * @param id      The batch.
 * @param action  `undo`: in the media library; `unfill`: in posts.
 * @param onSlice Told after each request but the last.
 */
export async function undoInSlices(
  id: number,
  action: 'undo' | 'unfill',
  onSlice: (batch: Batch, progress: UndoProgress) => void,
): Promise<Result<Batch>> {
  let done = 0;
  let after = 0;
  for (;;) {
    const result = await (action === 'undo' ? undoBatch : unfillBatch)(id, after);
    if (!result.ok || result.value.undo.left === 0) {
      return result;
    }
    const { undo } = result.value;
    done += undo.undone + undo.kept;
    after = undo.after;
    onSlice(result.value, { done, total: done + undo.left });
  }
}
