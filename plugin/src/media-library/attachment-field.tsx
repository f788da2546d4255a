import { createRoot } from '@wordpress/element';
import {
  storeChange,
  type AltTextField,
  type KnownImage,
} from '../common/alt-text-field/alt-text-field.ts';
import type { AttachmentModel } from '../common/wp-media.ts';
import { Controls } from '../common/alt-text-field/controls.tsx';
import { mediaBootData } from './boot-data.ts';

/** Calls back when the user types into a text field, or `setText` changes it. */
export function watchText(textarea: HTMLTextAreaElement, onChange: () => void): () => void {
  textarea.addEventListener('input', onChange);
  return () => {
    textarea.removeEventListener('input', onChange);
  };
}

/** Changes a text field as if the user had typed. */
export function setText(textarea: HTMLTextAreaElement, text: string): void {
  textarea.value = text;
  textarea.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * The field that shows each text, by `key`, because a view may disappear during its request. A
 * field is listed only while its controls watch it, so fields that WordPress has discarded are not
 * retained.
 */
const shown = new Map<string, HTMLTextAreaElement>();

function findShown(key: string): HTMLTextAreaElement | undefined {
  const textarea = shown.get(key);
  return textarea?.isConnected ? textarea : undefined;
}

/** WordPress's field for an image of the media library, in the grid and in the media window. */
export function attachmentField(
  model: AttachmentModel,
  textarea: HTMLTextAreaElement,
  known: KnownImage,
): AltTextField {
  return modelField(`attachment-${String(model.id)}`, model.id, model, textarea, {
    ...known,
    isStored: true,
    isOfLibrary: true,
    // Without a text, the mark is set or removed as well.
    save: (text, isDecorative = false) =>
      storeChange(model.id, {
        previous_text: altOf(model),
        alt_text: text,
        ...(text === '' && { decorative: isDecorative }),
      }),
  });
}

/**
 * The field of the classic editor for an image in a post, whose text WordPress writes with the
 * image's other details.
 */
export function imageDetailsField(
  model: AttachmentModel,
  textarea: HTMLTextAreaElement,
  known: KnownImage,
): AltTextField {
  const id = Number(model.get('attachment_id'));
  return modelField(`image-details-${model.cid}`, id, model, textarea, {
    ...known,
    isStored: false,
    isOfLibrary: false,
    save: (text) => Promise.resolve(text),
  });
}

function altOf(model: AttachmentModel): string {
  const alt = model.get('alt');
  return typeof alt === 'string' ? alt : '';
}

function modelField(
  key: string,
  attachmentId: number,
  model: AttachmentModel,
  textarea: HTMLTextAreaElement,
  {
    save,
    ...options
  }: KnownImage & Pick<AltTextField, 'isStored' | 'isOfLibrary'> & { save: AltTextField['write'] },
): AltTextField {
  return {
    key,
    attachmentId,
    ...options,
    read: () => findShown(key)?.value ?? altOf(model),
    write: async (text, isDecorative) => {
      const before = findShown(key)?.value ?? altOf(model);
      const stored = await save(text, isDecorative);
      if (stored === null) {
        return null;
      }
      model.set('alt', stored);
      const present = findShown(key);
      // Text that was typed in the meantime is not overwritten.
      if (present?.value === before) {
        setText(present, stored);
      }
      return stored;
    },
    watch: (onChange) => {
      shown.set(key, textarea);
      const end = watchText(textarea, onChange);
      return () => {
        end();
        if (shown.get(key) === textarea) {
          shown.delete(key);
        }
      };
    },
  };
}

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
