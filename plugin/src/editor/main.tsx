import { dispatch, select } from '@wordpress/data';
import { addAction, addFilter } from '@wordpress/hooks';
import { registerPlugin } from '@wordpress/plugins';
import type { ComponentType } from 'react';
import { sendExactTexts } from '../common/api.ts';
import { onSaveFromList } from '../common/core-internals.ts';
import '../common/suggestion.css';
import '../common/image-rows.css';
import '../common/states.css';
import '../common/forced-colours.css';
import './editor.css';
import { lazyModule } from '../common/hooks.ts';
import { usePostId } from './hooks/use-post.ts';
import { withAltTextControls, withFeaturedImageControls } from './inspector/block-settings.tsx';
import { isExactText, leaveAttachments } from './post/attachments.ts';
import { PrePublishPanel } from './pre-publish/pre-publish-panel.tsx';
import { pluginName } from './sidebar/sidebar-parts.tsx';
import { setSuggestions } from './components/alt-text-controls.tsx';
import { AltTextSidebar, setPanel } from './sidebar/sidebar.tsx';
import { store } from './store/index.ts';
import { setFollow } from './store/stored-suggestions.ts';
import { UploadListener } from './uploads/upload-listener.ts';

/**
 * Adds the plugin to the editor. Scripts that load later only import the editor's modules from here:
 * webpack can only join modules into a small script if no other script imports them. With imports
 * from the modules themselves, the editor's script is 6% larger.
 *
 * @param loadPanel       Loads the content of the sidebar.
 * @param loadSuggestions Loads the code that shows suggestions and follows the site's list of them.
 * @param loadMenus       Loads the commands, and the items in the menu of a block.
 */
export function start(
  loadPanel: Parameters<typeof setPanel>[0],
  loadSuggestions: Parameters<typeof setSuggestions>[0] & Parameters<typeof setFollow>[0],
  loadMenus: () => Promise<{ Menus: ComponentType }>,
): void {
  useMenus = lazyModule(loadMenus);
  setPanel(loadPanel);
  setSuggestions(loadSuggestions);
  setFollow(loadSuggestions);
  registerPlugin(pluginName, { render: Plugin });
  addFilter('editor.BlockEdit', 'altscribe/alt-text-controls', withAltTextControls);
  // WordPress waits for the promise returned here.
  addAction(
    'editor.savePost',
    'altscribe/attachments',
    async (_post: object, options: { isAutosave?: boolean } = {}) => {
      if (!options.isAutosave) {
        await dispatch(store).saveWrittenAttachments();
        void dispatch(store).settleSuggestions();
      }
    },
  );

  sendExactTexts(isExactText);

  onSaveFromList(() => leaveAttachments({ select }));

  addFilter('editor.PostFeaturedImage', 'altscribe/featured-image', withFeaturedImageControls);
}

let useMenus: () => { Menus: ComponentType } | null = () => null;

/** Everything that runs only in the post editor. */
function Plugin() {
  const menus = useMenus();
  return (
    usePostId() !== null && (
      <>
        <AltTextSidebar />
        {menus && <menus.Menus />}
        <PrePublishPanel />
        <UploadListener />
      </>
    )
  );
}

export { AccessibleButton, buttonName, fieldName } from '../common/accessible-button.tsx';
export { isCalm, readApiError, unexpectedError } from '../common/api-error.ts';
export { doubtsOf, noteDoubts, request, send } from '../common/api.ts';
export { closeSidebar } from '../common/core-internals.ts';
export { formatNumber, isolate, planName } from '../common/format.ts';
export { toNearbyTexts } from '../common/image-context.ts';
export { isGenerated, newSuggestion } from '../common/request/state.ts';
export { findFetchableUrl, readImageFields } from '../common/image-url.ts';
export { editorBootData } from './boot-data.ts';
export {
  AltTextControls,
  useProgressLabel,
  useSuggestions,
} from './components/alt-text-controls.tsx';
export { countsText } from '../common/counts.ts';
export { BusyNotice, ErrorText, ImageNoticeText } from './components/notices.tsx';
export {
  useImageOfBlock,
  useImages,
  useIsQueued,
  useMissing,
  usePostId,
  useWatched,
} from './hooks/use-post.ts';
export {
  countNeeds,
  useChecks,
  useFindings,
  useReviews,
  useTextCheck,
} from './hooks/use-reviews.ts';
export {
  useBlockingError,
  useConnectionError,
  useCreditsError,
  useErrorsAtTop,
  useLanguageNames,
} from './hooks/use-service.ts';
export { findPaths } from './image-blocks/list-images.ts';
export { findImageBlock, postRoot, readAttributes } from './image-blocks/registry.ts';
export { findSurroundings } from './image-blocks/surroundings.ts';
export { changePaths, writeAttributes } from './image-blocks/write-attributes.ts';
export { findClientId, openTargetAsHtml, selectTarget, targetKey } from './post/alt-text-target.ts';
export { findPostId, pickLanguage, readLanguage } from './post/current-post.ts';
export { hasControls, imageKey } from './post/editor-image.ts';
export { buildGenerateRequest, findLanguage, readContext } from './post/generate-request.ts';
export { findImage, findNextMissing, listImages, selectInBackground } from './post/images.ts';
export { readKeywords, seoStores } from './post/keywords.ts';
export { countCredits, listPlaces, placeOf } from './post/places.ts';
export { findSourceOf, isUnread } from './post/sources.ts';
export { createWatch, imageStores, watchImages } from './post/watch.ts';
export { asOneStep } from './post/write-alt-texts.ts';
export {
  countId,
  focusRunButton,
  isRisky,
  openPanel,
  openSidebar,
  sidebarIcon,
} from './sidebar/sidebar-parts.tsx';
export {
  focusRequestStore,
  reviewRequest,
  rowId,
  runButtonId,
  runRequest,
  shownRunButton,
} from './store/focus-request.ts';
export { showUndo } from './store/announce.ts';
export { needsText } from './store/apply-alt-text.ts';
export { store } from './store/index.ts';
export { editOf, noEdits } from './store/state.ts';
export { isHeld, newRow, placeSuggestions } from './store/stored-suggestions.ts';
