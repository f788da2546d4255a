import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import { editorBootData, type BootAttachment } from '../boot-data.ts';
import { findLoaded, kind, name, queries, type AttachmentRecord } from './attachment-records.ts';

/**
 * Attachments: what the media library says of an image. It is known from the start for those that
 * the post used, and for those that WordPress has loaded since. Nothing here asks the server, except
 * `loadAttachment`.
 */
export interface Attachment extends Omit<BootAttachment, 'canEdit'> {
  id: number;
}

/** Meta of an attachment that is decorative. PHP registers it. */
export const decorativeKey = '_altscribe_decorative';

/** Undefined if nothing is known of the attachment. */
export function findAttachment(registry: DataRegistry, id: number): Attachment | undefined {
  const boot = editorBootData.attachments[id];
  const record = findLoaded(registry, id);
  if (!boot && !record) {
    return undefined;
  }
  // WordPress edits only what it has loaded.
  const edits = (
    record ? (registry.select(coreStore).getEntityRecordEdits(kind, name, id) ?? {}) : {}
  ) as AttachmentRecord;
  const mark = edits.meta?.[decorativeKey] ?? record?.meta?.[decorativeKey];
  return {
    id,
    alt: edits.alt_text ?? record?.alt_text ?? boot?.alt ?? '',
    url: (record && readUrl(record)) ?? boot?.url ?? '',
    file: record?.media_details?.file ?? boot?.file ?? '',
    isDecorative: mark === undefined ? (boot?.isDecorative ?? false) : mark === true,
  };
}

/**
 * Reads an attachment, so that it can be written. Returns whether the user may do so; WordPress
 * gives the record for editing to nobody else.
 */
export async function loadAttachment(registry: DataRegistry, id: number): Promise<boolean> {
  if (editorBootData.attachments[id]?.canEdit === false) {
    return false;
  }
  try {
    await registry.resolveSelect(coreStore).getEntityRecord(kind, name, id);
  } catch {
    // The user may not edit it, or it is gone.
  }
  return mayEdit(registry, id) === true;
}

/** Reads an attachment again that somebody else has written, if it was read before. */
export function refreshAttachment(registry: DataRegistry, id: number): void {
  const { hasFinishedResolution } = registry.select(coreStore);
  const { invalidateResolution } = registry.dispatch(coreStore);
  for (const [selector, args] of queries(id)) {
    if (hasFinishedResolution(selector, args)) {
      void invalidateResolution(selector, args);
    }
  }
  void loadAttachment(registry, id);
}

/** True if the user may change the attachment, or if that is not known yet. */
export function canEditAttachment(registry: DataRegistry, id: number): boolean {
  return mayEdit(registry, id) ?? editorBootData.attachments[id]?.canEdit ?? true;
}

/** Null if nobody has asked for the record yet. */
function mayEdit(registry: DataRegistry, id: number): boolean | null {
  const { hasFinishedResolution, hasResolutionFailed } = registry.select(coreStore);
  const args = [kind, name, id];
  return hasFinishedResolution('getEntityRecord', args)
    ? !hasResolutionFailed('getEntityRecord', args)
    : null;
}

function readUrl({ media_details, source_url }: AttachmentRecord): string | undefined {
  const { medium_large, large, medium } = media_details?.sizes ?? {};
  return (medium_large ?? large ?? medium)?.source_url ?? source_url;
}
