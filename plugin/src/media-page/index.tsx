import { createRoot } from '@wordpress/element';
import { Page } from './page.tsx';
import '../common/admin-colours.css';
import './media-page.css';

const root = document.getElementById('altscribe-media');
if (root) {
  createRoot(root).render(<Page />);
}
