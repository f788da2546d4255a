import { createRoot } from '@wordpress/element';
import '../common/admin-colours.css';
import '../common/alt-text-field/controls.css';
import '../common/forced-colours.css';
import '../common/image-rows.css';
import '../common/states.css';
import '../common/suggestion.css';
import { bootData, getAttachment } from './wordpress.ts';
import { Box } from './box.tsx';
import './classic-editor.css';
import { followEdits } from './images.ts';

function start(): void {
  const place = document.querySelector('#altscribe-classic');
  if (!place) {
    return;
  }
  for (const { id, ...data } of bootData.attachments) {
    getAttachment(id).set(data);
  }
  followEdits();
  createRoot(place).render(<Box />);
}

if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', start);
} else {
  start();
}
