import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import type { Media, Result } from '../../common/api.ts';
import {
  asOneStep,
  findFetchableUrl,
  findPostId,
  listImages,
  changePaths,
  findImageBlock,
  findPaths,
  readAttributes,
  send,
  writeAttributes,
} from '../main.tsx';
import type { BlockAttributes } from '../image-blocks/image-block.ts';
import type { EditorImage } from '../post/editor-image.ts';
import type { ImageNotice } from '../store/state.ts';
import { uploadAddress } from './upload-address.ts';

/** Problems with the URL of an image rather than with its file. */
const problemsOfPlace = [
  'image_embedded',
  'image_private_address',
  'image_forbidden',
  'image_unavailable',
  'image_timeout',
];

/** True if the service could read the image in the media library. */
export function needsUpload({ problem = '' }: Pick<ImageNotice, 'problem'>): boolean {
  return problemsOfPlace.includes(problem);
}

/** True if a block's image is not in the media library and the user may upload it. */
export function canUpload(registry: DataRegistry, image: EditorImage): boolean {
  const { attachmentId, target, lock } = image;
  return attachmentId === null && target.type === 'block' && lock === null && !!getUpload(registry);
}

/**
 * Uploads the image of a block and shows the upload wherever the post shows that image, as one undo
 * step. The error's message comes from WordPress.
 */
export async function uploadImage(
  registry: DataRegistry,
  image: EditorImage,
): Promise<Result<Media>> {
  const address = findFetchableUrl(image.url);
  const postId = findPostId(registry);
  const result = await uploadAddress(address ?? image.url, getUpload(registry), async () =>
    address && postId !== null ? sideloadImage(address, postId) : undefined,
  );
  if (result.ok) {
    const same = listImages(registry).flatMap((other) => {
      const { target, url } = other;
      const isSame = url === image.url && target.type === 'block' && canUpload(registry, other);
      return isSame ? [target] : [];
    });
    asOneStep(registry, () => {
      replaceMedia(registry, same, result.value);
    });
  }
  return result;
}

function getUpload(registry: DataRegistry) {
  return registry.select(blockEditorStore).getSettings().mediaUpload;
}

/** Lets WordPress fetch an image into the media library. An error before WordPress 7.1. */
function sideloadImage(url: string, postId: number): Promise<Result<Media>> {
  return send('/wp/v2/media', { url, post: postId }, (json) => {
    const { id, source_url } = json as { id: number; source_url: string };
    return { id, url: source_url };
  });
}

/** Replaces images of blocks with an image of the media library. */
function replaceMedia(
  registry: DataRegistry,
  places: readonly { clientId: string; part?: string }[],
  { id, url }: { id: number; url: string },
): void {
  const changes = new Map<string, BlockAttributes>();
  for (const { clientId, part } of places) {
    const block = findImageBlock(registry.select(blockEditorStore).getBlockName(clientId));
    const own = readAttributes(registry, clientId);
    const paths = block && findPaths(block, own, part);
    if (paths) {
      const earlier = changes.get(clientId);
      const values = [
        ...(paths.id === undefined ? [] : [[paths.id, id] as const]),
        [paths.url, url] as const,
      ];
      changes.set(clientId, { ...earlier, ...changePaths({ ...own, ...earlier }, values) });
    }
  }
  writeAttributes(registry, changes);
}
