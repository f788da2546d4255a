import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import type { TranslatedText } from '../../../../shared/alt-text/checks.ts';
import { readApiError, type ApiError } from '../../common/api-error.ts';
import type { Result } from '../../common/api.ts';
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

/** One list for all attachments without older translations. */
const none: readonly TranslatedText[] = [];

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
    olderTexts: record?.altscribe_older_texts ?? boot?.olderTexts ?? none,
    isDecorative: mark === undefined ? (boot?.isDecorative ?? false) : mark === true,
    language: record?.altscribe_text_language ?? boot?.language ?? '',
  };
}

/**
 * Reads an attachment, so that it can be written. Returns whether the user may do so; WordPress gives the
 * record for editing to nobody else. An error where that could not be found out; the next call asks again.
 */
export async function loadAttachment(registry: DataRegistry, id: number): Promise<Result<boolean>> {
  if (editorBootData.attachments[id]?.canEdit === false) {
    return { ok: true, value: false };
  }
  const query = [kind, name, id];
  const { hasResolutionFailed } = registry.select(coreStore);
  if (hasResolutionFailed('getEntityRecord', query) && mayEdit(registry, id) === null) {
    // WordPress would only fail again without asking.
    await registry.dispatch(coreStore).invalidateResolution('getEntityRecord', query);
  }
  try {
    await registry.resolveSelect(coreStore).getEntityRecord(kind, name, id);
    return { ok: true, value: mayEdit(registry, id) === true };
  } catch (error) {
    return isRefusal(error)
      ? { ok: true, value: false }
      : { ok: false, error: await readLoadError(error) };
  }
}

/** The user may not edit it, or it is gone. WordPress keeps the response itself, or what it says. */
function isRefusal(error: unknown): boolean {
  const { status, data } = error as { status?: number; data?: { status?: number } };
  return [401, 403, 404].includes(data?.status ?? status ?? 0);
}

/** Codes of errors that are not about one attachment. */
const errorsOfSite = ['site_unreachable', 'session_expired'];

async function readLoadError(error: unknown): Promise<ApiError> {
  const json: unknown =
    error instanceof Response
      ? await error
          .clone()
          .json()
          .catch(() => null)
      : error;
  const { code, message } = readApiError(json);
  return errorsOfSite.includes(code)
    ? { code, message }
    : {
        code: 'image_failed',
        message: __('The media library did not respond. Nothing was changed.', 'altscribe'),
      };
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

/** Null if nobody has asked for the record yet, or if the answer says nothing of what the user may do. */
function mayEdit(registry: DataRegistry, id: number): boolean | null {
  const { getResolutionError, hasFinishedResolution, hasResolutionFailed } =
    registry.select(coreStore);
  const args = [kind, name, id];
  if (hasResolutionFailed('getEntityRecord', args)) {
    return isRefusal(getResolutionError('getEntityRecord', args)) ? false : null;
  }
  return hasFinishedResolution('getEntityRecord', args) ? true : null;
}

function readUrl({ media_details, source_url }: AttachmentRecord): string | undefined {
  const { medium_large, large, medium } = media_details?.sizes ?? {};
  return (medium_large ?? large ?? medium)?.source_url ?? source_url;
}
