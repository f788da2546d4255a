import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { writeBoundAttribute } from '../image-blocks/bindings.ts';
import { findImageBlock } from '../image-blocks/registry.ts';

/** What an alt text is written to. */
export type AltTextTarget = { type: 'block'; clientId: string };

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
export function targetKey({ clientId }: AltTextTarget): string {
  return clientId;
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
  const altAttribute = ({ clientId }: AltTextTarget) =>
    findImageBlock(getBlockName(clientId))?.altAttribute;
  // The editor merges successive changes of the same attribute into one step, unless it is closed.
  void closeUndoStep?.();
  // It makes a step of each change, unless they come together.
  registry.batch(() => {
    for (const attribute of new Set(targets.map(altAttribute))) {
      if (attribute !== undefined) {
        const clientIds = targets
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
export function selectTarget(registry: DataRegistry, { clientId }: AltTextTarget): void {
  void registry.dispatch(blockEditorStore).selectBlock(clientId);
}
