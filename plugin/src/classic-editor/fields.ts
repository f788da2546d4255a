import { speak } from '@wordpress/a11y';
import {
  type AltTextField,
  type PostField,
  type WrittenText,
  storeChange,
} from '../common/alt-text-field/alt-text-field.ts';
import { showHeld } from '../common/alt-text-field/requests.ts';
import {
  type GeneratedAltText,
  type Result,
  doubtsOf,
  generateAltText,
  generateForAttachment,
} from '../common/api.ts';
import { readImageContext, toNearbyTexts, toPlainText } from '../common/image-context.ts';
import { markRead } from '../common/images-api.ts';
import { readImageFields } from '../common/image-url.ts';
import { chooseKeywords } from '../common/keywords.ts';
import { removedText } from '../common/request/announce.ts';
import { readSeoFields } from '../common/edited-post.ts';
import {
  type VisualEditor,
  bootData,
  findTextTab,
  findVisualEditor,
  getAttachment,
} from './wordpress.ts';
import { type ContentImage, changeTag, findSurroundings, identify } from './content.ts';
import {
  type PlacedImage,
  type PostImage,
  listImages,
  noteText,
  refresh,
  rememberImage,
  subscribe,
} from './images.ts';

/** The fields of the images in a list. `onGone` shows a message about an image that is no longer in it. */
export function toFields(
  images: readonly PostImage[],
  onGone: (message: string) => void,
): AltTextField[] {
  const keywords = readKeywords();
  return images.map((image, index) => {
    const find = rememberImage(image, images);
    const inPost: PostField = {
      number: index + 1,
      request: (options) => {
        const now = listImages().images;
        const present = find()?.image ?? image;
        return request(present, placeOf(present, now), options);
      },
      isGone: () => find() === undefined,
      onGone: () => {
        const message = removedText();
        onGone(message);
        speak(message, 'assertive');
      },
      onWritten: (written) => {
        noteWritten(image, written);
      },
      isReviewed: bootData.reviewNewTexts,
      surroundings: { ...readSurroundings(image, images), keywords },
    };
    return {
      ...image.known,
      key: image.key,
      attachmentId: image.attachmentId ?? 0,
      isStored: image.inContent === null,
      isOfLibrary: image.inContent === null,
      read: () => find()?.image.alt ?? '',
      write: async (typed, isDecorative = false) => {
        const now = find();
        const text = typed.replace(/\s+/g, ' ').trim();
        const stored = now ? await write(now, text, isDecorative) : null;
        refresh();
        return stored;
      },
      watch: subscribe,
      inPost,
    };
  });
}

async function write(
  { image, place }: PlacedImage,
  text: string,
  isDecorative: boolean,
): Promise<string | null> {
  const { attachmentId, inContent, alt } = image;
  if (inContent) {
    return writeIntoContent(inContent, place, text, isDecorative) ? text : null;
  }
  const id = attachmentId ?? 0;
  const mark = text === '' ? { decorative: isDecorative } : {};
  const stored = await storeChange(id, { previous_text: alt, alt_text: text, ...mark });
  const model = getAttachment(id);
  if (stored === null) {
    // Its text may have been changed elsewhere.
    model.fetch();
  } else {
    model.set('alt', stored);
    model.set('altscribe', { ...(model.get('altscribe') as object), isDecorative });
  }
  return stored;
}

function noteWritten({ inContent, attachmentId, url }: PostImage, written: WrittenText): void {
  if (inContent) {
    const { generated, text } = written;
    const withDoubts = generated && {
      model: generated.model,
      prompt: generated.prompt,
      doubts: doubtsOf(text),
    };
    // An unread library text that is copied into the post stays unread there, as in PHP's record.
    const library = attachmentId === null ? undefined : getAttachment(attachmentId);
    const isCopy =
      !generated &&
      library?.get('alt') === text &&
      (library.get('altscribe') as { isUnread?: boolean } | undefined)?.isUnread === true;
    const isRead = written.isRead && !isCopy;
    noteText({ image: attachmentId ?? url, ...written, isRead, generated: withDoubts });
  } else {
    setUnread(attachmentId ?? 0, written.generated !== null && !written.isRead);
  }
}

