import {
  createReduxStore,
  createRegistrySelector,
  register,
  type DataRegistry,
} from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import { fetchAccount } from '../../common/api.ts';
import { announceStopping } from '../../common/run/announce.ts';
import { saveAttachments } from '../post/attachments.ts';
import { findPostId } from '../post/current-post.ts';
import { readPostContext } from '../post/generate-request.ts';
import { saveKeywords } from '../post/keywords.ts';
import {
  applyAllSuggestions,
  applySuggestion,
  dismissSuggestion,
  editAltText,
  editSuggestion,
  markRead,
  noteShown,
  markAllDecorative,
  markDecorative,
  restoreEdit,
  restoreTextBefore,
  unmarkDecorative,
  applyLibraryText,
  applyLibraryTexts,
} from './suggestions.ts';
import {
  discardLong,
  keepLong,
  loadSuggestions,
  placeSuggestions,
  settleSuggestions,
} from './stored-suggestions.ts';
import { generateAll, retryBatch, undoBatch } from './generate-all.ts';
import { generate, send, writeUploadText } from './generate.ts';
import { reducer, selectors, type ImageFilter, type State, type Thunk } from './state.ts';

/** Reads the plan and the credits of the account. */
const loadAccount =
  (): Thunk =>
  async ({ dispatch, registry }) => {
    const postId = findPostId(registry);
    if (postId === null) {
      return;
    }
    const result = await fetchAccount(postId);
    dispatch(
      result.ok
        ? { type: 'ACCOUNT_RECEIVED', account: result.value, at: Date.now() }
        : { type: 'ACCOUNT_FAILED', error: result.error },
    );
  };

/** Stores the user's own keywords, after every letter typed. */
const setKeywords =
  (value: string): Thunk<void> =>
  ({ dispatch, registry }) => {
    const postId = findPostId(registry);
    if (postId !== null) {
      dispatch({ type: 'KEYWORDS_TYPED', postId, keywords: saveKeywords(registry, value) });
    }
  };

/** Ends every wait and starts no further request. Requests already running still cost credits. */
const stop =
  (): Thunk<void> =>
  ({ dispatch }) => {
    dispatch({ type: 'STOPPED' });
    announceStopping();
  };

/**
 * Saves the written attachments after the post was saved. WordPress itself saves them only with its
 * list of all changes, which not every way of saving a post shows.
 */
const saveWrittenAttachments =
  (): Thunk =>
  async ({ registry }) => {
    if ((await saveAttachments(registry)).length > 0) {
      void registry
        .dispatch(noticesStore)
        .createErrorNotice(
          __('An alt text could not be saved to the media library. Save again.', 'altscribe'),
          { id: 'altscribe-attachments' },
        );
    }
  };

const dismissBatch = () => ({ type: 'BATCH_CHANGED', changes: null });

const setQueued = (queued: readonly number[]) => ({ type: 'UPLOADS_QUEUED', queued });

const chooseFilter = (filter: ImageFilter) => ({ type: 'FILTER_CHOSEN', filter });

/** For the media window: see `readEditedPost`. */
const getPostContext = createRegistrySelector(
  (select) => (state: State) => readPostContext({ select } as DataRegistry, state.typedKeywords),
);

/** State of the sidebar "Alt text" and of the controls in the block settings. */
export const store = createReduxStore('altscribe/editor', {
  reducer,
  selectors: { ...selectors, getPostContext },
  actions: {
    applyAllSuggestions,
    applySuggestion,
    chooseFilter,
    discardLong,
    dismissBatch,
    dismissSuggestion,
    editAltText,
    editSuggestion,
    generate,
    generateAll,
    keepLong,
    loadAccount,
    loadSuggestions,
    markRead,
    markAllDecorative,
    markDecorative,
    noteShown,
    placeSuggestions,
    restoreEdit,
    restoreTextBefore,
    retryBatch,
    saveWrittenAttachments,
    send,
    setKeywords,
    setQueued,
    settleSuggestions,
    stop,
    undoBatch,
    unmarkDecorative,
    applyLibraryText,
    applyLibraryTexts,
    writeUploadText,
  },
});

register(store);
