import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';
import type { RenderedImage } from '../../common/api.ts';
import { readFileName, withoutSize } from '../../common/url-file-name.ts';

/** The images that visitors see in a post but that the editor cannot edit. */

/** An image in the list of the sidebar. */
export interface ListedImage {
  url: string;
  /** Null if it is not in the media library. */
  attachmentId: number | null;
  /** Name of its block; null for the featured image. */
  block: string | null;
  /** The page shows it several times: a query repeats it, or blocks show the featured image. */
  isRepeated: boolean;
}

/** The rendered images that are not in the list. */
export function findUnedited(
  rendered: readonly RenderedImage[],
  listed: readonly ListedImage[],
): RenderedImage[] {
  const left = new Set(listed);
  const claim = (image: RenderedImage, block?: string) => {
    const own = [...left].find(
      (item) => (block === undefined || item.block === block) && isSameImage(item, image),
    );
    if (own && !own.isRepeated) {
      left.delete(own);
    }
    return own !== undefined;
  };
  // A block must not claim the row of another block that shows the same image.
  const others = rendered.filter((image) => !claim(image, image.places.at(-1) ?? ''));
  return others.filter((image) => !claim(image));
}

function isSameImage({ url, attachmentId }: ListedImage, { src, id }: RenderedImage): boolean {
  return (id > 0 && id === attachmentId) || fileName(url) === fileName(src);
}

/** Name of a file without its size. Other plugins may serve it from another address. */
function fileName(address: string): string {
  if (address.startsWith('data:')) {
    return address;
  }
  return withoutSize(readFileName(address)).toLowerCase();
}

/** The reason why the editor cannot edit an image. */
export type Cause =
  /** The plugin of its block is not active. */
  | 'inactive'
  /** The editor cannot read its block. */
  | 'invalid'
  /** It is in a synced pattern, whose blocks the editor has not loaded for this user. */
  | 'pattern'
  /** Its block or shortcode creates it when the page is shown. */
  | 'block'
  | 'shortcode'
  | 'embed'
  /** Only its block knows where the text is. */
  | 'unknown'
  /** It is added to the content. */
  | 'added';

export interface UneditedGroup {
  cause: Cause;
  /** Name of the block, or a shortcode such as `[gallery]`; empty for images that are added. */
  place: string;
  count: number;
  /** The number of these images without alt text. */
  missing: number;
  /** The attachments that are known. */
  attachmentIds: number[];
}

/** The editor's data about a type of block. */
export interface KnownBlocks {
  isRegistered: (block: string) => boolean;
  /** The post has a block of this type that the editor cannot read. */
  isInvalid: (block: string) => boolean;
}

/** Groups images by cause and place. */
export function groupUnedited(
  images: readonly RenderedImage[],
  known: KnownBlocks,
): UneditedGroup[] {
  const groups = new Map<string, UneditedGroup>();
  for (const image of images) {
    const [cause, place] = findCause(image, known);
    const key = `${cause} ${place}`;
    const group = groups.get(key) ?? { cause, place, count: 0, missing: 0, attachmentIds: [] };
    group.count += 1;
    group.missing += image.alt === '' ? 1 : 0;
    if (image.id > 0 && !group.attachmentIds.includes(image.id)) {
      group.attachmentIds.push(image.id);
    }
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Blocks that repeat their content for each result: `core/post-template`. */
const repeater = /\/(?:post|comment|term|product)-template$/;

function findCause(
  { places, in_html }: RenderedImage,
  { isRegistered, isInvalid }: KnownBlocks,
): [Cause, string] {
  const innermost = places.at(-1) ?? '';
  if (innermost === '') {
    return ['added', ''];
  }
  if (innermost.startsWith('[')) {
    return ['shortcode', innermost];
  }
  const repeated = places.findIndex((place) => repeater.test(place));
  if (repeated >= 0) {
    // The block around it has a clearer name: "Query Loop".
    return ['block', places[repeated - 1] ?? innermost];
  }
  if (places.includes('core/embed')) {
    return ['embed', 'core/embed'];
  }
  if (!isRegistered(innermost)) {
    return ['inactive', innermost];
  }
  if (in_html && places.includes('core/block')) {
    return ['pattern', 'core/block'];
  }
  const invalid = places.find(isInvalid);
  if (invalid !== undefined) {
    return ['invalid', invalid];
  }
  return [in_html ? 'unknown' : 'block', innermost];
}

/** Blocks that show nothing but their own text, the blocks in them, and images of the list. */
const plain =
  /^core\/(?:paragraph|heading|list|list-item|quote|image|gallery|cover|media-text|group|columns?|buttons?|table|code|preformatted|separator|spacer)$/;

/** A text that changes with everything that may bring other images onto the page. */
export function readPageSignature(registry: DataRegistry): string {
  const { getBlockAttributes, getBlockName, getBlockOrder } = registry.select(blockEditorStore);
  const read = (clientId: string): string[] => {
    const name = getBlockName(clientId) ?? '';
    const attributes = JSON.stringify(getBlockAttributes(clientId));
    const own = plain.test(name)
      ? (attributes.match(/\[[a-z][^[\]]*\]/gi) ?? [])
      : [name, attributes];
    return [...own, ...getBlockOrder(clientId).flatMap(read)];
  };
  return getBlockOrder().flatMap(read).join('\n');
}

/** Title of a type of block: "Latest Posts"; its name if the type is not registered. */
export function titleOfBlock(name: string): string {
  return getBlockType(name)?.title ?? name;
}

export function isBlockRegistered(name: string): boolean {
  return getBlockType(name) !== undefined;
}

/** Client id of the block or its placeholder that a group is about. */
export function findPlace(
  registry: DataRegistry,
  { cause, place }: UneditedGroup,
): string | undefined {
  switch (cause) {
    case 'shortcode':
      return findShortcode(registry, place);
    case 'invalid':
      return findInvalid(registry, place);
    default:
      return findBlockByName(registry, place);
  }
}

/** Client id of the first block with this name that the editor cannot read. */
export function findInvalid(registry: DataRegistry, name: string): string | undefined {
  const { getBlocksByName, isBlockValid } = registry.select(blockEditorStore);
  return getBlocksByName(name).find((clientId) => !isBlockValid(clientId));
}

/** Client id of the first block with this name, or, without its plugin, of its placeholder. */
function findBlockByName(registry: DataRegistry, name: string): string | undefined {
  const { getBlockAttributes, getBlocksByName } = registry.select(blockEditorStore);
  const isOriginal = (id: string) => getBlockAttributes(id)?.originalName === name;
  return getBlocksByName(name)[0] ?? getBlocksByName('core/missing').find(isOriginal);
}

/** Client id of the first block whose text contains this shortcode: `[gallery]`. */
function findShortcode(registry: DataRegistry, shortcode: string): string | undefined {
  const { getBlockAttributes, getBlockOrder } = registry.select(blockEditorStore);
  const find = (clientId: string): string | undefined =>
    JSON.stringify(getBlockAttributes(clientId)).includes(shortcode.slice(0, -1))
      ? clientId
      : findIn(getBlockOrder(clientId));
  const findIn = (clientIds: string[]) => clientIds.map(find).find((found) => found !== undefined);
  return findIn(getBlockOrder());
}
