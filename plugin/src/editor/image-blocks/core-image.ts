import { getBlockType } from '@wordpress/blocks';
import { isMarkedDecorative } from './decorative-mark.ts';
import { asId, asText, readLinkTarget, type ImageBlock } from './image-block.ts';

const name = 'core/image';

/** The block "Image", also inside a gallery. */
export const coreImage: ImageBlock = {
  name,
  kind: 'image',
  altAttribute: 'alt',
  urlAttribute: 'url',
  idAttribute: 'id',
  boundAttributes: ['id', 'url', 'alt'],

  readImage(attributes) {
    const url = asText(attributes.url) || asText(attributes.blob);
    if (url === '') {
      return undefined;
    }
    const image = {
      url,
      attachmentId: asId(attributes.id),
      alt: asText(attributes.alt),
      caption: attributes.caption,
      isLinked: asText(attributes.href) !== '',
      linkTarget: readLinkTarget(attributes),
      isUploading: attributes.blob !== undefined || url.startsWith('blob:'),
      hasLightbox: (attributes.lightbox as { enabled?: unknown } | undefined)?.enabled === true,
    };
    const isNative = attributes.isDecorative === true && supportsDecorative();
    return { ...image, isDecorative: isNative || isMarkedDecorative(attributes, image) };
  },

  nativeMark(isDecorative) {
    if (!supportsDecorative()) {
      return null;
    }
    // The same attributes as of the checkbox "Mark as decorative" of WordPress 7.1.
    return isDecorative
      ? {
          isDecorative: true,
          alt: '',
          caption: undefined,
          href: undefined,
          linkDestination: undefined,
          linkTarget: undefined,
          rel: undefined,
        }
      : { isDecorative: undefined };
  },
};

/** True since WordPress 7.1. Older versions ignore the attribute. */
function supportsDecorative(): boolean {
  return getBlockType(name)?.attributes.isDecorative !== undefined;
}
