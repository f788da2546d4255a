import { markAttributes } from './image-block.ts';
import type { BlockAttributes, ImageBlock } from './image-block.ts';
import { findPaths } from './list-images.ts';
import { changePath } from './paths.ts';

/** The new text of an image, and perhaps its mark. */
export interface ImageChange {
  alt: string;
  /** Sets the decorative mark, or removes it. */
  isDecorative?: boolean | undefined;
}

/**
 * The attributes of a block that change the text of one image. `part`: see `ListedImage`. Empty
 * once the image is removed.
 */
export function changeImage(
  block: ImageBlock,
  attributes: BlockAttributes,
  part: string | undefined,
  { alt, isDecorative }: ImageChange,
): BlockAttributes {
  const paths = findPaths(block, attributes, part);
  if (!paths) {
    return {};
  }
  const texts = paths.alt.map((path) => [path, alt] as const);
  if (isDecorative === undefined) {
    return changePaths(attributes, texts);
  }
  const native = block.nativeMark?.(isDecorative) ?? null;
  const { mark } = paths;
  const marks =
    mark && !native ? [[mark.path, isDecorative ? mark.value : undefined] as const] : [];
  return {
    ...changePaths(attributes, [...texts, ...marks]),
    ...native,
    ...markAttributes(attributes, isDecorative && !native && !mark),
  };
}

/** The attributes that change, with the values at several paths. */
export function changePaths(
  attributes: BlockAttributes,
  values: readonly (readonly [path: string, value: unknown])[],
): BlockAttributes {
  return values.reduce<BlockAttributes>(
    (changed, [path, value]) => ({
      ...changed,
      ...changePath({ ...attributes, ...changed }, path, value),
    }),
    {},
  );
}
