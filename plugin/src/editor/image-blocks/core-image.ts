import { getBlockType } from '@wordpress/blocks';
import type { BlockAttributes, ImageBlock } from './image-block.ts';

const name = 'core/image';

/** The block "Image", also inside a gallery. */
export const coreImage: ImageBlock = {
  name,
  kind: 'image',
  altAttribute: 'alt',
  boundAttributes: ['id', 'url', 'alt'],

  readImage(attributes) {
    const url = asText(attributes.url) || asText(attributes.blob);
    if (url === '') {
      return undefined;
    }
    return {
      url,
      attachmentId: typeof attributes.id === 'number' ? attributes.id : null,
      alt: asText(attributes.alt),
      caption: attributes.caption,
      isLinked: asText(attributes.href) !== '',
      linkTarget: readLinkTarget(attributes),
      isUploading: attributes.blob !== undefined || url.startsWith('blob:'),
      isDecorative: attributes.isDecorative === true && supportsDecorative(),
    };
  },
};

/** A link to the image's own file or attachment page says nothing about its purpose. */
function readLinkTarget({ href, linkDestination }: BlockAttributes): string {
  return linkDestination === 'media' || linkDestination === 'attachment' ? '' : asText(href);
}

/** True since WordPress 7.1. Older versions ignore the attribute. */
function supportsDecorative(): boolean {
  return getBlockType(name)?.attributes.isDecorative !== undefined;
}

/** The text of an attribute; empty if it is missing or not a text. */
function asText(attribute: unknown): string {
  return typeof attribute === 'string' ? attribute : '';
}
