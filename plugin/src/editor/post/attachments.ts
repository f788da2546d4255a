import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import { editorBootData, type BootAttachment } from '../boot-data.ts';

/**
 * Attachments: what the media library says of an image. It is known from the start for those that
 * the post used, and for those that WordPress has loaded since. Nothing here asks the server, except
 * `loadAttachment`.
 */
export interface Attachment extends BootAttachment {
  id: number;
}

/** Meta of an attachment that is decorative. PHP registers it. */
export const decorativeKey = '_altscribe_decorative';

/** A record, as far as it matters here. `raw` values, as the context "edit" and edits have them. */
export interface AttachmentRecord {
  alt_text?: string;
  source_url?: string;
  meta?: Record<string, unknown>;
  media_details?: { file?: string; sizes?: Record<string, { source_url?: string } | undefined> };
}

export const kind = 'postType';
export const name = 'attachment';

/** How WordPress itself asks for attachments, in its versions; the first is the one that is edited. */
const queries = (id: number): [selector: 'getEntityRecord' | 'getMedia', args: unknown[]][] => [
  ['getEntityRecord', [kind, name, id]],
  ['getEntityRecord', [kind, name, id, { context: 'view' }]],
  ['getMedia', [id, { context: 'view' }]],
];

/** Undefined if nothing is known of the attachment. */
export function findAttachment(registry: DataRegistry, id: number): Attachment | undefined {
  const boot = editorBootData.attachments[id];
  const record = findLoaded(registry, id);
  if (!boot && !record) {
    return undefined;
  }
  const edits = (registry.select(coreStore).getEntityRecordEdits(kind, name, id) ??
    {}) as AttachmentRecord;
  const mark = edits.meta?.[decorativeKey] ?? record?.meta?.[decorativeKey];
  return {
    id,
    alt: edits.alt_text ?? record?.alt_text ?? boot?.alt ?? '',
    url: (record && readUrl(record)) ?? boot?.url ?? '',
    file: record?.media_details?.file ?? boot?.file ?? '',
    canEdit: mayEdit(registry, id) ?? boot?.canEdit ?? true,
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

/** The record, if WordPress has loaded it: a selector that has its result asks for nothing. */
function findLoaded(registry: DataRegistry, id: number): AttachmentRecord | undefined {
  const selectors = registry.select(coreStore) as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  > & { hasFinishedResolution: (selector: string, args: unknown[]) => boolean };
  for (const [selector, args] of queries(id)) {
    if (selectors.hasFinishedResolution(selector, args)) {
      const record = selectors[selector]?.(...args);
      if (record) {
        return record;
      }
    }
  }
  return undefined;
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
