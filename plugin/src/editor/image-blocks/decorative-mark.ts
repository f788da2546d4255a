import type { BlockAttributes, BlockImage, ImageBlock } from './image-block.ts';

/**
 * Altscribe's own decorative mark, for blocks without one in WordPress. It is in `metadata`, an
 * attribute that every block has and never prints on the site, so the block stays valid without the
 * plugin.
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

/** The attributes that mark the image of a block as decorative, or remove the mark. */
export function decorativeAttributes(
  { altAttribute, nativeMark }: ImageBlock,
  attributes: BlockAttributes,
  isDecorative: boolean,
): BlockAttributes {
  const native = nativeMark?.(isDecorative) ?? null;
  if (isDecorative) {
    return native ?? { [altAttribute]: '', metadata: mark(attributes) };
  }
  return { ...native, ...(hasMark(attributes) && { metadata: unmark(attributes) }) };
}

function mark({ metadata }: BlockAttributes): object {
  return { ...(metadata as object | undefined), altscribe: { isDecorative: true } };
}

function unmark({ metadata }: BlockAttributes): object | undefined {
  const { altscribe: _mark, ...others } = metadata as Metadata;
  return Object.keys(others).length > 0 ? others : undefined;
}
