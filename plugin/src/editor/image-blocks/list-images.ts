import type { ImageEntry } from '../boot-data.ts';
import {
  type BlockAttributes,
  type BlockImage,
  type ImageBlock,
  asId,
  asText,
  isMarkedDecorative,
} from './image-block.ts';
import { pathBeside, readPath, resolvePath } from './entries.ts';

/** Paths to the values of one image in the attributes of its block. */
export interface ImagePaths {
  url: string;
  id: string | undefined;
  /** The same text may be in several attributes. */
  alt: readonly string[];
  /** The value that marks the image as decorative. */
  mark: { path: string; value: unknown } | undefined;
}

/** One of the images of a block. */
export interface ListedImage {
  image: BlockImage;
  /**
   * Which image of the block it is; undefined if the block can only have one. An item of a list is
   * recognized by its id and URL, since its position changes when the list does.
   */
  part: string | undefined;
  paths: ImagePaths;
}

/** By the attributes of a block, which are a new object after every change. */
const known = new WeakMap<BlockAttributes, ListedImage[]>();

/** The images that a block shows, in the order of its entries and lists. */
export function listBlockImages(block: ImageBlock, attributes: BlockAttributes): ListedImage[] {
  const images = known.get(attributes) ?? readImages(block, attributes);
  known.set(attributes, images);
  return images;
}

/** The paths of an image, even if its URL is bound to a source; undefined once it is removed. */
export function findPaths(
  block: ImageBlock,
  attributes: BlockAttributes,
  part: string | undefined,
): ImagePaths | undefined {
  const [entry] = block.entries;
  return part === undefined && entry
    ? toPaths(entry, entry.url)
    : listBlockImages(block, attributes).find((listed) => listed.part === part)?.paths;
}

function readImages({ entries }: ImageBlock, attributes: BlockAttributes): ListedImage[] {
  const counts = new Map<string, number>();
  return entries.flatMap((entry) =>
    resolvePath(attributes, entry.url).flatMap((urlPath) => {
      const paths = toPaths(entry, urlPath);
      const isItem = urlPath !== entry.url;
      const isOnly = entries.length === 1 && !isItem;
      const image = readImage(entry, paths, attributes, isOnly);
      if (!image) {
        return [];
      }
      const [alt = ''] = toAlt(entry);
      const item = `${alt}#${String(image.attachmentId ?? '')}#${image.url}`;
      const count = counts.get(item) ?? 0;
      counts.set(item, count + 1);
      const part = isItem ? `${item}#${String(count)}` : alt;
      return [{ image, part: isOnly ? undefined : part, paths }];
    }),
  );
}

function toAlt({ alt }: ImageEntry): readonly string[] {
  return typeof alt === 'string' ? [alt] : alt;
}

function toPaths(entry: ImageEntry, url: string): ImagePaths {
  const beside = (path: string) => pathBeside(path, url);
  const [mark, value = true] = entry.decorative?.split('=') ?? [];
  return {
    url,
    id: entry.id === undefined ? undefined : beside(entry.id),
    alt: toAlt(entry).map(beside),
    mark: mark === undefined ? undefined : { path: beside(mark), value },
  };
}

function readImage(
  { caption, link, library = false, if: conditions = {} }: ImageEntry,
  { url: urlPath, id, alt, mark }: ImagePaths,
  attributes: BlockAttributes,
  isOnly: boolean,
): BlockImage | undefined {
  const read = (path: string | undefined) =>
    path === undefined ? undefined : readPath(attributes, pathBeside(path, urlPath));
  // During the upload, WordPress's image block has no URL.
  const blob = isOnly ? attributes.blob : undefined;
  const url = asText(read(urlPath)) || asText(blob);
  const isShown = Object.entries(conditions).every(([path, value]) =>
    [undefined, null, '', value].includes(emptyAsNull(read(path))),
  );
  if (url === '' || !isShown) {
    return undefined;
  }
  const href = asText(read(link));
  const { linkDestination, lightbox } = attributes;
  const opensItself =
    href === url || linkDestination === 'media' || linkDestination === 'attachment';
  const image = {
    url,
    attachmentId: asId(read(id)),
    alt: asText(alt.map(read).find((text) => asText(text).trim() !== '')),
    caption: read(caption),
    isLinked: href !== '',
    linkTarget: opensItself ? '' : href,
    isUploading: blob !== undefined || url.startsWith('blob:'),
    showsLibraryText: library,
    hasLightbox: (lightbox as { enabled?: unknown } | null | undefined)?.enabled === true,
  };
  const isMarked = mark !== undefined && read(mark.path) === mark.value;
  return {
    ...image,
    isDecorative: isMarked || (isOnly && isMarkedDecorative(attributes, image)),
  };
}

/** A list that is empty counts as missing. */
function emptyAsNull(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? null : value;
}
