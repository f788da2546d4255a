import '../common/admin-colours.css';
import '../common/alt-text-field/controls.css';
import '../common/forced-colours.css';
import '../common/suggestion.css';
import { extendEditScreen, extendViews } from './views.ts';
import { extendToolbar } from './grid-toolbar.ts';
import { extendList } from './list.ts';
import './media-library.css';
import { findMedia } from '../common/wp-media.ts';

// Before WordPress creates its first view.
const media = findMedia();
if (media) {
  extendViews(media);
  extendToolbar(media);
}

function extendScreens(): void {
  extendEditScreen();
  extendList();
}

if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', extendScreens);
} else {
  extendScreens();
}
