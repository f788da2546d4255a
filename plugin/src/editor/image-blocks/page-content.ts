import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';

/**
 * The blocks that may bring images onto the page that the editor does not list. Loaded later, so it
 * uses nothing of the files that are loaded with the editor.
 */

/** Blocks that show nothing but their own text, the blocks in them, and images of the list. */
const plain =
  /^core\/(?:paragraph|heading|list|list-item|quote|image|gallery|cover|media-text|group|columns?|buttons?|table|code|preformatted|separator|spacer)$/;

/** A text that changes with everything that may bring other images onto the page. */
export function readPageSignature(registry: DataRegistry): string {
  const { getBlockAttributes, getBlockName, getBlockOrder } = registry.select(blockEditorStore);
  const read = (clientId: string): string[] => {
    const name = getBlockName(clientId) ?? '';
    const attributes = JSON.stringify(getBlockAttributes(clientId));
    const own = plain.test(name)
      ? (attributes.match(/\[[a-z][^\]]*\]/gi) ?? [])
      : [name, attributes];
    return [...own, ...getBlockOrder(clientId).flatMap(read)];
  };
  return getBlockOrder().flatMap(read).join('\n');
}

/** Title of a type of block: "Latest Posts"; its name if the type is not registered. */
export function titleOfBlock(name: string): string {
  return getBlockType(name)?.title ?? name;
}

export function isRegistered(name: string): boolean {
  return getBlockType(name) !== undefined;
}

/** Client id of the first block with this name, or, without its plugin, of its placeholder. */
export function findBlockByName(registry: DataRegistry, name: string): string | undefined {
  const { getBlockAttributes, getBlocksByName } = registry.select(blockEditorStore);
  const isOriginal = (id: string) => getBlockAttributes(id)?.originalName === name;
  return getBlocksByName(name)[0] ?? getBlocksByName('core/missing').find(isOriginal);
}

/** Client id of the first block whose text contains this shortcode: `[gallery]`. */
export function findShortcode(registry: DataRegistry, shortcode: string): string | undefined {
  const { getBlockAttributes, getBlockOrder } = registry.select(blockEditorStore);
  const find = (clientId: string): string | undefined =>
    JSON.stringify(getBlockAttributes(clientId)).includes(shortcode.slice(0, -1))
      ? clientId
      : findIn(getBlockOrder(clientId));
  const findIn = (clientIds: string[]) => clientIds.map(find).find((found) => found !== undefined);
  return findIn(getBlockOrder());
}
