import { isMarkedDecorative } from './decorative-mark.ts';
import { asId, asText, type BlockAttributes, type ImageBlock } from './image-block.ts';

/**
 * The block "Cover" with an image behind its text. WordPress names the image by the alt text even
 * where it is a fixed or repeated background: by `role="img"` and `aria-label`.
 */
export const coreCover: ImageBlock = {
  name: 'core/cover',
  kind: 'cover',
  altAttribute: 'alt',
  urlAttribute: 'url',
  idAttribute: 'id',
  boundAttributes: [],

  readImage(attributes) {
    const url = asText(attributes.url);
    if (url === '' || !isImage(attributes)) {
      return undefined;
    }
    const image = {
      url,
      attachmentId: asId(attributes.id),
      alt: asText(attributes.alt),
      caption: undefined,
      isLinked: false,
      linkTarget: '',
      isUploading: url.startsWith('blob:'),
      hasLightbox: false,
    };
    return { ...image, isDecorative: isMarkedDecorative(attributes, image) };
  },

  showsFeaturedImage: (attributes) => attributes.useFeaturedImage === true && isImage(attributes),
};

/** Other backgrounds are videos. */
function isImage({ backgroundType }: BlockAttributes): boolean {
  return backgroundType === undefined || backgroundType === 'image';
}
