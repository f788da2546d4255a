import { dispatch } from '@wordpress/data';
import { addAction, addFilter } from '@wordpress/hooks';
import { registerPlugin } from '@wordpress/plugins';
import { withAltTextControls } from './block-settings.tsx';
import './editor.css';
import { AltTextSidebar } from './sidebar/sidebar.tsx';
import { store } from './store/index.ts';

registerPlugin('altscribe', { render: AltTextSidebar });
addFilter('editor.BlockEdit', 'altscribe/alt-text-controls', withAltTextControls);
// WordPress waits for what an action returns here.
addAction(
  'editor.savePost',
  'altscribe/attachments',
  (_post: object, options: { isAutosave?: boolean } = {}) =>
    options.isAutosave ? undefined : dispatch(store).saveWrittenAttachments(),
);
