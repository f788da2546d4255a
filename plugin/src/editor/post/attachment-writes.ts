import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import { kind, name, type AttachmentRecord } from './attachment-records.ts';
import { decorativeKey } from './attachments.ts';

/** What of an attachment is written. */
export interface AttachmentChange {
  id: number;
  alt: string;
  isDecorative: boolean;
}

/**
 * Writes attachments that were loaded, for WordPress to save with the post. `joins`: the change
 * belongs to the undo step of the change before it.
 */
export function editAttachments(
  registry: DataRegistry,
  changes: readonly AttachmentChange[],
  joins: boolean,
): void {
  const { editEntityRecord, __unstableCreateUndoLevel: closeUndoStep } =
    registry.dispatch(coreStore);
  const { getEditedEntityRecord } = registry.select(coreStore);
  changes.forEach(({ id, alt, isDecorative }, index) => {
    const record = getEditedEntityRecord(kind, name, id) as unknown as AttachmentRecord;
    const wasDecorative = record.meta?.[decorativeKey] === true;
    const edits: AttachmentRecord = {
      alt_text: alt,
      ...(wasDecorative !== isDecorative && {
        meta: { ...record.meta, [decorativeKey]: isDecorative },
      }),
    };
    // A cached edit waits, and becomes a part of the step before it when the next one begins.
    void editEntityRecord(kind, name, id, edits, { isCached: joins || index > 0 });
    writtenIds.add(id);
  });
  if (changes.length > 0) {
    void closeUndoStep();
  }
}

/** The attachments that were written in this session. */
const writtenIds = new Set<number>();

/**
 * Saves the attachments that Altscribe wrote and nobody has saved since. Returns the error of each
 * that could not be saved; it stays unsaved, and the editor says so before it is closed.
 */
export async function saveAttachments(registry: DataRegistry): Promise<unknown[]> {
  const { hasEditsForEntityRecord } = registry.select(coreStore);
  const { saveEditedEntityRecord } = registry.dispatch(coreStore);
  const ids = [...writtenIds].filter((id) => hasEditsForEntityRecord(kind, name, id));
  const results = await Promise.allSettled(
    ids.map((id) => saveEditedEntityRecord(kind, name, id, { throwOnError: true })),
  );
  return results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
}
