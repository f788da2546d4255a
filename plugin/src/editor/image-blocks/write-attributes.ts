import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { isBoundElsewhere, writeBoundAttribute } from './bindings.ts';
import { type BlockAttributes, type ImageBlock, markAttributes } from './image-block.ts';
import { findPaths } from './list-images.ts';
import { changePath } from './entries.ts';

/**
 * Writes attributes of blocks, by client id; bound attributes are written to their sources. All
 * changes join one undo step. Returns whether anything was written, so later changes of the same
 * step know whether to join it.
 */
export function writeAttributes(
  registry: DataRegistry,
  changes: ReadonlyMap<string, BlockAttributes>,
): boolean {
  const { updateBlockAttributes } = registry.dispatch(blockEditorStore);
  const elsewhere: { clientId: string; name: string; value: unknown }[] = [];
  let isWritten = false;
  // WordPress makes each change its own step, unless they are dispatched together.
  registry.batch(() => {
    const own = new Map<string, BlockAttributes>();
    for (const [clientId, attributes] of changes) {
      const rest = Object.entries(attributes).filter(([name, value]) => {
        if (isBoundElsewhere(registry, clientId, name)) {
          elsewhere.push({ clientId, name, value });
          return false;
        }
        isWritten = true;
        return !writeBoundAttribute(registry, clientId, name, value);
      });
      if (rest.length > 0) {
        own.set(clientId, Object.fromEntries(rest));
      }
    }
    for (const { clientIds, attributes } of groupEqual(own)) {
      void updateBlockAttributes(clientIds, attributes);
    }
  });
  // After the blocks, since an edit of an entity can only join an existing step.
  for (const { clientId, name, value } of elsewhere) {
    writeBoundAttribute(registry, clientId, name, value, isWritten);
    isWritten = true;
  }
  return isWritten;
}

/** Blocks that get the same text together, in a single update of the editor. */
function groupEqual(
  changes: ReadonlyMap<string, BlockAttributes>,
): { clientIds: string[]; attributes: BlockAttributes }[] {
  const groups = new Map<string, { clientIds: string[]; attributes: BlockAttributes }>();
  for (const [clientId, attributes] of changes) {
    const values = Object.values(attributes);
    const isPlain = values.length === 1 && typeof values[0] === 'string';
    const key = isPlain ? JSON.stringify(attributes) : clientId;
    const group = groups.get(key) ?? { clientIds: [], attributes };
    group.clientIds.push(clientId);
    groups.set(key, group);
  }
  return [...groups.values()];
}

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
  const native = block.nativeMark?.(isDecorative, attributes) ?? null;
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
