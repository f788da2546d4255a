import type { BlockAttributes, BlockImage } from './image-block.ts';

/**
 * Altscribe's own decorative mark, for blocks with one image and without a mark of their own. It is
 * in `metadata`, an attribute that every block has and never prints on the site, so the block stays
 * valid without the plugin.
 */

interface Metadata {
  altscribe?: { isDecorative?: unknown };
}

/** True if a block's mark counts: the image has not been given an alt text or a link since. */
export function isMarkedDecorative(
  attributes: BlockAttributes,
  { alt, isLinked }: Pick<BlockImage, 'alt' | 'isLinked'>,
): boolean {
  return hasMark(attributes) && alt.trim() === '' && !isLinked;
}

function hasMark({ metadata }: BlockAttributes): boolean {
  return (metadata as Metadata | undefined)?.altscribe?.isDecorative === true;
}

/** The attributes that set the mark, or remove it; empty if it is not there. */
export function markAttributes(attributes: BlockAttributes, isMarked: boolean): BlockAttributes {
  const { altscribe: _mark, ...others } = (attributes.metadata ?? {}) as Metadata;
  if (isMarked) {
    return { metadata: { ...others, altscribe: { isDecorative: true } } };
  }
  const metadata = Object.keys(others).length > 0 ? others : undefined;
  return hasMark(attributes) ? { metadata } : {};
}
