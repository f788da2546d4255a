import type { AttachmentModel } from './wp-media.ts';

/** A field for the alt text of one image: WordPress's own, or the cell of a list. */
export interface AltTextField {
  /** The same for all fields of one text, so that a text finds its image after Next and Previous. */
  readonly key: string;
  readonly attachmentId: number;
  /** Code of the language that the text should be in; it may be a locale. */
  readonly language: string;
  /** `write` has stored the text in the media library when it resolves. */
  readonly isStored: boolean;
  /** The present text, as it stands on the screen. */
  read: () => string;
  /** Writes a text where WordPress keeps it. Resolves with whether that worked. */
  write: (text: string) => Promise<boolean>;
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

/** WordPress's field for an image of the media library, in the grid and in the media window. */
export function attachmentField(
  model: AttachmentModel,
  textarea: HTMLTextAreaElement,
  language: string,
): AltTextField {
  return modelField(`attachment-${String(model.id)}`, model.id, model, textarea, {
    language,
    isStored: true,
    save: async (text) => {
      await model.save('alt', text);
    },
  });
}

/** The field of the classic editor for an image in a post, whose text WordPress writes with the others. */
export function imageDetailsField(
  model: AttachmentModel,
  textarea: HTMLTextAreaElement,
  language: string,
): AltTextField {
  const id = Number(model.get('attachment_id'));
  return modelField(`image-details-${model.cid}`, id, model, textarea, {
    language,
    isStored: false,
    save: (text) => {
      model.set('alt', text);
      return Promise.resolve();
    },
  });
}

function modelField(
  key: string,
  attachmentId: number,
  model: AttachmentModel,
  textarea: HTMLTextAreaElement,
  {
    save,
    ...options
  }: Pick<AltTextField, 'language' | 'isStored'> & { save: (text: string) => Promise<void> },
): AltTextField {
  const kept = () => {
    const alt = model.get('alt');
    return typeof alt === 'string' ? alt : '';
  };
  return {
    key,
    attachmentId,
    ...options,
    read: () => findShown(key)?.value ?? kept(),
    write: async (text) => {
      const present = findShown(key);
      if (present) {
        setText(present, text);
      }
      try {
        await save(text);
        return true;
      } catch {
        return false;
      }
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
