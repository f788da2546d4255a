import { shownImage, type EditorImage } from './editor-image.ts';

/**
 * What becomes of an answer once it is there: the image may have changed while it was on its way.
 * `suggest` shows it beside the present text, which stays until somebody applies it.
 */
export type Landing =
  { kind: 'fill' } | { kind: 'suggest'; wasEdited: boolean } | { kind: 'drop'; reason: DropReason };

export type DropReason = 'removed' | 'replaced' | 'locked' | 'decorative';

/** `before`: the image when it was asked for; `now`: as it is, undefined when its block is gone. */
export function decideLanding(before: EditorImage, now: EditorImage | undefined): Landing {
  if (!now) {
    return { kind: 'drop', reason: 'removed' };
  }
  if (shownImage(before) !== shownImage(now)) {
    return { kind: 'drop', reason: 'replaced' };
  }
  if (now.state === 'locked' || now.state === 'decorative') {
    return { kind: 'drop', reason: now.state };
  }
  const wasEdited = now.alt !== before.alt;
  return now.state === 'described' || wasEdited ? { kind: 'suggest', wasEdited } : { kind: 'fill' };
}
