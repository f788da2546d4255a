import { targetKey, type AltTextTarget, type AppliedAltText } from '../post/alt-text-target.ts';

/** By `targetKey`; kept until the editor is closed. */
export type Written = Readonly<Record<string, WrittenText>>;

/** The last alt text that Altscribe wrote for a target. */
export interface WrittenText extends AppliedAltText {
  /** Somebody has looked at it. */
  isChecked: boolean;
}

export type WrittenAction =
  | { type: 'TEXTS_WRITTEN'; applied: readonly AppliedAltText[]; isChecked: boolean }
  | { type: 'TEXT_CHECKED'; target: AltTextTarget };

export function reduceWritten(written: Written, action: WrittenAction): Written {
  if (action.type === 'TEXT_CHECKED') {
    const key = targetKey(action.target);
    const item = written[key];
    return item ? { ...written, [key]: { ...item, isChecked: true } } : written;
  }
  const { isChecked } = action;
  const added = action.applied.map((item) => {
    const known = written[targetKey(item.target)];
    // A generated text that replaces another keeps what people wrote before both.
    const before =
      known?.imageKey === item.imageKey && known.text === item.before ? known.before : item.before;
    return [targetKey(item.target), { ...item, before, isChecked }] as const;
  });
  return { ...written, ...Object.fromEntries(added) };
}
