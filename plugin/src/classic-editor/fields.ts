import { speak } from '@wordpress/a11y';
import { __ } from '@wordpress/i18n';
import {
  storeChange,
  type AltTextField,
  type PostField,
} from '../common/alt-text-field/alt-text-field.ts';
import { generateAltText, type GeneratedAltText, type Result } from '../common/api.ts';
import { formatImageContext, toPlainText } from '../common/image-context.ts';
import { readImageFields } from '../common/image-url.ts';
import { chooseKeywords } from '../common/keywords.ts';
import { readSeoFields } from '../common/seo-fields.ts';
import { bootData } from './boot-data.ts';
import { findSurroundings } from './content.ts';
import {
  listImages,
  refresh,
  rememberImage,
  subscribe,
  type PlacedImage,
  type PostImage,
} from './images.ts';
import { getAttachment } from './wordpress.ts';
import { writeIntoContent } from './write.ts';

/** The fields of the images in a list. `onGone` shows a message about an image that is not in it any more. */
export function toFields(
  images: readonly PostImage[],
  onGone: (message: string) => void,
): AltTextField[] {
  const keywords = readKeywords();
  return images.map((image, index) => {
    const find = rememberImage(image, images);
    const inPost: PostField = {
      number: index + 1,
      request: ({ regenerate }) => request(find()?.image ?? image, regenerate),
      isGone: () => find() === undefined,
      onGone: () => {
        const message = __('The image was removed before its alt text was ready.', 'altscribe');
        onGone(message);
        speak(message, 'assertive');
      },
      isReviewed: bootData.reviewNewTexts,
      surroundings: { ...readSurroundings(image, images), keywords },
    };
    return {
      ...image.known,
      key: image.key,
      attachmentId: image.attachmentId ?? 0,
      isStored: image.inContent === null,
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

/** The context of the checks, without the keywords. */
function readSurroundings(image: PostImage, images: readonly PostImage[]) {
  const fileOf = ({ attachmentId, url }: PostImage) => attachmentId ?? url;
  return {
    caption: image.caption,
    others: images.filter((other) => fileOf(other) !== fileOf(image)).map(({ alt }) => alt),
    isLinked: image.isLinked,
    isDecorative: image.isDecorative,
  };
}

function request(image: PostImage, regenerate: boolean): Promise<Result<GeneratedAltText>> {
  const fields = readImageFields(image);
  if (!fields.ok) {
    return Promise.resolve(fields);
  }
  const { body } = listImages().content;
  return generateAltText({
    post_id: bootData.postId,
    ...fields.value,
    title: toPlainText(readValue('#title')),
    seo_keywords: readKeywords(),
    image_context: formatImageContext(image, findSurroundings(body, image.element)),
    language: image.known.language,
    regenerate,
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
