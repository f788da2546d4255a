import { coreCover } from './core-cover.ts';
import { coreImage } from './core-image.ts';
import { coreMediaText } from './core-media-text.ts';
import type { ImageBlock } from './image-block.ts';
import { readOtherBlocks } from './other-blocks.ts';

/** Every kind of block of WordPress whose image can get alt text. */
const coreBlocks: ImageBlock[] = [coreImage, coreCover, coreMediaText];

let blocksByName: ReadonlyMap<string, ImageBlock> | undefined;

/** The kind of image block with this name; undefined for any other block. */
export function findImageBlock(name: string | null): ImageBlock | undefined {
  // At the first look, by when the scripts of all plugins have run.
  blocksByName ??= new Map(
    [...coreBlocks, ...readOtherBlocks(coreBlocks.map((block) => block.name))].map((block) => [
      block.name,
      block,
    ]),
  );
  return blocksByName.get(name ?? '');
}
