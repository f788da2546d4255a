import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { writeBoundAttribute } from '../image-blocks/bindings.ts';
import { findImageBlock } from '../image-blocks/registry.ts';

/** What an alt text is written to. */
export type AltTextTarget =
  /** The alt attribute of a block. */
  | { type: 'block'; clientId: string }
  /**
   * An image in a text of a block. `attribute`: its name, or the way to it: `body.0.cells.1.content`;
   * `index`: position of the image among those of the text, from 0.
   */
  | { type: 'inline'; clientId: string; attribute: string; index: number }
  /** The media library's own text of an attachment, which all posts share. */
  | { type: 'attachment'; attachmentId: number };

/** Identifies an image, in whatever size: its id in the media library, or its address. */
export type ImageKey = number | string;

/** An alt text that Altscribe wrote. */
export interface AppliedAltText {
  target: AltTextTarget;
  imageKey: ImageKey;
  /** The alt text that it replaced. */
  before: string;
  text: string;
}

/** Identifies a target among all targets of the post. */
export function targetKey(target: AltTextTarget): string {
  switch (target.type) {
    case 'block':
      return target.clientId;
    case 'inline':
      return `${target.clientId}:${target.attribute}:${String(target.index)}`;
    case 'attachment':
      return `attachment:${String(target.attachmentId)}`;
  }
}

/** The block that holds the target; null for an attachment, which is in no block. */
export function findClientId(target: AltTextTarget): string | null {
  return target.type === 'attachment' ? null : target.clientId;
}

/**
 * Writes one alt text to some targets, as an undo step of its own. No other function of the editor
 * writes alt text.
 */
export function writeAltText(
  registry: DataRegistry,
  targets: AltTextTarget[],
  altText: string,
): void {
  const { updateBlockAttributes, __unstableMarkLastChangeAsPersistent: closeUndoStep } =
    registry.dispatch(blockEditorStore);
  const { getBlockName } = registry.select(blockEditorStore);
  const blocks = targets.filter((target) => target.type === 'block');
  const altAttribute = ({ clientId }: { clientId: string }) =>
    findImageBlock(getBlockName(clientId))?.altAttribute;
  // The editor merges successive changes of the same attribute into one step, unless it is closed.
  void closeUndoStep?.();
  // It makes a step of each change, unless they come together.
  registry.batch(() => {
    for (const attribute of new Set(blocks.map(altAttribute))) {
      if (attribute !== undefined) {
        const clientIds = blocks
          .filter((target) => altAttribute(target) === attribute)
          .map(({ clientId }) => clientId)
          .filter((clientId) => !writeBoundAttribute(registry, clientId, attribute, altText));
        if (clientIds.length > 0) {
          void updateBlockAttributes(clientIds, { [attribute]: altText });
        }
      }
    }
  });
  void closeUndoStep?.();
}

/** Selects the block; the editor scrolls to it and moves the focus there. */
export function selectTarget(registry: DataRegistry, target: AltTextTarget): void {
  const clientId = findClientId(target);
  if (clientId !== null) {
    void registry.dispatch(blockEditorStore).selectBlock(clientId);
  }
}
