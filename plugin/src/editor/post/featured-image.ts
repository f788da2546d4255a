import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { BlockImage } from '../image-blocks/image-block.ts';
import { canEditAttachment, findAttachment } from './attachments.ts';

/** The featured image of a post, whose alt text is that of the attachment. */
export interface FeaturedImage extends BlockImage {
  attachmentId: number;
  /** The user may change the attachment. */
  canEdit: boolean;
}

/** The featured image as it is chosen now; undefined without one. */
export function findFeaturedImage(registry: DataRegistry): FeaturedImage | undefined {
  const id: unknown = registry.select(editorStore).getEditedPostAttribute('featured_media');
  if (typeof id !== 'number' || id <= 0) {
    return undefined;
  }
  const { url, alt, isDecorative } = findAttachment(registry, id) ?? {
    // WordPress loads it as soon as its own panel shows it.
    url: '',
    alt: '',
    isDecorative: false,
  };
  return {
    attachmentId: id,
    url,
    alt,
    caption: undefined,
    isLinked: false,
    linkTarget: '',
    isUploading: false,
    isDecorative: isDecorative && alt.trim() === '',
    hasLightbox: false,
    canEdit: canEditAttachment(registry, id),
  };
}
