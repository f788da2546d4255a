import type { DataRegistry } from '@wordpress/data';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import { openRow } from './open-sidebar.ts';

/**
 * Generates the alt text of an image for a command. A text that stands already is not replaced: the
 * new one is suggested beside it, in the sidebar.
 */
export function generateHere(registry: DataRegistry, { target, state }: EditorImage): void {
  if (state === 'has-alt') {
    openRow(registry, target);
  }
  void registry.dispatch(store).generate(target);
}
