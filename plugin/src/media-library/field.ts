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
