import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import { closeEntityUndoStep } from '../core-internals.ts';
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
  const { editEntityRecord } = registry.dispatch(coreStore);
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
    closeEntityUndoStep(registry);
  }
}

/** The attachments that were written in this session, and that the user has not decided about. */
const writtenIds = new Set<number>();

/**
 * Leaves the attachments that were written to WordPress: its list of all changes has asked the user which of
 * them to save, and saves those.
 */
export function leaveAttachments(): void {
  writtenIds.clear();
}

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
