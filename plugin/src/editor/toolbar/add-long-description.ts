import { speak } from '@wordpress/a11y';
import { store as blockEditorStore } from '@wordpress/block-editor';
import { parse } from '@wordpress/blocks';
import { createReduxStore, register, type DataRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import {
  asOneStep,
  buildGenerateRequest,
  findClientId,
  findImage,
  findLanguage,
  findPostId,
  imageKey,
  placeOf,
  postRoot,
  readAttributes,
  rowId,
  selectTarget,
  showUndo,
  store,
  targetKey,
  unexpectedError,
} from '../main.tsx';
import type { AltTextTarget } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import type { ImageNotice } from '../store/state.ts';

/**
 * Long descriptions of charts, maps and other images that one sentence cannot describe: Details
 * blocks directly below their image.
 */

/** The request for the long description of one image. */
export interface Progress {
  startedAt: number | null;
  /** Why the last request added none. */
  notice: ImageNotice | null;
}

const idle: Progress = { startedAt: null, notice: null };

type State = Readonly<Record<string, Progress>>;

export const progressStore = createReduxStore('altscribe/long-descriptions', {
  reducer: (state: State = {}, { key, progress }: { key?: string; progress?: Progress }): State =>
    key !== undefined && progress ? { ...state, [key]: progress } : state,
  selectors: { getProgress: (state: State, key: string) => state[key] ?? idle },
  actions: {
    setProgress: (key: string, progress: Progress) => ({ type: 'PROGRESSED', key, progress }),
  },
});

register(progressStore);

/**
 * Where a Details block can be inserted below a block: after it, or after the block around it if that
 * cannot contain one, such as a gallery. Null if the layout is locked.
 */
function findSpot(registry: DataRegistry, clientId: string | null) {
  const { canInsertBlockType, getBlockIndex, getBlockName, getBlockOrder, getBlockRootClientId } =
    registry.select(blockEditorStore);
  for (let id = clientId; id !== null;) {
    const parent = getBlockRootClientId(id) ?? '';
    if (canInsertBlockType('core/details', parent)) {
      const siblings = getBlockOrder(parent);
      let index = getBlockIndex(id) + 1;
      // Details blocks of other images of a gallery come first.
      while (getBlockName(siblings[index] ?? '') === 'core/details') {
        index += 1;
      }
      return { parent, index };
    }
    id = parent === '' || parent === postRoot(registry) ? null : parent;
  }
  return null;
}

/**
 * The Details block directly below an image that Altscribe made for it; null if there is none. Other
 * Details blocks may be about anything.
 */
export function findDetails(registry: DataRegistry, image: EditorImage): string | null {
  const { getBlockName, getBlockOrder, getBlockRootClientId } = registry.select(blockEditorStore);
  const keys = [String(image.attachmentId), image.url];
  for (let id = findClientId(image.target); id !== null;) {
    const parent = getBlockRootClientId(id) ?? '';
    const siblings = getBlockOrder(parent);
    const isGallery = getBlockName(parent) === 'core/gallery';
    for (const next of isGallery ? [] : siblings.slice(siblings.indexOf(id) + 1)) {
      if (getBlockName(next) !== 'core/details') {
        return null;
      }
      const { metadata } = readAttributes(registry, next);
      const describes = (metadata as { altscribe?: { describes?: string | number } } | undefined)
        ?.altscribe?.describes;
      if (describes === undefined) {
        return null;
      }
      if (keys.includes(String(describes))) {
        return next;
      }
    }
    id = parent === '' || parent === postRoot(registry) ? null : parent;
  }
  return null;
}

/**
 * Inserts a long description below its image, as one undo step. False if the layout is locked.
 * `takesFocus`: the focus goes to the new block.
 */
export function insertDetails(
  registry: DataRegistry,
  { target }: EditorImage,
  details: string,
  takesFocus: boolean,
): boolean {
  const spot = findSpot(registry, findClientId(target));
  const [block] = parse(details);
  if (!spot || !block) {
    return false;
  }
  const { insertBlock, removeBlock } = registry.dispatch(blockEditorStore);
  asOneStep(registry, () => {
    void insertBlock(block, spot.index, spot.parent, false);
  });
  if (takesFocus) {
    selectDetails(registry, block.clientId);
  }
  const message = __(
    'Long description added below the image. Read it before you publish.',
    'altscribe',
  );
  showUndo(registry, subjectOf(target), message, () => {
    asOneStep(registry, () => {
      void removeBlock(block.clientId, false);
    });
    speak(__('Long description removed.', 'altscribe'));
  });
  return true;
}

/** Selects the text of a Details block, so the editor opens it and moves the focus there. */
export function selectDetails(registry: DataRegistry, clientId: string): void {
  const [first] = registry.select(blockEditorStore).getBlockOrder(clientId);
  selectTarget(registry, { type: 'block', clientId: first ?? clientId });
}

const subjectOf = (target: AltTextTarget) => `long-${targetKey(target)}`;

const noticeId = (target: AltTextTarget) => `altscribe-${subjectOf(target)}`;

export function lockedNotice(): ImageNotice {
  return {
    code: 'layout_locked',
    message: __(
      'No block can be added below this image, because the layout around it is locked.',
      'altscribe',
    ),
  };
}

/**
 * Generates the long description of an image and inserts it. If the image is gone by then, or its
 * layout locked, the site stores the text until a user decides. `isInRow`: the row of the image
 * shows the progress; otherwise it may be closed.
 */
export async function addLongDescription(
  registry: DataRegistry,
  target: AltTextTarget,
  isInRow: boolean,
): Promise<void> {
  const key = targetKey(target);
  const image = findImage(registry, target);
  if (!image || registry.select(progressStore).getProgress(key).startedAt !== null) {
    return;
  }
  const { setProgress } = registry.dispatch(progressStore);
  const { createErrorNotice, createInfoNotice } = registry.dispatch(noticesStore);
  const options = { id: noticeId(target), type: 'snackbar' } as const;
  const working = __('Writing a long description…', 'altscribe');
  void setProgress(key, { startedAt: Date.now(), notice: null });
  if (isInRow) {
    speak(working);
  } else {
    void createInfoNotice(working, options);
  }
  const notice = await generateDetails(registry, image, isInRow).catch(() =>
    // Other plugins may interfere with reading from the post or writing to it.
    unexpectedError('image_failed'),
  );
  void setProgress(key, { startedAt: null, notice });
  if (notice && isInRow) {
    speak(notice.message, 'assertive');
  } else if (notice) {
    void createErrorNotice(notice.message, options);
  }
}

/** Returns why there is no long description; null if there is, or if the user pressed Stop. */
async function generateDetails(
  registry: DataRegistry,
  image: EditorImage,
  isInRow: boolean,
): Promise<ImageNotice | null> {
  const { target } = image;
  const postId = findPostId(registry);
  // Checked before anything is paid for.
  if (postId === null || !findSpot(registry, findClientId(target))) {
    return lockedNotice();
  }
  // Before the request, because the image may be away after it.
  /* eslint-disable @wordpress/no-unused-vars-before-return */
  const place = placeOf(registry, image);
  const language = findLanguage(registry, image);
  /* eslint-enable @wordpress/no-unused-vars-before-return */
  const typedKeywords = registry.select(store).getTypedKeywords();
  const built = buildGenerateRequest(registry, postId, image, { regenerate: false, typedKeywords });
  const { keepLong, send } = registry.dispatch(store);
  const result = built.ok ? await send({ ...built.value, text_length: 'long' }) : built;
  if (!result?.ok) {
    return result?.error ?? null;
  }
  const { altText: text, details = '', model, prompt } = result.value;
  const present = findPostId(registry) === postId ? findImage(registry, target) : undefined;
  const isSame = present && imageKey(present) === imageKey(image);
  if (isSame && insertDetails(registry, present, details, isStillHere(registry, target, isInRow))) {
    return null;
  }
  const image_url = image.url.startsWith('data:') ? '' : image.url;
  const row = { postId, attachmentId: image.attachmentId ?? 0, place };
  void keepLong(row, { image_url, language, text, model, prompt }, details);
  if (isSame) {
    return lockedNotice();
  }
  const message = __(
    'The long description is ready, but its image is no longer here. If you restore the image within 30 days, you can still insert it.',
    'altscribe',
  );
  void registry
    .dispatch(noticesStore)
    .createInfoNotice(message, { id: noticeId(target), type: 'snackbar' });
  return null;
}

/** True if the focus is where it was, so the new block may take it. */
function isStillHere(registry: DataRegistry, target: AltTextTarget, isInRow: boolean): boolean {
  const { getSelectedBlockClientId, isTyping } = registry.select(blockEditorStore);
  const row = document.getElementById(rowId(targetKey(target)));
  return isInRow
    ? row?.contains(document.activeElement) === true
    : getSelectedBlockClientId() === findClientId(target) && !isTyping();
}
