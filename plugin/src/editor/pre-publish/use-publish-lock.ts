import { useRegistry, type DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { useEffect } from '@wordpress/element';
import { addFilter, removeFilter } from '@wordpress/hooks';
import { _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { listImages } from '../post/images.ts';
import { isPublishing } from './is-publishing.ts';

const hook = 'editor.preSavePost';
const name = 'altscribe/publish-lock';

interface Edits {
  status?: unknown;
}

/**
 * Keeps the editor from publishing while images have no alt text; drafts are saved as ever. Not with
 * `lockPostSaving`, which locks drafts, too, and fails on new posts (gutenberg#49172).
 */
export function usePublishLock(isLocked: boolean): void {
  const registry = useRegistry();
  useEffect(() => {
    if (!isLocked) {
      return undefined;
    }
    addFilter(hook, name, (edits: Edits, options?: { isAutosave?: boolean }) => {
      if (options?.isAutosave !== true) {
        refuse(registry, edits);
      }
      return edits;
    });
    return () => {
      removeFilter(hook, name);
    };
  }, [isLocked, registry]);
}

/** Throws what the editor then shows after "Publishing failed." */
function refuse(registry: DataRegistry, { status }: Edits): void {
  const before: unknown = registry.select(editorStore).getCurrentPostAttribute('status');
  const count = listImages(registry).filter(({ state }) => state === 'missing').length;
  if (count === 0 || !isPublishing(before, status)) {
    return;
  }
  const { editPost, openPublishSidebar } = registry.dispatch(editorStore);
  // Else the editor would try to publish when the user saves the draft.
  void editPost({ status: before === 'auto-draft' ? 'draft' : before }, { undoIgnore: true });
  // Where this is explained, also for those who have switched it off.
  void openPublishSidebar();
  throw new Error(missingText(count));
}

/** "3 images need an alt text, or to be marked as decorative." */
export function missingText(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n(
      '%s image needs an alt text, or to be marked as decorative.',
      '%s images need an alt text, or to be marked as decorative.',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}
