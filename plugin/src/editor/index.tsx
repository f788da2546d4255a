import { addFilter } from '@wordpress/hooks';
import { registerPlugin } from '@wordpress/plugins';
import { withAltTextControls } from './block-settings.tsx';
import './editor.css';
import { AltTextSidebar } from './sidebar/sidebar.tsx';

registerPlugin('altscribe', { render: AltTextSidebar });
addFilter('editor.BlockEdit', 'altscribe/alt-text-controls', withAltTextControls);
