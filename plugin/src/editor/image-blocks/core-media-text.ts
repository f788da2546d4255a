import { isMarkedDecorative } from './decorative-mark.ts';
import { asId, asText, readLinkTarget, type ImageBlock } from './image-block.ts';

/** The block "Media & Text" with an image. */
export const coreMediaText: ImageBlock = {
  name: 'core/media-text',
  kind: 'media-text',
  altAttribute: 'mediaAlt',
  urlAttribute: 'mediaUrl',
  idAttribute: 'mediaId',
  boundAttributes: [],

  readImage(attributes) {
    const url = asText(attributes.mediaUrl);
    if (url === '' || attributes.mediaType !== 'image') {
      return undefined;
    }
    const image = {
      url,
      attachmentId: asId(attributes.mediaId),
      alt: asText(attributes.mediaAlt),
      caption: undefined,
      isLinked: asText(attributes.href) !== '',
      linkTarget: readLinkTarget(attributes),
      isUploading: url.startsWith('blob:'),
      hasLightbox: false,
    };
    return { ...image, isDecorative: isMarkedDecorative(attributes, image) };
  },

  showsFeaturedImage: ({ useFeaturedImage }) => useFeaturedImage === true,
};
