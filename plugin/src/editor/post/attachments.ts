import { store as coreStore } from '@wordpress/core-data';
import type { DataRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import type { TranslatedText } from '../../../../shared/alt-text/checks.ts';
import type { Result } from '../../common/api.ts';
import { readApiError, type ApiError } from '../../common/api-error.ts';
import { editorBootData, type BootAttachment, type Source } from '../boot-data.ts';
import { closeEntityUndoStep, findResolvers } from '../../common/core-internals.ts';
import { withoutSize } from '../../common/url-file-name.ts';

/**
 * The fields of a record that are used here. `raw` values, as in the context "edit" and in edits.
 */
interface AttachmentRecord {
  alt_text?: string;
  source_url?: string;
  /** A field that PHP registers. */
  altscribe_text_language?: string;
  /** A field that PHP registers, on sites with translations. */
  altscribe_older_texts?: readonly TranslatedText[];
  /** The same, of all translations. */
  altscribe_translated_texts?: readonly TranslatedText[];
  /** A field that PHP registers. */
  altscribe_file_texts?: readonly TranslatedText[];
  /** The same, for users who may edit it. */
  altscribe_source?: Source | null;
  meta?: Record<string, unknown>;
  media_details?: { file?: string; sizes?: Record<string, { source_url?: string } | undefined> };
}

const kind = 'postType';
const name = 'attachment';

type Query = [selector: 'getEntityRecord' | 'getMedia', args: unknown[]];

/**
 * The arguments that WordPress versions request attachments with. The first one is for records that
 * are edited.
 */
const queries = (id: number): Query[] => [
  ['getEntityRecord', [kind, name, id]],
  ['getEntityRecord', [kind, name, id, { context: 'view' }]],
  ['getMedia', [id, { context: 'view' }]],
];

/** The record, if WordPress has loaded it. A selector with a finished result sends no request. */
function findLoaded(registry: DataRegistry, id: number): AttachmentRecord | undefined {
  const selectors = registry.select(coreStore) as unknown as Selectors;
  for (const [selector, args] of listFinished(registry, selectors, id)) {
    const record = selectors[selector](...args);
    if (record) {
      return record;
    }
  }
  return undefined;
}

type Selectors = Record<Query[0], (...args: unknown[]) => AttachmentRecord | undefined> & {
  hasFinishedResolution: (...query: Query) => boolean;
};

interface Finished {
  /** The requests that had been made when they were found. */
  resolvers: Partial<Record<string, object>>;
  queries: Map<number, Query[]>;
}

/**
 * The finished queries of each attachment, cached until WordPress sends another request, because
 * the search is slow.
 */
const finished = new WeakMap<DataRegistry, Finished>();

function listFinished(registry: DataRegistry, selectors: Selectors, id: number): Query[] {
  const find = () => queries(id).filter((query) => selectors.hasFinishedResolution(...query));
  const resolvers = findResolvers(registry);
  if (!resolvers) {
    return find();
  }
  const last = finished.get(registry);
  const isCurrent =
    last?.resolvers.getEntityRecord === resolvers.getEntityRecord &&
    last?.resolvers.getMedia === resolvers.getMedia;
  const known = last && isCurrent ? last : { resolvers, queries: new Map<number, Query[]>() };
  const listed = known.queries.get(id) ?? find();
  known.queries.set(id, listed);
  finished.set(registry, known);
  return listed;
}

/**
 * Attachments: the media library's data about an image. Available for images that the post used
 * when the editor opened, and for those that WordPress has loaded since. Only `loadAttachment`
 * sends requests.
 */
export interface Attachment extends Omit<BootAttachment, 'canEdit' | 'source'> {
  id: number;
  translatedTexts: readonly TranslatedText[];
  fileTexts: readonly TranslatedText[];
}

/** Meta field of a decorative attachment. PHP registers it. */
export const decorativeKey = '_altscribe_decorative';

/** One shared list for all attachments without translations. */
const none: readonly TranslatedText[] = [];

/** Undefined if the attachment is unknown. */
export function findAttachment(registry: DataRegistry, id: number): Attachment | undefined {
  const boot = editorBootData.attachments[id];
  const record = findLoaded(registry, id);
  if (!boot && !record) {
    return undefined;
  }
  // WordPress can only edit records that it has loaded.
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
    translatedTexts: record?.altscribe_translated_texts ?? boot?.translatedTexts ?? none,
    fileTexts: record?.altscribe_file_texts ?? boot?.fileTexts ?? none,
    isDecorative: mark === undefined ? (boot?.isDecorative ?? false) : mark === true,
    language: record?.altscribe_text_language ?? boot?.language ?? '',
  };
}

/** The record of the saved text of an attachment; undefined without one, or if it is not known. */
export function findSource(registry: DataRegistry, id: number): Source | undefined {
  const loaded = findLoaded(registry, id)?.altscribe_source;
  return (loaded === undefined ? editorBootData.attachments[id]?.source : loaded) ?? undefined;
}

/**
 * Loads an attachment for editing. Returns whether the user may edit it; WordPress returns the
 * record for editing only in that case. An error if this could not be determined; the next call
 * tries again.
 */
