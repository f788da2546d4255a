import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';

/** WordPress merges successive changes of the same attribute into one step, unless it is closed. */
export function asOneStep(registry: DataRegistry, change: () => void): void {
  const { __unstableMarkLastChangeAsPersistent: closeUndoStep } =
    registry.dispatch(blockEditorStore);
  void closeUndoStep?.();
  change();
  void closeUndoStep?.();
}
