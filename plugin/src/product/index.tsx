import { createRoot } from '@wordpress/element';
import '../common/admin-colours.css';
import { ProductButton } from './product-button.tsx';
import './product.css';

const mounted = new WeakSet<Element>();

/** Renders the button wherever PHP has left a place for it. */
function mount(): void {
  for (const place of document.querySelectorAll('.altscribe-product')) {
    if (!mounted.has(place)) {
      mounted.add(place);
      createRoot(place).render(<ProductButton />);
    }
  }
}

function start(): void {
  mount();
  const box = document.querySelector('#postimagediv .inside');
  if (box) {
    // WordPress draws this box anew for another image.
    new MutationObserver(mount).observe(box, { childList: true });
  }
}

if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', start);
} else {
  start();
}
