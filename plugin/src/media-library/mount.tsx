import { createRoot } from '@wordpress/element';
import type { AltTextField } from '../common/alt-text-field/alt-text-field.ts';
import { Controls } from '../common/alt-text-field/controls.tsx';
import { mediaBootData } from './boot-data.ts';

type Root = ReturnType<typeof createRoot>;

const roots = new WeakMap<HTMLElement, Root>();

/**
 * Shows the controls of a field after an element, which may show the state of its text. Returns
 * their container.
 */
export function mountControls(
  field: AltTextField,
  after: Element,
  { hasState = false } = {},
): HTMLElement {
  const container = document.createElement('div');
  container.className = 'altscribe-media-root';
  after.after(container);
  const root = createRoot(container);
  roots.set(container, root);
  root.render(<Controls field={field} setup={mediaBootData} hasState={hasState} />);
  return container;
}

/** Removes the controls before WordPress renders their view again. */
export function unmountControls(container: HTMLElement | undefined): void {
  if (container) {
    // WordPress may be handling an event that React also handles.
    setTimeout(() => roots.get(container)?.unmount());
    container.remove();
  }
}
