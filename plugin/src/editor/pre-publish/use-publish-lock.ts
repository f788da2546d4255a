import { useRegistry, type DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { useEffect } from '@wordpress/element';
import { addFilter, removeFilter } from '@wordpress/hooks';
import { _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { listImages } from '../post/images.ts';
import { store } from '../store/index.ts';
import { findUnsettled, isPublishing } from './unsettled.ts';

const hook = 'editor.preSavePost';
const name = 'altscribe/publish-lock';

interface Edits {
  status?: unknown;
}

/**
 * Keeps the editor from publishing while images are not settled; drafts are saved as ever. Not with
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
  const { isUnchecked } = registry.select(store);
  const count = findUnsettled(listImages(registry), isUnchecked).length;
  if (count === 0 || !isPublishing(before, status)) {
    return;
  }
  const { editPost, openPublishSidebar } = registry.dispatch(editorStore);
  // Else the editor would try to publish when the user saves the draft.
  void editPost({ status: before === 'auto-draft' ? 'draft' : before }, { undoIgnore: true });
  // Where this is explained, also for those who have switched it off.
  void openPublishSidebar();
  throw new Error(unsettledText(count));
}

/** "3 images need a text, or a look at their new text." */
export function unsettledText(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n(
      '%s image needs an alt text, or somebody who looks at its new one.',
      '%s images need an alt text, or somebody who looks at their new one.',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}
