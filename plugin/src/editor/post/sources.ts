import { md5 as computeMd5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { doubtsOf } from '../../common/api.ts';
import type { ImageKey } from './alt-text-target.ts';
import { imageKey } from './image-key.ts';
import type { Source } from '../boot-data.ts';
import { findSource } from './attachments.ts';
import type { EditorImage } from './editor-image.ts';
import { listImages } from './images.ts';

/**
 * The records of the texts in a post are saved with it. PHP creates the record of a featured image when
 * its text is saved.
 */

/** By `sourceKey`. */
type Sources = Readonly<Record<string, Source>>;

/** PHP registers this field of posts, which are saved with it. */
const field = 'altscribe_sources';

/** Null if this post type has no records. PHP sends an empty list if there are none. */
function readSources(registry: DataRegistry): Sources | null {
  const sources: unknown = registry.select(editorStore).getEditedPostAttribute(field);
  return Array.isArray(sources) ? {} : ((sources ?? null) as Sources | null);
}

type Text = Pick<EditorImage, 'target' | 'attachmentId' | 'url' | 'alt'>;

function sourceKey(image: ImageKey, text: string): string {
  return md5(`${String(image)}\n${text}`);
}

/** The record of the current text of an image; undefined for a text that a person wrote. */
export function findSourceOf(registry: DataRegistry, image: Text): Source | undefined {
  if (image.alt.trim() === '') {
    return undefined;
  }
  if (image.target.type === 'attachment') {
    const source = findSource(registry, image.target.attachmentId);
    return source?.text === md5(image.alt) ? source : undefined;
  }
  const sources = readSources(registry) ?? {};
  // Most posts have none, and the key of each image takes time.
  if (Object.keys(sources).length === 0) {
    return undefined;
  }
  const key = sourceKey(imageKey(image), image.alt);
  // An image that was replaced keeps its unread text.
  const found = key in sources ? key : unreadTexts(sources).get(md5(image.alt));
  if (found !== undefined) {
    seen.add(found);
  }
  return found === undefined ? undefined : sources[found];
}

const unreadBySources = new WeakMap<Sources, ReadonlyMap<string, string>>();

/** The keys of the records of unread texts, by the MD5 of the text. */
function unreadTexts(sources: Sources): ReadonlyMap<string, string> {
  const known = unreadBySources.get(sources);
  const keys =
    known ??
    new Map(
      Object.entries(sources)
        .filter(([, source]) => isUnreadSource(source))
        .map(([key, { text }]) => [text, key]),
    );
  unreadBySources.set(sources, keys);
  return keys;
}

function isUnreadSource(source: Source | undefined): boolean {
  return source?.source === 'generated' && source.read === 0;
}

/** The records of texts that were in the post in this session. */
const seen = new Set<string>();

/** True if the current text is generated and unread. */
export function isUnread(registry: DataRegistry, image: Text): boolean {
  return isUnreadSource(findSourceOf(registry, image));
}

/** A record of a text that was generated just now. */
export function newSource(
  text: string,
  { model, prompt }: Pick<Source, 'model' | 'prompt'>,
  isRead: boolean,
): Source {
  const time = Math.floor(Date.now() / 1000);
  const doubts = doubtsOf(text);
  return {
    ...{ source: 'generated', model, prompt, time, read: isRead ? time : 0, text: md5(text) },
    ...(doubts && { doubts }),
  };
}

/** A record of a text that is copied into the post. A generated text stays marked as generated, read or not. */
export function newCopy(
  text: string,
  original: Source | undefined,
  source: 'file' | 'library',
): Source {
  return original?.source === 'generated' && original.text === md5(text)
    ? {
        ...newSource(text, original, original.read > 0),
        ...(original.doubts && { doubts: original.doubts }),
      }
    : { ...newSource(text, { model: '', prompt: '' }, true), source };
}

/**
 * Stores records with the post, which is then unsaved. Drops those whose text was not in the post in
 * this session; the others stay, because their text may come back by Undo or be pasted.
 */
export function writeSources(
  registry: DataRegistry,
  records: readonly { imageKey: ImageKey; text: string; source: Source }[],
): void {
  const sources = readSources(registry);
  if (!sources || records.length === 0) {
    return;
  }
  const added = records.map(
    (record) => [sourceKey(record.imageKey, record.text), record.source] as const,
  );
  for (const image of listImages(registry)) {
    seen.add(sourceKey(imageKey(image), image.alt));
  }
  const kept = Object.entries(sources).filter(([key]) => seen.has(key));
  added.forEach(([key]) => seen.add(key));
  const edits = { [field]: Object.fromEntries([...kept, ...added]) };
  // The text itself is the step to undo.
  void registry.dispatch(editorStore).editPost(edits, { undoIgnore: true });
}

const hashes = new Map<string, string>();

/** MD5 of a text in UTF-8, as PHP computes it. Cached, because every change of the post asks again. */
export function md5(text: string): string {
  const hash = hashes.get(text) ?? bytesToHex(computeMd5(utf8ToBytes(text)));
  hashes.set(text, hash);
  return hash;
}
