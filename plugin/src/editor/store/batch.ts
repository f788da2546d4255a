import type { WriteTo } from '../../common/api.ts';
import { type Run, newRun } from '../../common/run/run.ts';
import type { AltTextTarget, AppliedAltText } from '../post/alt-text-target.ts';

/** The options of "Generate all missing". "Try again" reuses them. */
export interface GenerateAllOptions {
  /** Images with a text in the media library get that text, at no cost. */
  withLibraryTexts?: boolean;
  /** Only those; nothing is generated. */
  isFreeOnly?: boolean;
  /** Default: the settings. */
  writeTo?: WriteTo;
  /** Every place of an image gets a text for its surroundings. Default: one text per image. */
  isPerPlace?: boolean;
}

/** "Generate all missing" or "Accept all suggestions", running or finished. */
export interface Batch extends Run<AltTextTarget, AppliedAltText> {
  options: GenerateAllOptions;
}

/** `changes`: null to remove it. */
export function changeBatch(batch: Batch | null, changes: Partial<Batch> | null): Batch | null {
  return changes && { ...(batch ?? { ...newRun(0, []), options: {} }), ...changes };
}
