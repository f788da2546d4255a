import { useSlotFills } from '../core-internals.ts';
import type { ImageKind } from '../image-blocks/image-block.ts';

export type AltTextGroup = 'content' | 'default';

/**
 * The group of settings that contains the block's own field "Alternative text". For an image block of
 * WordPress 7 that is "content", a tab of its own: the field is its last one, and the controls follow
 * it. Else the field is in the default group, and the controls stand above it. The group of another
 * kind of block cannot be told by its fills: the controls themselves would be one.
 */
export function useAltTextGroup(kind: ImageKind): AltTextGroup {
  const fills = useSlotFills('InspectorControlsContent');
  return kind === 'image' && (fills?.length ?? 0) > 0 ? 'content' : 'default';
}