function setUnread(id: number, isUnread: boolean): void {
  const model = getAttachment(id);
  model.set('altscribe', { ...(model.get('altscribe') as object), isUnread });
}

/** Records that the user has read the generated text of an image: in the media library now, in a post when it is saved. */
export async function confirmText({ inContent, attachmentId, url, alt }: PostImage): Promise<void> {
  if (inContent) {
    const generated = { model: '', prompt: '' };
    const image = attachmentId ?? url;
    noteText({ image, text: alt, generated, isRead: true, suggestionId: 0 });
    return;
  }
  const id = attachmentId ?? 0;
  const result = await markRead(id, alt);
  if (result.ok) {
    setUnread(id, false);
  } else {
    speak(result.error.message, 'assertive');
  }
}

/** The context of the checks, without the keywords. */
function readSurroundings(image: PostImage, images: readonly PostImage[]) {
  const fileOf = ({ attachmentId, url }: PostImage) => attachmentId ?? url;
  const { body } = listImages().content;
  return {
    caption: image.caption,
    nearby: toNearbyTexts(image.caption, findSurroundings(body, image.element)),
    others: images.filter((other) => fileOf(other) !== fileOf(image)).map(({ alt }) => alt),
    isLinked: image.isLinked,
    isDecorative: image.isDecorative,
  };
}

/**
 * Where the image is in the post, as suggestions are stored: '' for the text of the media library.
 */
function placeOf({ key, inContent, attachmentId, url }: PostImage, images: readonly PostImage[]) {
  if (!inContent) {
    return '';
  }
  const same = images.filter(
    (other) =>
      other.inContent &&
      (attachmentId === null
        ? withoutSize(other.url) === withoutSize(url)
        : other.attachmentId === attachmentId),
  );
  const number = same.findIndex((other) => other.key === key) + 1;
  return `core/freeform#${String(attachmentId ?? url)}#${String(Math.max(1, number))}`;
}

/** The URL of an image in any size. */
function withoutSize(url: string): string {
  return url.replace(/-\d+x\d+(?=\.\w+(?:[?#]|$))/, '');
}

/** Shows the pending texts that the site stores for these images. */
export function showHeldTexts(images: readonly PostImage[], fields: readonly AltTextField[]): void {
  images.forEach((image, index) => {
    const place = placeOf(image, images);
    const held = bootData.suggestions.find((one) =>
      one.attachment_id === (image.attachmentId ?? 0) && image.attachmentId !== null
        ? one.place === place
        : image.attachmentId === null &&
          withoutSize(one.image.url) === withoutSize(image.url) &&
          one.place.replace(/^.*#/, '') === place.replace(/^.*#/, ''),
    );
    const field = fields[index];
    if (held && field && held.text !== image.alt) {
      showHeld(field, held);
    }
  });
}

function request(
  image: PostImage,
  place: string,
  options: { regenerate: boolean; hint?: string },
): Promise<Result<GeneratedAltText>> {
  const edited = {
    post_id: bootData.postId,
    title: toPlainText(readValue('#title')),
    seo_keywords: readKeywords(),
  };
  if (bootData.isProduct && image.attachmentId !== null && !image.inContent) {
    // With the site's data about the product and the variation.
    return generateForAttachment(image.attachmentId, { ...edited, ...options });
  }
  const fields = readImageFields(image);
  if (!fields.ok) {
    return Promise.resolve(fields);
  }
  const { body } = listImages().content;
  return generateAltText({
    ...edited,
    ...fields.value,
    surroundings: readImageContext(image, findSurroundings(body, image.element)),
    language: image.known.language,
    place,
    previous_text: image.alt,
    ...options,
  });
}

/** The keywords of the post with unsaved changes. */
function readKeywords(): string {
  return chooseKeywords({
    typed: null,
    meta: bootData.ownKeywords,
    live: readSeoFields(),
    saved: bootData.savedKeywords,
    tags: readValue('#tax-input-post_tag').split(','),
  }).value;
}

function readValue(selector: string): string {
  return document.querySelector<HTMLInputElement>(selector)?.value ?? '';
}

/**
 * Writes the text of an image into the content as one undo step, without moving the cursor. Returns
 * whether the image was found. `image` is from the content as just read; `place`: its position among
 * the images with the same file, and their number.
 */
function writeIntoContent(
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
