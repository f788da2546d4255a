import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { canEditBinding, findBinding } from './bindings.ts';
import type { BlockAttributes } from './image-block.ts';
import { isRepeated, postRoot, walkBlocks, type PostBlock } from './registry.ts';

/**
 * Why the alt text cannot be edited in this post. `query`: the image is repeated for each post that
 * a query finds; `attachment`: the text belongs to the attachment, which the user may not edit.
 */
export type Lock = 'binding' | 'pattern' | 'query' | 'template' | 'attachment';

/**
 * Returns a function that finds the reason why the alt text of a block cannot be edited, or null if
 * WordPress lets the user edit it. `altAttribute`: the attribute with the alt text.
 */
export function createLockFinder(
  registry: DataRegistry,
): (block: PostBlock, attributes: BlockAttributes, altAttribute: string) => Lock | null {
  const { getBlockEditingMode } = registry.select(blockEditorStore);
  let isElsewhere: boolean | undefined;

  /**
   * Not a property of the block: the user is editing a pattern elsewhere in the post, or has zoomed
   * out.
   */
  function isDisabledForNow({ clientId, ancestors }: PostBlock): boolean {
    const section = ancestors[0]?.clientId ?? clientId;
    isElsewhere ??= isEditedElsewhere(registry);
    return isElsewhere || getBlockEditingMode(section) === 'contentOnly';
  }

  return (block, attributes, altAttribute) => {
    const binding = findBinding(attributes, altAttribute);
    const patterns = block.ancestors.filter(({ name }) => name === 'core/block').length;
    if (patterns > 1 || (patterns === 1 && !binding)) {
      return 'pattern';
    }
    if (binding && !canEditBinding(registry, block.clientId, binding)) {
      return 'binding';
    }
    if (isRepeated(block)) {
      return 'query';
    }
    const isDisabled = getBlockEditingMode(block.clientId) === 'disabled';
    return isDisabled && !isDisabledForNow(block) ? 'template' : null;
  };
}

/** "Edit pattern" disables all blocks outside of one pattern, including the root of the post. */
function isEditedElsewhere(registry: DataRegistry): boolean {
  const { getBlockEditingMode } = registry.select(blockEditorStore);
  const root = postRoot(registry);
  // In a template that does not show the post, the root is always disabled.
  const isTemplate = root === '' && registry.select(editorStore).getRenderingMode() !== 'post-only';
  return (
    !isTemplate &&
    getBlockEditingMode(root) === 'disabled' &&
    [...walkBlocks(registry)].some(({ clientId }) => getBlockEditingMode(clientId) !== 'disabled')
  );
}