export async function loadAttachment(registry: DataRegistry, id: number): Promise<Result<boolean>> {
  if (editorBootData.attachments[id]?.canEdit === false) {
    return { ok: true, value: false };
  }
  const query = [kind, name, id];
  const { hasResolutionFailed } = registry.select(coreStore);
  if (hasResolutionFailed('getEntityRecord', query) && mayEdit(registry, id) === null) {
    // WordPress would return the cached error without a request.
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

/**
 * The user may not edit it, or it was deleted. WordPress caches the response itself or its error
 * data.
 */
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

/** Reloads an attachment that was changed elsewhere, if it was loaded before. */
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

/**
 * Null if the record has not been requested yet, or if the response does not include the user's
 * permissions.
 */
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

/**
 * True if the URL belongs to one of the attachment's files. After an import, an id may belong to
 * another attachment.
 */
export function isAddressOf({ file }: Pick<Attachment, 'file'>, url: string): boolean {
  const path = withoutSize(decode(url.replace(/[?#].*$/s, '')));
  return file !== '' && `/${path}`.endsWith(`/${withoutSize(file)}`);
}

function decode(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** The changes to an attachment. */
interface AttachmentChange {
  id: number;
  alt: string;
  isDecorative: boolean;
  /** It is the featured image itself, so the change is saved at once. */
  isOwn: boolean;
}

/**
 * Edits loaded attachments, which WordPress saves with the post. `joins`: the change belongs to the
 * undo step of the previous change.
 */
export function editAttachments(
  registry: DataRegistry,
  changes: readonly AttachmentChange[],
  joins: boolean,
): void {
  changes.forEach((change, index) => {
    const { id, isOwn } = change;
    // A cached edit stays pending and joins the previous step when the next one starts.
    const isJoined = joins || index > 0;
    editAttachment(registry, change, isOwn ? { undoIgnore: true } : { isCached: isJoined });
    writtenIds.add(id);
    leftIds.delete(id);
  });
  if (changes.some(({ isOwn }) => !isOwn)) {
    closeEntityUndoStep(registry);
  }
  for (const change of changes.filter(({ isOwn }) => isOwn)) {
    saveAttachment(registry, change);
  }
}

function editAttachment(
  registry: DataRegistry,
  { id, alt, isDecorative }: AttachmentChange,
  options: { undoIgnore?: boolean; isCached?: boolean },
): void {
  const { getEditedEntityRecord } = registry.select(coreStore);
  const record = getEditedEntityRecord(kind, name, id) as unknown as AttachmentRecord;
  exactTexts.set(id, (exactTexts.get(id) ?? new Set()).add(record.alt_text).add(alt));
  const wasDecorative = record.meta?.[decorativeKey] === true;
  const edits: AttachmentRecord = {
    alt_text: alt,
    ...(wasDecorative !== isDecorative && {
      meta: { ...record.meta, [decorativeKey]: isDecorative },
    }),
  };
  void registry.dispatch(coreStore).editEntityRecord(kind, name, id, edits, options);
}

/** By attachment: the texts written in this session, and those that they replaced, which Undo restores. */
const exactTexts = new Map<number, Set<string | undefined>>();

/** Whether a text of an attachment is one of these. */
export function isExactText(id: number, text: string): boolean {
  return exactTexts.get(id)?.has(text) ?? false;
}

/** The attachments that were written in this session and still wait for the user's decision. */
const writtenIds = new Set<number>();

/**
 * The attachments in WordPress's list of all changes, with the error of their last save before
 * that.
 */
const leftIds = new Map<number, unknown>();

/**
 * Leaves the written attachments to WordPress: its list of all changes has asked the user which of
 * them to save, and saves those.
 */
export function leaveAttachments({ select }: Pick<DataRegistry, 'select'>): void {
  const { getLastEntitySaveError } = select(coreStore);
  for (const id of writtenIds) {
    leftIds.set(id, getLastEntitySaveError(kind, name, id));
  }
  writtenIds.clear();
}

/** WordPress tried to save these at the user's request and failed. */
function reclaimFailed(registry: DataRegistry): void {
  const { getLastEntitySaveError } = registry.select(coreStore);
  for (const [id, before] of leftIds) {
    const error: unknown = getLastEntitySaveError(kind, name, id);
    if (error && error !== before) {
      leftIds.delete(id);
      writtenIds.add(id);
    }
  }
}

/**
 * Saves the text of a featured image separately: it belongs to the media library, and the button
 * "Publish" would become "Save". If that fails, it is saved with the post.
 */
function saveAttachment(registry: DataRegistry, change: AttachmentChange): void {
  const { id } = change;
  const { saveEditedEntityRecord } = registry.dispatch(coreStore);
  const save = (): Promise<unknown> =>
    saveEditedEntityRecord(kind, name, id, { throwOnError: false }).catch(() => undefined);
  const running = saves.get(id);
  const saved = running
    ? running.then(() => {
        // WordPress has dropped the edit if it restored the text from before the running save.
        editAttachment(registry, change, { undoIgnore: true });
        return save();
      })
    : save();
  saves.set(id, saved);
  void saved.then(() => {
    if (saves.get(id) === saved) {
      saves.delete(id);
    }
  });
}

/** Running saves of featured images, by id. */
const saves = new Map<number, Promise<unknown>>();

/**
 * Saves the attachments that Altscribe wrote and that are still unsaved. Returns the error of each
 * one that could not be saved. It stays unsaved, and the editor warns about it before it is closed.
 */
export async function saveAttachments(registry: DataRegistry): Promise<unknown[]> {
  const { hasEditsForEntityRecord } = registry.select(coreStore);
  const { saveEditedEntityRecord } = registry.dispatch(coreStore);
  reclaimFailed(registry);
  const ids = [...writtenIds].filter((id) => hasEditsForEntityRecord(kind, name, id));
  const results = await Promise.allSettled(
    ids.map((id) => saveEditedEntityRecord(kind, name, id, { throwOnError: true })),
  );
  return results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
}
