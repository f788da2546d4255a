import { speak } from '@wordpress/a11y';
import { useDispatch, useRegistry, type DataRegistry } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { store as shortcutsStore, useShortcut } from '@wordpress/keyboard-shortcuts';
import { findNextMissing, selectInBackground } from '../post/next-image.ts';
import { findFocusedRow } from '../sidebar/wanted-row.ts';
import { openRow } from './open-sidebar.ts';

const name = 'altscribe/next-image';

/** The shortcut "Next image without alt text"; WordPress lists it among its keyboard shortcuts. */
export function NextImageShortcut() {
  const registry = useRegistry();
  const { registerShortcut, unregisterShortcut } = useDispatch(shortcutsStore);

  useEffect(() => {
    void registerShortcut({
      name,
      category: 'global',
      description: __('Go to the next image without alt text.', 'altscribe'),
      // Free in WordPress, in browsers, and as a letter that a keyboard types with AltGr.
      keyCombination: { modifier: 'secondary', character: 'g' },
    });
    return () => {
      void unregisterShortcut(name);
    };
  }, [registerShortcut, unregisterShortcut]);

  useShortcut(name, (event: KeyboardEvent) => {
    event.preventDefault();
    goToNextImage(registry);
  });
  return null;
}

function goToNextImage(registry: DataRegistry): void {
  const next = findNextMissing(registry, findFocusedRow());
  if (!next) {
    speak(__('No image is left to generate alt text for.', 'altscribe'));
    return;
  }
  selectInBackground(registry, next.target);
  openRow(registry, next.target);
}
