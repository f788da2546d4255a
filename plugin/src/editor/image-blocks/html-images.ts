import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { asText, type BlockImage } from './image-block.ts';
import { readAttributes, type PostBlock } from './post-blocks.ts';
import { isHidden, readAttachmentId } from './text-images.ts';

/** The blocks "Classic" and "Custom HTML", by their names. Their images can only be edited as HTML. */
const classic = 'core/freeform';
const customHtml = 'core/html';

/** By the object that a block's HTML is read from, which is another one after every change. */
const known = new WeakMap<object, BlockImage[]>();

/** The images in a block of HTML; none for any other block. */
export function listHtmlImages(
  registry: DataRegistry,
  { clientId, name }: Pick<PostBlock, 'clientId' | 'name'>,
): BlockImage[] {
  if (name !== classic && name !== customHtml) {
    return [];
  }
  const attributes = readAttributes(registry, clientId);
  // Since WordPress 7.1, "Custom HTML" has no attribute, but parts, with null for each inner block.
  const block = registry.select(blockEditorStore).getBlock(clientId);
  const source = block?.innerContent ?? attributes;
  const images =
    known.get(source) ?? parse(block?.innerContent?.join('') ?? asText(attributes.content));
  known.set(source, images);
  return images;
}

/** Lets the user edit the HTML of a block, where WordPress does so. */
export function openHtml(registry: DataRegistry, clientId: string): void {
  const { selectBlock, toggleBlockMode } = registry.dispatch(blockEditorStore);
  const { getBlockMode, getBlockName } = registry.select(blockEditorStore);
  void selectBlock(clientId);
  if (getBlockName(clientId) !== customHtml && getBlockMode(clientId) !== 'html') {
    void toggleBlockMode(clientId);
  }
}

function parse(html: string): BlockImage[] {
  if (!html.includes('<img')) {
    return [];
  }
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('img[src]')].map((img) => {
    const link = img.closest('a[href]');
    const image = {
      url: img.getAttribute('src') ?? '',
      attachmentId: readAttachmentId(img.className),
      alt: img.getAttribute('alt') ?? '',
      caption: undefined,
      isLinked: link !== null && link.textContent.trim() === '',
      linkTarget: link?.getAttribute('href') ?? '',
      isUploading: false,
      hasLightbox: false,
    };
    return { ...image, isDecorative: isDecorative(img, image) };
  });
}

/**
 * HTML says that an image is decorative by an empty alt attribute. Beside an image from the media
 * library WordPress itself writes one, so that only the role "none" tells there.
 */
function isDecorative(img: Element, image: Pick<BlockImage, 'alt' | 'isLinked' | 'attachmentId'>) {
  const isWrittenByHand = img.hasAttribute('alt') && image.attachmentId === null;
  return isHidden(image, isWrittenByHand ? 'none' : img.getAttribute('role'));
}
