import {
  storeChange,
  type AltTextField,
  type KnownImage,
} from '../common/alt-text-field/alt-text-field.ts';
import {
  attachmentField,
  imageDetailsField,
  mountControls,
  setText,
  unmountControls,
  watchText,
} from './attachment-field.tsx';
import { mediaBootData } from './boot-data.ts';
import type { AttachmentModel, Media, MediaView, ViewClass } from '../common/wp-media.ts';

/**
 * Adds the controls to the edit screen of an image, whose form stores a new text only when it is
 * saved.
 */
export function extendEditScreen(): void {
  const { editedImage } = mediaBootData;
  const textarea = document.querySelector<HTMLTextAreaElement>('#attachment_alt');
  if (!editedImage || !textarea) {
    return;
  }
  /** The text in the media library, which the field may differ from until the form is saved. */
  let stored = textarea.defaultValue;
  /** The one that a mark replaced; null if nothing was marked here. */
  let replaced: string | null = null;
  const field: AltTextField = {
    key: `attachment-${String(editedImage.id)}`,
    attachmentId: editedImage.id,
    ...editedImage,
    isStored: false,
    isOfLibrary: true,
    read: () => textarea.value,
    write: async (text, isDecorative = false) => {
      const before = textarea.value;
      // The form has no field for the mark, so it is stored at once, and so is its end.
      if (isDecorative || replaced !== null) {
        const alt_text = isDecorative ? '' : (replaced ?? '');
        const change = { previous_text: stored, alt_text, decorative: isDecorative };
        const written = await storeChange(editedImage.id, change);
        if (written === null) {
          return null;
        }
        replaced = isDecorative ? (replaced ?? stored) : null;
        stored = written;
      }
      // Text that was typed in the meantime is not overwritten.
      if (textarea.value === before) {
        setText(textarea, text);
      }
      return text;
    },
    watch: (onChange: () => void) => watchText(textarea, onChange),
  };
  mountControls(field, textarea);
}

/** Adds the controls to WordPress's views that have a field for alt text. */
export function extendViews({ view }: Media): void {
  // The grid's view, `Details.TwoColumn`, inherits it.
  addControls(view.Attachment.Details, 'render', findAttachmentField);
  addControls(view.ImageDetails, 'postRender', findImageDetailsField);
}

type FindField = (view: MediaView, textarea: HTMLTextAreaElement) => AltTextField | null;

/**
 * Extends the methods of a class in place, because WordPress's own scripts hold references to it.
 */
function addControls(
  { prototype }: ViewClass,
  method: 'render' | 'postRender',
  findField: FindField,
): void {
  const containers = new WeakMap<MediaView, HTMLElement>();
  const methods = prototype as MediaView & Record<'postRender', MediaView['render']>;
  const original = methods[method];
  methods[method] = function render(this: MediaView, ...args: unknown[]) {
    unmountControls(containers.get(this));
    const result = original.apply(this, args);
    const textarea = this.el.querySelector<HTMLTextAreaElement>('.alt-text textarea');
    const field = textarea && !textarea.readOnly ? findField(this, textarea) : null;
    if (textarea && field) {
      const description = this.el.querySelector('#alt-text-description');
      const container = mountControls(field, description ?? textarea);
      containers.set(this, container);
    }
    return result;
  };
  const { dispose } = prototype;
  methods.dispose = function disposeWithControls(this: MediaView, ...args: unknown[]) {
    const result = dispose.apply(this, args);
    unmountControls(containers.get(this));
    return result;
  };
}

function findAttachmentField({ model }: MediaView, textarea: HTMLTextAreaElement) {
  const known = knownOf(model);
  return known ? attachmentField(model, textarea, known) : null;
}

/** Not for an image outside the library, or one that the post only links to. */
function findImageDetailsField({ model }: MediaView, textarea: HTMLTextAreaElement) {
  const { attachment } = model as AttachmentModel & { attachment?: AttachmentModel | false };
  const known = attachment ? knownOf(attachment) : undefined;
  return known ? imageDetailsField(model, textarea, known) : null;
}

/** Undefined for users who may not generate for an image, and while it is being uploaded. */
function knownOf(model: AttachmentModel): KnownImage | undefined {
  return model.get('altscribe') as KnownImage | undefined;
}
