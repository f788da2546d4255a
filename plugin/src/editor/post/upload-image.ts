import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { sideloadImage, type Media, type Result } from '../../common/api.ts';
import { replaceMedia } from '../image-blocks/write-attributes.ts';
import { findPostId } from './current-post.ts';
import { findFetchableUrl } from '../../common/image-url.ts';
import type { EditorImage } from './editor-image.ts';
import { listImages } from './images.ts';
import { asOneStep } from './write-alt-texts.ts';

/** True if a block's image is not in the media library and the user may upload it. */
export function canUpload(registry: DataRegistry, image: EditorImage): boolean {
  const { attachmentId, target, lock } = image;
  return attachmentId === null && target.type === 'block' && lock === null && !!getUpload(registry);
}

/**
 * Uploads the image of a block and shows the upload wherever the post shows that image, as one undo
 * step. The error's message comes from WordPress. Rejects if its code cannot be loaded.
 */
export async function uploadImage(
  registry: DataRegistry,
  image: EditorImage,
): Promise<Result<Media>> {
  const { uploadAddress } = await import('./upload-address.ts');
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
