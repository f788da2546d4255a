import type { Result } from '../../common/api.ts';
import { undoBatch, unfillBatch, type LibraryBatch } from '../../common/batches-api.ts';

export interface UndoProgress {
  /** Number of texts or posts that were restored, or left alone because a user changed them. */
  done: number;
  total: number;
}

/**
 * Undoes everything that a batch has written in the media library or filled into posts, one request
 * after the other, because thousands of texts take minutes. If it fails or the page is closed, the
 * remaining texts can be undone later.
 * @param id      The batch.
 * @param action  `undo`: in the media library; `unfill`: in posts.
 * @param onSlice Called after each request but the last.
 */
export async function undoInSlices(
  id: number,
  action: 'undo' | 'unfill',
  onSlice: (batch: LibraryBatch, progress: UndoProgress) => void,
): Promise<Result<LibraryBatch>> {
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
