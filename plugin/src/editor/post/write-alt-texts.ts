import { store as blockEditorStore } from '@wordpress/block-editor';
import { store as editorStore } from '@wordpress/editor';
import type { DataRegistry } from '@wordpress/data';
import { closeUndoStep } from '../../common/core-internals.ts';
import { changeImage, writeAttributes } from '../image-blocks/write-attributes.ts';
import type { BlockAttributes } from '../image-blocks/image-block.ts';
import { changePath, readPath } from '../image-blocks/entries.ts';
import { findImageBlock, readAttributes } from '../image-blocks/registry.ts';
import { changeTextImage } from '../image-blocks/text-images.ts';
import type { AltTextTarget } from './alt-text-target.ts';
import { editAttachments } from './attachments.ts';
import type { EditorImage } from './editor-image.ts';

/**
 * WordPress merges successive changes of the same attribute into one step, unless it is closed.
 */
export function asOneStep(registry: DataRegistry, change: () => void): void {
  closeUndoStep(registry);
  change();
  closeUndoStep(registry);
}

/** An alt text for a target. */
export interface AltTextWrite {
  target: AltTextTarget;
  text: string;
  /** Sets the decorative mark, with an empty text, or removes it. */
  isDecorative?: boolean;
}

/**
 * Writes alt texts, all as one separate undo step. No other function of the editor writes alt text.
 * Attachments must have been loaded: see `loadAttachment`.
 */
export function writeAltTexts(registry: DataRegistry, writes: readonly AltTextWrite[]): void {
  asOneStep(registry, () => {
    const featured: unknown = registry.select(editorStore).getEditedPostAttribute('featured_media');
    const joins = writeAttributes(registry, collectChanges(registry, writes));
    const attachments = writes.flatMap(({ target, text, isDecorative = false }) =>
      target.type === 'attachment'
        ? [
            {
              id: target.attachmentId,
              alt: text,
              isDecorative,
              isOwn: target.attachmentId === featured,
            },
          ]
        : [],
    );
    editAttachments(registry, attachments, joins);
  });
}

/**
 * Sets the decorative mark of images, or removes it, as one undo step. Returns a function that
 * restores, for those of the images that it gets, everything that changed.
 */
export function writeMarks(
  registry: DataRegistry,
  images: readonly EditorImage[],
  isDecorative: boolean,
): (images: readonly EditorImage[]) => void {
  const read = () =>
    new Map<AltTextTarget, BlockAttributes>(
      images
        .map(({ target }) => target)
        .filter(isWholeBlock)
        .map((target) => [target, readAttributes(registry, target.clientId)]),
    );
  const before = read();
  writeAltTexts(
    registry,
    images.map(({ target }) => ({ target, text: '', isDecorative })),
  );
  const after = read();
  return (unchanged) => {
    const changes = unchanged.flatMap(({ target }) => {
      if (!isWholeBlock(target)) {
        return [];
      }
      const [old, now] = [before.get(target), after.get(target)];
      const keys = Object.keys({ ...old, ...now }).filter((key) => old?.[key] !== now?.[key]);
      return [[target.clientId, Object.fromEntries(keys.map((key) => [key, old?.[key]]))] as const];
    });
    asOneStep(registry, () => {
      writeAttributes(registry, new Map(changes));
    });
    const others = unchanged.filter(({ target }) => !isWholeBlock(target));
    writeAltTexts(
      registry,
      others.map(({ target, alt }) => ({ target, text: alt, isDecorative: !isDecorative })),
    );
  };
}

/** Other images of the block may have changed by then. */
function isWholeBlock(
  target: AltTextTarget,
): target is Exclude<AltTextTarget, { type: 'attachment' }> {
  return target.type === 'inline' || (target.type === 'block' && target.part === undefined);
}

/** The new attributes of each block, combined for several texts of a block. */
function collectChanges(
  registry: DataRegistry,
  writes: readonly AltTextWrite[],
): Map<string, BlockAttributes> {
  const changes = new Map<string, BlockAttributes>();
  for (const write of writes) {
    const { target } = write;
    if (target.type !== 'attachment') {
      const earlier = changes.get(target.clientId);
      const attributes = { ...readAttributes(registry, target.clientId), ...earlier };
      const change = findChange(registry, write, attributes);
      if (Object.keys(change).length > 0) {
        changes.set(target.clientId, { ...earlier, ...change });
      }
    }
  }
  return changes;
}

/** Empty if the block was removed or the target is not in a block. */
function findChange(
  registry: DataRegistry,
  { target, text, isDecorative }: AltTextWrite,
  attributes: BlockAttributes,
): BlockAttributes {
  if (target.type === 'inline') {
    const { attribute, index } = target;
    const change = { alt: text, isDecorative: isDecorative ?? false };
    const value = readPath(attributes, attribute);
    return value === undefined
      ? {}
      : changePath(attributes, attribute, changeTextImage(value, index, change));
  }
  if (target.type === 'attachment') {
    return {};
  }
  const { clientId, part } = target;
  const block = findImageBlock(registry.select(blockEditorStore).getBlockName(clientId));
  return block ? changeImage(block, attributes, part, { alt: text, isDecorative }) : {};
}
