import type { TranslatedText } from '../../../shared/alt-text/checks.ts';
import { changeImage } from '../common/images-api.ts';
import type { AttachmentModel } from './wp-media.ts';

/** What PHP says of an image. */
export interface KnownImage {
  /** Code of the language that the text should be in; it may be a locale. */
  readonly language: string;
  /** Of older translations of the image. */
  readonly olderTexts: readonly TranslatedText[];
  /** Number of posts that its text was filled into. */
  readonly filledPosts: number;
}

/** A field for the alt text of one image: WordPress's own, or the cell of a list. */
export interface AltTextField extends KnownImage {
  /** The same for all fields of one text, so that a text finds its image after Next and Previous. */
  readonly key: string;
  readonly attachmentId: number;
  /** `write` has stored the text in the media library when it resolves. */
  readonly isStored: boolean;
  /** The present text, as it stands on the screen. */
  read: () => string;
  /** Writes a text where WordPress keeps it. Resolves with the text as it is stored; null if that failed. */
  write: (text: string) => Promise<string | null>;
  /** Calls back whenever the text on the screen changes. Returns what ends it. */
  watch: (onChange: () => void) => () => void;
}

/** Calls back when somebody types into a text field, or `setText` changes it. */
export function watchText(textarea: HTMLTextAreaElement, onChange: () => void): () => void {
  textarea.addEventListener('input', onChange);
  return () => {
    textarea.removeEventListener('input', onChange);
  };
}

/** Changes a text field as if somebody had typed. */
export function setText(textarea: HTMLTextAreaElement, text: string): void {
  textarea.value = text;
  textarea.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * The field that shows each text, by `key`: a view goes while its request is under way. A field is in here
 * while its controls watch it, so that none is kept that WordPress has thrown away.
 */
const shown = new Map<string, HTMLTextAreaElement>();

function findShown(key: string): HTMLTextAreaElement | undefined {
  const textarea = shown.get(key);
  return textarea?.isConnected ? textarea : undefined;
}

/**
 * Stores a text in the media library in the place of another one; '' removes it. Not as WordPress's own field does,
 * which cuts texts at "<" and leaves an empty row. Resolves as `AltTextField.write`.
 */
export async function storeText(
  id: number,
  text: string,
  previous: string,
): Promise<string | null> {
  const change = () => changeImage(id, { previous_text: previous, alt_text: text });
  const first = await change();
  // WordPress may have been saving what was typed just before.
  const isEarly = !first.ok && first.error.code === 'altscribe_text_changed';
  const result = isEarly ? await change() : first;
  return result.ok ? result.value.alt_text : null;
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
    save: (text) => storeText(model.id, text, altOf(model)),
  });
}

/** The field of the classic editor for an image in a post, whose text WordPress writes with the others. */
export function imageDetailsField(
  model: AttachmentModel,
  textarea: HTMLTextAreaElement,
  known: KnownImage,
): AltTextField {
  const id = Number(model.get('attachment_id'));
  return modelField(`image-details-${model.cid}`, id, model, textarea, {
    ...known,
    isStored: false,
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
  }: KnownImage & Pick<AltTextField, 'isStored'> & { save: AltTextField['write'] },
): AltTextField {
  return {
    key,
    attachmentId,
    ...options,
    read: () => findShown(key)?.value ?? altOf(model),
    write: async (text) => {
      const before = findShown(key)?.value ?? altOf(model);
      const stored = await save(text);
      if (stored === null) {
        return null;
      }
      model.set('alt', stored);
      const present = findShown(key);
      // What somebody types meanwhile stays.
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
