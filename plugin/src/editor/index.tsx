import { addFilter } from '@wordpress/hooks';
import { registerPlugin } from '@wordpress/plugins';
import './editor.css';
import { withAltTextButton } from './inspector.tsx';
import { AltTextSidebar } from './sidebar/sidebar.tsx';

registerPlugin('altscribe', { render: AltTextSidebar });
addFilter('editor.BlockEdit', 'altscribe/alt-text-button', withAltTextButton);
