import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import type { WriteTo } from '../../common/api.ts';
import {
  type ContextPart,
  type SentSurroundings,
  type Surroundings,
  listContextParts,
} from '../../common/image-context.ts';
import { findFetchableUrl } from '../../common/image-url.ts';
import { listSurroundings } from '../image-blocks/surroundings.ts';
import { type ImageKey, findClientId, targetKey } from './alt-text-target.ts';
import { type Attachment, canEditAttachment, findAttachment, isAddressOf } from './attachments.ts';
import type { EditorImage } from './editor-image.ts';
import { findLanguage } from './generate-request.ts';
import { imageKey } from './image-key.ts';
import { listImages } from './images.ts';
import { md5 } from './sources.ts';
import { isLanguageOfPost } from './current-post.ts';

/** Stands in for a context that cannot be read: the target, so no other place has the same. */
type Unreadable = readonly [name: '', target: string];

/** A place of the post that needs a text. */
export interface Place {
  image: EditorImage;
  /**
   * The image that is sent: its id, or its URL if the id belongs to another image. Null if it
   * cannot be read. See `Generation\Ask::get_target()` in PHP.
   */
  file: ImageKey | null;
  language: string;
  /** Empty if no other place shows the image. */
  context: readonly (ContextPart | Unreadable)[];
  /** Its text is saved only in the media library, which has one for each image. */
  isSavedToLibrary: boolean;
}

/**
 * Where the site stores the suggestion for an image: the name of its block, its key, and its number
 * among the images with this key in blocks of that name, as in `Posts\Places::list_places()` in PHP:
 * `core/image#12#1`. '' for the text of the featured image.
 */
export function placeOf(registry: DataRegistry, image: EditorImage): string {
  const start = startOfPlace(registry, image);
  return placesOf(registry).get(targetKey(image.target)) ?? (start && `${start}0`);
}

/** The same for all images of the post, by their targets. One by one, the time would grow with the square of their number. */
export function placesOf(registry: DataRegistry): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const places = new Map<string, string>();
  for (const image of listImages(registry)) {
    const start = startOfPlace(registry, image);
    const last = counts.get(start) ?? 0;
    const number = image.lock === 'pattern' ? 0 : last + 1;
    counts.set(start, Math.max(number, last));
    places.set(targetKey(image.target), start && `${start}${String(number)}`);
  }
  return places;
}

function startOfPlace(registry: DataRegistry, image: EditorImage): string {
  const { target, pointsTo } = image;
  if (target.type === 'attachment' || pointsTo !== null) {
    return '';
  }
  const name = registry.select(blockEditorStore).getBlockName(target.clientId) ?? '';
  return `${name}#${keyInPlace(imageKey(image))}#`;
}

/** The part of a place that is the same wherever the image is in the post. */
export function keyInPlace(key: ImageKey): string {
  return typeof key === 'number'
    ? String(key)
    : md5(key.replace(/-\d+x\d+(?=\.\w+(?:[?#]|$))/g, ''));
}

/** The places of these images. `writeTo`: where their texts are saved. */
export function listPlaces(
  registry: DataRegistry,
  images: readonly EditorImage[],
  writeTo: WriteTo,
): Place[] {
  const files = images.map((image) => findFile(registry, image));
  const isRepeated = (file: ImageKey | null) => files.indexOf(file) !== files.lastIndexOf(file);
  const ids = images.map(({ target }) => findClientId(target));
  const surroundings = listSurroundings(
    registry,
    ids.filter((_id, index) => isRepeated(files[index] ?? null)),
  );
  return images.map((image, index) => {
    const file = files[index] ?? null;
    const around = isRepeated(file) ? surroundings.get(ids[index] ?? null) : undefined;
    return {
      image,
      file,
      language: findLanguage(registry, image),
      context: around ? readContext(image, around) : [],
      isSavedToLibrary:
        writeTo === 'library' &&
        mayBeSavedInLibrary(registry, image) &&
        canEditAttachment(registry, image.attachmentId ?? 0),
    };
  });
}

function readContext(image: EditorImage, surroundings: Surroundings): Place['context'] {
  try {
    return listContextParts(image, surroundings);
  } catch {
    // Other plugins may interfere with the rich texts. The request for the image says so.
    return [['', targetKey(image.target)]];
  }
}

function findFile(registry: DataRegistry, { attachmentId, url }: EditorImage): ImageKey | null {
  const attachment = attachmentId === null ? undefined : findAttachment(registry, attachmentId);
  if (attachment && (url === '' || isAddressOf(attachment, url))) {
    return attachment.id;
  }
  return findFetchableUrl(url) ?? attachmentId;
}

/**
 * True if the text of an image may be saved in the media library, for a user who may edit it there:
 * it has none yet, and is in the language of the post. A text or mark in the library is a
 * deliberate decision.
 */
export function mayBeSavedInLibrary(
  registry: DataRegistry,
  { attachmentId, url, target }: EditorImage,
): boolean {
  const attachment = attachmentId === null ? undefined : findAttachment(registry, attachmentId);
  return (
    attachment !== undefined &&
    isBlank(attachment) &&
    (target.type === 'attachment' ||
      (isAddressOf(attachment, url) && isLanguageOfPost(registry, attachment.language)))
  );
}

/** True if an attachment has neither a text nor a mark. */
export function isBlank({ alt, isDecorative }: Pick<Attachment, 'alt' | 'isDecorative'>): boolean {
  return alt.trim() === '' && !isDecorative;
}

/** Which places of an image share a text. Each text costs one credit. */

/** Different captions, links or headings always make different texts. `''`: see `Unreadable`. */
const deciding = ['', 'caption', 'link_target', 'heading'];

/**
 * Groups the places of each image that get the same text. `isPerPlace`: only if nothing around them
 * differs; otherwise the paragraphs may differ.
 */
export function groupPlaces(places: readonly Place[], isPerPlace: boolean): Place[][] {
  const groups = groupBy(places, ({ file, language, context, isSavedToLibrary }) => {
    const compared = context.filter(([name]) => isPerPlace || deciding.includes(name));
    return JSON.stringify([file, ...(isSavedToLibrary ? [] : [language, ...compared])]);
  });
  return [...groups.values()];
}

/** The context that all of these places have, as it is sent; undefined for a single place. */
export function findCommonContext([first, ...others]: readonly Place[]):
  | SentSurroundings
  | undefined {
  if (!first || others.length === 0) {
    return undefined;
  }
  const isCommon = ([name, text]: ContextPart | Unreadable) =>
    others.every(({ context }) => context.some((part) => part[0] === name && part[1] === text));
  return Object.fromEntries(first.context.filter((part) => part[0] !== '' && isCommon(part)));
}

/** The cost of a run, for both answers to "One text per image, or one per place?". */
export interface CreditCounts {
  images: number;
  places: number;
  /** Credits for one text per image. */
  perImage: number;
  /** Credits for one text per place. */
  perPlace: number;
}

/** An image that cannot be read costs no credit. */
export function countCredits(places: readonly Place[]): CreditCounts {
  const readable = places.filter(({ file }) => file !== null);
  return {
    images: groupBy(readable, ({ file }) => file).size,
    places: readable.length,
    perImage: groupPlaces(readable, false).length,
    perPlace: groupPlaces(readable, true).length,
  };
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
