import { createRoot } from '@wordpress/element';
import { SettingsPage } from './page.tsx';
import '../common/admin-colours.css';
import './settings.css';

const root = document.getElementById('altscribe-settings');
if (root) {
  createRoot(root).render(<SettingsPage />);
}
