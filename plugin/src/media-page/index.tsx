import { createRoot } from '@wordpress/element';
import { Page } from './page.tsx';
import './media-page.css';

const root = document.getElementById('altscribe-media');
if (root) {
  createRoot(root).render(<Page />);
}
