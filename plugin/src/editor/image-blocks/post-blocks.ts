import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { BlockAttributes } from './image-block.ts';

/** A block of the post. */
export interface PostBlock {
  clientId: string;
  name: string | null;
  /** The blocks that contain it, from the top level down. */
  ancestors: Pick<PostBlock, 'clientId' | 'name'>[];
}

/** Every block of the post at any depth, in document order. */
export function walkBlocks(registry: DataRegistry): Generator<PostBlock> {
  return walk(registry, postRoot(registry), []);
}

/** The present attributes of a block; empty after it was removed. */
export function readAttributes(registry: DataRegistry, clientId: string): BlockAttributes {
  return registry.select(blockEditorStore).getBlockAttributes(clientId) ?? {};
}

/** Title of the type of a block, such as "Cover"; empty if the type is not registered. */
export function blockTitle({ name }: PostBlock): string {
  return getBlockType(name ?? '')?.title ?? '';
}

/** Blocks that show what is inside of them once for each thing that they find. */
const repeaters = [
  'core/post-template',
  'core/comment-template',
  'core/term-template',
  'woocommerce/product-template',
];

/** True if a block is shown once for each post that a query finds. */
export function isRepeated({ ancestors }: PostBlock): boolean {
  return ancestors.some(({ name }) => repeaters.includes(name ?? ''));
}

/** Title of the block that contains this one, such as "Gallery"; empty at the top level. */
export function containerTitle({ ancestors }: PostBlock): string {
  // "in Columns" is clearer than "in Column".
  const ancestor = ancestors.filter(({ name }) => name !== 'core/column').at(-1);
  return getBlockType(ancestor?.name ?? '')?.title ?? '';
}

function* walk(
  registry: DataRegistry,
  rootClientId: string,
  ancestors: PostBlock['ancestors'],
): Generator<PostBlock> {
  const { getBlockOrder, getBlockName } = registry.select(blockEditorStore);
  for (const clientId of getBlockOrder(rootClientId)) {
    const name = getBlockName(clientId);
    yield { clientId, name, ancestors };
    if (getBlockOrder(clientId).length > 0) {
      yield* walk(registry, clientId, [...ancestors, { clientId, name }]);
    }
  }
}

/** If the editor shows the template around the post, only the blocks in its content are the post. */
export function postRoot(registry: DataRegistry): string {
  if (registry.select(editorStore).getRenderingMode() === 'post-only') {
    return '';
  }
  return registry.select(blockEditorStore).getBlocksByName('core/post-content')[0] ?? '';
}
