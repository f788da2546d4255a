import { store as blockEditorStore } from '@wordpress/block-editor';
import { getBlockType } from '@wordpress/blocks';
import type { DataRegistry } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import type { ImageEntry } from '../boot-data.ts';
import { discoverEntries, readEntries } from './entries.ts';
import { type BlockAttributes, type ImageBlock, markAttributes } from './image-block.ts';

/** Details of WordPress's own blocks. */
const coreBlocks: Readonly<Record<string, Omit<ImageBlock, 'entries'> | undefined>> = {
  /** Also inside a gallery. */
  'core/image': {
    kind: 'image',
    boundAttributes: ['id', 'url', 'alt'],

    nativeMark(isDecorative, attributes) {
      // Since WordPress 7.1. Older versions ignore the attribute.
      if (getBlockType('core/image')?.attributes.isDecorative === undefined) {
        return null;
      }
      // WordPress's own mark deletes the caption, which may be the reason why the image needs no text.
      if (isDecorative && (attributes.caption as { length?: number } | undefined)?.length) {
        return markAttributes(attributes, true);
      }
      // The same attributes that the checkbox "Mark as decorative" in WordPress 7.1 sets.
      return isDecorative
        ? {
            isDecorative: true,
            alt: '',
            href: undefined,
            linkDestination: undefined,
            linkTarget: undefined,
            rel: undefined,
          }
        : { isDecorative: undefined };
    },
  },

  /**
   * WordPress uses the alt text as the image's name even if the background is fixed or repeated,
   * with `role="img"` and `aria-label`. Other backgrounds are videos.
   */
  'core/cover': {
    kind: 'cover',
    showsFeaturedImage: ({ useFeaturedImage, backgroundType = 'image' }) =>
      useFeaturedImage === true && backgroundType === 'image',
  },

  'core/media-text': {
    kind: 'media-text',
    showsFeaturedImage: ({ useFeaturedImage }) => useFeaturedImage === true,
  },
};

/** A block of the post. */
export interface PostBlock {
  clientId: string;
  name: string | null;
  /** The blocks that contain it, outermost first. */
  ancestors: Pick<PostBlock, 'clientId' | 'name'>[];
}

/** Every block of the post at any depth, in document order. */
export function walkBlocks(registry: DataRegistry): Generator<PostBlock> {
  return walk(registry, postRoot(registry), []);
}

/** The current attributes of a block; empty once it is removed. */
export function readAttributes(registry: DataRegistry, clientId: string): BlockAttributes {
  return registry.select(blockEditorStore).getBlockAttributes(clientId) ?? {};
}

/** Title of the type of a block, such as "Cover"; empty if the type is not registered. */
export function blockTitle({ name }: PostBlock): string {
  return getBlockType(name ?? '')?.title ?? '';
}

/** Blocks that repeat their content for each result. */
const repeaters = [
  'core/post-template',
  'core/comment-template',
  'core/term-template',
  'woocommerce/product-template',
];

/** True if a block is repeated for each post that a query finds. */
export function isRepeated({ ancestors }: PostBlock): boolean {
  return ancestors.some(({ name }) => repeaters.includes(name ?? ''));
}

/** Title of the block that contains this one, such as "Gallery"; empty at the top level. */
export function containerTitle({ ancestors }: PostBlock): string {
  // "in Columns" is clearer than "in Column".
  const ancestor = ancestors.filter(({ name }) => name !== 'core/column').at(-1);
  return getBlockType(ancestor?.name ?? '')?.title ?? '';
}

function* walk(
  registry: DataRegistry,
  rootClientId: string,
  ancestors: PostBlock['ancestors'],
): Generator<PostBlock> {
  const { getBlockOrder, getBlockName } = registry.select(blockEditorStore);
  for (const clientId of getBlockOrder(rootClientId)) {
    const name = getBlockName(clientId);
    yield { clientId, name, ancestors };
    if (getBlockOrder(clientId).length > 0) {
      yield* walk(registry, clientId, [...ancestors, { clientId, name }]);
    }
  }
}

/**
 * If the editor shows the template around the post, only the blocks in its content belong to the
 * post.
 */
export function postRoot(registry: DataRegistry): string {
  if (registry.select(editorStore).getRenderingMode() === 'post-only') {
    return '';
  }
  return registry.select(blockEditorStore).getBlocksByName('core/post-content')[0] ?? '';
}

let entries: readonly ImageEntry[] | undefined;

/** By name, with the block type that each was made for. */
const blocks = new Map<string, { type: object | undefined; block: ImageBlock | undefined }>();

/** The kind of image block with this name; undefined for any other block. */
export function findImageBlock(name: string | null): ImageBlock | undefined {
  const type = getBlockType(name ?? '');
  const last = blocks.get(name ?? '');
  if (last && last.type === type) {
    return last.block;
  }
  const block = createImageBlock(name ?? '', type?.attributes ?? {});
  blocks.set(name ?? '', { type, block });
  return block;
}

function createImageBlock(name: string, attributes: BlockAttributes): ImageBlock | undefined {
  // Read on first use, when the scripts of all plugins have run.
  entries ??= readEntries();
  const described = entries.filter(
    (entry) => entry.name === name || entry.name === name.replace(/\/.*/, '/*'),
  );
  // A later entry with the same URL replaces an earlier one.
  const own = [...new Map(described.map((entry) => [entry.url, entry])).values()];
  const found = own.length > 0 ? own : discoverEntries(name, attributes);
  return found.length > 0
    ? { kind: 'other', ...coreBlocks[name], entries: found.map(withoutUnknownMark) }
    : undefined;

  /** Older versions of a plugin may not have the attribute. */
  function withoutUnknownMark({ decorative, ...entry }: ImageEntry): ImageEntry {
    const [attribute = ''] = decorative?.split(/[.=[]/) ?? [];
    return attributes[attribute] === undefined || decorative === undefined
      ? entry
      : { ...entry, decorative };
  }
}
