import type { BlockAttributes, BlockImage, ImageBlock } from './image-block.ts';

/**
 * Altscribe's own mark of a decorative image, where WordPress has none. It is in `metadata`, an
 * attribute that every block has, so that the block stays valid without the plugin, and that no
 * block prints on the site.
 */

interface Metadata {
  altscribe?: { isDecorative?: unknown };
}

/** True if the mark of a block counts: its image has got neither an alt text nor a link since. */
export function isMarkedDecorative(
  attributes: BlockAttributes,
  { alt, isLinked }: Pick<BlockImage, 'alt' | 'isLinked'>,
): boolean {
  return hasMark(attributes) && alt.trim() === '' && !isLinked;
}

function hasMark({ metadata }: BlockAttributes): boolean {
  return (metadata as Metadata | undefined)?.altscribe?.isDecorative === true;
}

/** The attributes to change, so that the image of a block is decorative, or is not any more. */
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
