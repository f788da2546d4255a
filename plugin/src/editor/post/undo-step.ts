import type { DataRegistry } from '@wordpress/data';
import { closeUndoStep } from '../core-internals.ts';

/** WordPress merges successive changes of the same attribute into one step, unless it is closed. */
export function asOneStep(registry: DataRegistry, change: () => void): void {
  closeUndoStep(registry);
  change();
  closeUndoStep(registry);
}
