import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockBindingsSource, getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { dispatchInOneStep, findDefaultBinding } from '../../common/core-internals.ts';
import type { BlockAttributes } from './image-block.ts';
import { type PostBlock, isRepeated, postRoot, walkBlocks } from './registry.ts';

/**
 * Attributes whose value comes from outside the block: from a custom field of the post, or from the
 * post that overrides a block of a synced pattern. This mirrors WordPress's component `BlockEdit`,
 * the only place that resolves the values.
 */

interface Binding {
  source: string;
  args?: unknown;
}

/** A registered source. Its functions get the registry and see the block from the inside. */
interface Source {
  getValues?: (args: object) => BlockAttributes;
  setValues?: (args: object) => void;
  canUserEditValue?: (args: object) => boolean;
}

interface Metadata {
  name?: string;
  bindings?: Record<string, Binding | undefined>;
}

const patternOverrides = 'core/pattern-overrides';

/** Post types whose blocks belong to no post. */
const typesWithoutContext = ['wp_block', 'wp_navigation', 'wp_template_part'];

/** The binding of an attribute; undefined if the block itself holds its value. */
export function findBinding({ metadata }: BlockAttributes, attribute: string): Binding | undefined {
  const { name, bindings } = (metadata ?? {}) as Metadata;
  // The default binding applies to every attribute. A post overrides blocks by their name.
  const isOverride = findDefaultBinding(bindings)?.source === patternOverrides && Boolean(name);
  return bindings?.[attribute] ?? (isOverride ? { source: patternOverrides } : undefined);
}

/**
 * The attributes of a block, including the values that bound attributes (`names`) get from a
 * source.
 */
export function readBoundAttributes(
  registry: DataRegistry,
  clientId: string,
  names: readonly string[],
): BlockAttributes {
  const attributes = readOwnAttributes(registry, clientId);
  if (!(attributes.metadata as Metadata | undefined)?.bindings) {
    return attributes;
  }
  const values: BlockAttributes = {};
  for (const name of names) {
    const binding = findBinding(attributes, name);
    const source = binding && findSource(binding);
    if (source?.getValues) {
      const bindings = { [name]: { args: binding?.args } };
      const { select } = registry;
      const context = readContext(registry, clientId);
      values[name] = source.getValues({ select, context, clientId, bindings })[name];
    }
  }
  return { ...attributes, ...values };
}

/** True if the user may change the value of a bound attribute. */
export function canEditBinding(registry: DataRegistry, clientId: string, binding: Binding) {
  const { select } = registry;
  const context = readContext(registry, clientId);
  return findSource(binding)?.canUserEditValue?.({ select, context, args: binding.args }) === true;
}

/**
 * True if an attribute is bound to a source outside of the blocks, such as a custom field. A post
 * stores its overrides of a pattern in the pattern's block.
 */
export function isBoundElsewhere(registry: DataRegistry, clientId: string, name: string): boolean {
  const binding = findBinding(readOwnAttributes(registry, clientId), name);
  return (
    binding !== undefined &&
    binding.source !== patternOverrides &&
    findSource(binding)?.setValues !== undefined
  );
}

/**
 * Writes a bound attribute to its source. False if it is not bound, so the block itself holds it.
 * `joins`: the change belongs to the undo step of the previous change.
 */
export function writeBoundAttribute(
  registry: DataRegistry,
  clientId: string,
  name: string,
  newValue: unknown,
  joins = false,
): boolean {
  const binding = findBinding(readOwnAttributes(registry, clientId), name);
  const source = binding && findSource(binding);
  if (!source?.setValues) {
    return false;
  }
  const { select } = registry;
  const dispatch = dispatchInOneStep(registry, joins);
  const context = readContext(registry, clientId);
  const bindings = { [name]: { args: binding?.args, newValue } };
  source.setValues({ select, dispatch, context, clientId, bindings });
  return true;
}

function findSource({ source }: Binding): Source | undefined {
  return getBlockBindingsSource(source) as Source | undefined;
}

function readOwnAttributes(registry: DataRegistry, clientId: string): BlockAttributes {
  return registry.select(blockEditorStore).getBlockAttributes(clientId) ?? {};
}

/** The context that the post and the surrounding blocks provide to a block. */
function readContext(registry: DataRegistry, clientId: string): Record<string, unknown> {
  const { getBlockParents, getBlockName } = registry.select(blockEditorStore);
  const { getCurrentPostId, getCurrentPostType } = registry.select(editorStore);
  const postType = getCurrentPostType();
  const context: Record<string, unknown> = typesWithoutContext.includes(postType)
    ? {}
    : { postId: getCurrentPostId(), postType };
  for (const parent of getBlockParents(clientId)) {
    const provided = getBlockType(getBlockName(parent) ?? '')?.providesContext ?? {};
    for (const [key, attribute] of Object.entries(provided)) {
      context[key] = readOwnAttributes(registry, parent)[attribute];
    }
  }
  return context;
}

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
