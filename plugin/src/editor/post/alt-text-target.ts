import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import type { Source } from '../boot-data.ts';
import { openPostSettings } from '../../common/core-internals.ts';
import { openHtml } from '../image-blocks/text-images.ts';

/** The place that an alt text is written to. */
export type AltTextTarget =
  /**
   * An image in the attributes of a block. `part`: which one, if the block may have several; see
   * `ListedImage`.
   */
  | { type: 'block'; clientId: string; part?: string }
  /**
   * An image in a text of a block. `attribute`: its name, or the path to it:
   * `body.0.cells.1.content`; `index`: position of the image among those of the text, from 0.
   */
  | { type: 'inline'; clientId: string; attribute: string; index: number }
  /** The media library's own text of an attachment, which all posts share. */
  | { type: 'attachment'; attachmentId: number };

/** Identifies an image in any size: its id in the media library, or its URL. */
export type ImageKey = number | string;

/** An alt text that Altscribe wrote. */
export interface AppliedAltText {
  /** Target of the image. */
  target: AltTextTarget;
  imageKey: ImageKey;
  /** The previous alt text of the image. */
  before: string;
  text: string;
  /** The record of the text, if it was generated. */
  source?: Source;
  /** Every place that a text was written to, with the text that it replaced there. */
  written: readonly { target: AltTextTarget; before: string; text: string }[];
}

/** Identifies a target within the post. */
export function targetKey(target: AltTextTarget): string {
  switch (target.type) {
    case 'block':
      return target.part === undefined ? target.clientId : `${target.clientId}:${target.part}`;
    case 'inline':
      return `${target.clientId}:${target.attribute}:${String(target.index)}`;
    case 'attachment':
      return `attachment:${String(target.attachmentId)}`;
  }
}

/** The block that holds the target; null for an attachment, which is not in a block. */
export function findClientId(target: AltTextTarget): string | null {
  return target.type === 'attachment' ? null : target.clientId;
}

/**
 * Selects the block; the editor scrolls to it and moves the focus there. For the featured image,
 * opens the settings of the post.
 */
export function selectTarget(registry: DataRegistry, target: AltTextTarget): void {
  if (target.type === 'attachment') {
    openPostSettings(registry);
  } else {
    void registry.dispatch(blockEditorStore).selectBlock(target.clientId);
  }
}

/** Opens the HTML of the block that holds the target for editing. */
export function openTargetAsHtml(registry: DataRegistry, target: AltTextTarget): void {
  const clientId = findClientId(target);
  if (clientId !== null) {
    openHtml(registry, clientId);
  }
}
