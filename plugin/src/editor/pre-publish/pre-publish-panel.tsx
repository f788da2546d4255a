import { Button, CheckboxControl } from '@wordpress/components';
import { useRegistry, useSelect, type DataRegistry } from '@wordpress/data';
import { PluginPrePublishPanel, store as editorStore } from '@wordpress/editor';
import { useEffect, useState } from '@wordpress/element';
import { addFilter, removeFilter } from '@wordpress/hooks';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { editorBootData } from '../boot-data.ts';
import { countsText } from '../../common/counts.ts';
import { isGenerated } from '../../common/request/state.ts';
import { useImages } from '../hooks/use-post.ts';
import { countNeeds, useReviews } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { listImages } from '../post/images.ts';
import { isUnread } from '../post/sources.ts';
import { store } from '../store/index.ts';
import { openReview, openSidebar, sidebarIcon } from '../sidebar/sidebar-parts.tsx';

const publishedStatuses = ['publish', 'future', 'private'];

/** True if the status change publishes the post, now or later. */
export function isPublishing(before: unknown, after: unknown): boolean {
  return !publishedStatuses.includes(String(before)) && publishedStatuses.includes(String(after));
}

const hook = 'editor.preSavePost';
const name = 'altscribe/publish-lock';

interface Edits {
  status?: unknown;
}

/**
 * Prevents publishing while images have no alt text; drafts can still be saved. Does not use
 * `lockPostSaving`, which also locks drafts and fails on new posts (gutenberg#49172).
 */
function usePublishLock(isLocked: boolean): void {
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

/** Throws the message that the editor shows after "Publishing failed." */
function refuse(registry: DataRegistry, { status }: Edits): void {
  const before: unknown = registry.select(editorStore).getCurrentPostAttribute('status');
  const reason = findReason(registry, listImages(registry));
  if (reason === null || !isPublishing(before, status)) {
    return;
  }
  const { editPost, openPublishSidebar } = registry.dispatch(editorStore);
  // Otherwise the editor would try to publish when the user saves the draft.
  void editPost({ status: before === 'auto-draft' ? 'draft' : before }, { undoIgnore: true });
  // The panel that explains this, even for users who have turned it off.
  void openPublishSidebar();
  throw new Error(reason);
}

/** The tasks that the user must finish before publishing; null if there are none. */
function findReason(registry: DataRegistry, images: readonly EditorImage[]): string | null {
  const { getSuggestion } = registry.select(store);
  const { mustRead } = editorBootData.publishLock;
  const empty = images.filter(({ state }) => state === 'missing');
  // As in the counts above: an image with a suggestion is to review, not missing.
  const suggested = empty.filter((image) => isGenerated(getSuggestion(image))).length;
  const missing = empty.length - suggested;
  const notRead = mustRead ? images.filter((image) => isUnread(registry, image)).length : 0;
  const unread = suggested + notRead;
  const tasks = [missing > 0 && missingText(missing), unread > 0 && unreadText(unread)];
  return tasks.filter(Boolean).join(' ') || null;
}

/** "Check 3 AI texts before publishing." */
function unreadText(count: number): string {
  return sprintf(
    /* translators: %s: number of AI texts that no person has checked. */
    _n(
      'Check %s AI text before publishing.',
      'Check %s AI texts before publishing.',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}

/** "Add alt text to 3 images or mark them as decorative." */
function missingText(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n(
      'Add alt text to %s image or mark it as decorative.',
      'Add alt text to %s images or mark them as decorative.',
      count,
      'altscribe',
    ),
    formatNumber(count),
  );
}

/** WordPress's pre-publish panel: the summary, and the reason if publishing is blocked. */
export function PrePublishPanel() {
  const { mustSettle, canBypass } = editorBootData.publishLock;
  const [isBypassed, setIsBypassed] = useState(false);
  usePublishLock(mustSettle && !isBypassed);
  const registry = useRegistry();
  const reviews = useReviews();
  const images = useImages();
  const reason = useSelect((_select, inside) => findReason(inside, images), [images]);
  const counts = countNeeds(reviews);
  const needs = countsText(counts);
  if (needs === '') {
    return null;
  }
  const isLocked = mustSettle && reason !== null;
  return (
    <PluginPrePublishPanel
      title={__('Alt text', 'altscribe')}
      icon={sidebarIcon}
      initialOpen
      className="altscribe-pre-publish"
    >
      <p>{needs}</p>
      {isLocked && (
        <p>
          {reason}{' '}
          {!canBypass &&
            __('Until then, you can save the post as a draft but not publish it.', 'altscribe')}
        </p>
      )}
      <Button
        __next40pxDefaultSize
        variant="secondary"
        onClick={() => {
          (counts.review > 0 ? openReview : openSidebar)(registry);
        }}
      >
        {counts.review > 0 ? __('Review', 'altscribe') : __('Open alt text sidebar', 'altscribe')}
      </Button>
      {isLocked && canBypass && (
        <CheckboxControl
          __nextHasNoMarginBottom
          label={__('Publish anyway', 'altscribe')}
          checked={isBypassed}
          onChange={setIsBypassed}
        />
      )}
    </PluginPrePublishPanel>
  );
}
