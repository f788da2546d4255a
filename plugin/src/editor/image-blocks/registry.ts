import { coreImage } from './core-image.ts';
import type { ImageBlock } from './image-block.ts';

/** Every kind of block whose image can get alt text. */
const imageBlocks: ImageBlock[] = [coreImage];

/** The kind of image block with this name; undefined for any other block. */
export function findImageBlock(name: string | null): ImageBlock | undefined {
  return imageBlocks.find((block) => block.name === name);
}
