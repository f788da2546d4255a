import { dispatch, select } from '@wordpress/data';
import { addAction, addFilter } from '@wordpress/hooks';
import { registerPlugin } from '@wordpress/plugins';
import { Commands, NextImageShortcut } from './commands/commands.ts';
import { onSaveFromList } from '../common/core-internals.ts';
import '../common/suggestion.css';
import '../common/image-rows.css';
import './editor.css';
import { usePostId } from './hooks/use-post.ts';
import { withAltTextControls, withFeaturedImageControls } from './inspector/block-settings.tsx';
import { leaveAttachments } from './post/attachments.ts';
import { PrePublishPanel } from './pre-publish/pre-publish-panel.tsx';
import { pluginName } from './sidebar/sidebar-icon.tsx';
import { AltTextSidebar } from './sidebar/sidebar.tsx';
import { store } from './store/index.ts';
import { BlockMenu } from './toolbar/block-menu.tsx';
import { UploadListener } from './uploads/upload-listener.ts';

registerPlugin(pluginName, { render: Plugin });
addFilter('editor.BlockEdit', 'altscribe/alt-text-controls', withAltTextControls);
// WordPress waits for the promise returned here.
addAction(
  'editor.savePost',
  'altscribe/attachments',
  (_post: object, options: { isAutosave?: boolean } = {}) =>
    options.isAutosave ? undefined : dispatch(store).saveWrittenAttachments(),
);

onSaveFromList(() => leaveAttachments({ select }));

addFilter('editor.PostFeaturedImage', 'altscribe/featured-image', withFeaturedImageControls);

/** Everything that runs only in the post editor. */
function Plugin() {
  return (
    usePostId() !== null && (
      <>
        <AltTextSidebar />
        <BlockMenu />
        <Commands />
        <NextImageShortcut />
        <PrePublishPanel />
        <UploadListener />
      </>
    )
  );
}
