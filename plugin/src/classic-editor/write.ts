import { changeTag, identify, type ContentImage } from './content.ts';
import { findTextTab, findVisualEditor, type VisualEditor } from './wordpress.ts';

/**
 * Writes the text of an image into the content as one undo step, without moving the cursor. Returns
 * whether the image was found. `image` is as the content was just read; `place`: its position among
 * those with the same file, and their number.
 */
export function writeIntoContent(
  image: ContentImage,
  place: { index: number; count: number },
  alt: string,
  isDecorative: boolean,
): boolean {
  const visual = findVisualEditor();
  return visual
    ? writeVisually(visual, image, place, alt, isDecorative)
    : writeAsText(image, alt, isDecorative);
}

function writeVisually(
  editor: VisualEditor,
  { identity }: ContentImage,
  { index, count }: { index: number; count: number },
  alt: string,
  isDecorative: boolean,
): boolean {
  const same = [...editor.getBody().querySelectorAll('img')].filter(
    (img) => !isPlaceholder(img) && identify(img) === identity,
  );
  const element = same[index];
  if (!element || same.length !== count) {
    return false;
  }
  editor.undoManager.transact(() => {
    element.setAttribute('alt', alt);
    if (isDecorative) {
      element.setAttribute('role', 'none');
    } else if (/none|presentation/i.test(element.getAttribute('role') ?? '')) {
      element.removeAttribute('role');
    }
  });
  editor.setDirty(true);
  editor.nodeChanged();
  return true;
}

/** TinyMCE's own images, such as that of "Read more", and those that WordPress shows for a shortcode. */
function isPlaceholder(img: Element): boolean {
  return (
    img.matches('[data-mce-placeholder], [data-mce-bogus], [data-mce-object]') ||
    img.closest('.wpview') !== null
  );
}

function writeAsText({ start, end }: ContentImage, alt: string, isDecorative: boolean): boolean {
  const field = findTextTab();
  if (!field) {
    return false;
  }
  const tag = changeTag(field.value.slice(start, end), alt, isDecorative);
  const { scrollTop } = field;
  field.setRangeText(tag, start, end, 'preserve');
  field.scrollTop = scrollTop;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
