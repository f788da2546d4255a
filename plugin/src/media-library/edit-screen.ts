import { mediaBootData } from './boot-data.ts';
import { setText, watchText } from './field.ts';
import { mountControls } from './mount.tsx';

/** Adds the controls to the screen of an image, whose form keeps a new text until it is saved. */
export function extendEditScreen(): void {
  const { editedImage } = mediaBootData;
  const textarea = document.querySelector<HTMLTextAreaElement>('#attachment_alt');
  if (!editedImage || !textarea) {
    return;
  }
  const field = {
    key: `attachment-${String(editedImage.id)}`,
    attachmentId: editedImage.id,
    language: editedImage.language,
    isStored: false,
    read: () => textarea.value,
    write: (text: string) => {
      setText(textarea, text);
      return Promise.resolve(true);
    },
    watch: (onChange: () => void) => watchText(textarea, onChange),
  };
  mountControls(field, textarea);
}
