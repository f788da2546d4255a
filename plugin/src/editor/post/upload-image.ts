import { store as blockEditorStore } from '@wordpress/block-editor';
import type { DataRegistry } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
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
 * step. The error's message comes from WordPress.
 */
export async function uploadImage(
  registry: DataRegistry,
  image: EditorImage,
): Promise<Result<Media>> {
  const file = await readFile(image.url);
  const result = file ? await uploadFile(registry, file) : await sideload(registry, image.url);
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

/** Null if the browser cannot read the image, because its server does not allow other sites to. */
async function readFile(address: string): Promise<File | null> {
  try {
    const url = findFetchableUrl(address) ?? address;
    const response = await fetch(url);
    const blob = await response.blob();
    const name = url.startsWith('data:') ? '' : decodeURIComponent(new URL(url).pathname);
    // WordPress names an upload after its type if it has no other name.
    const fileName = name.split('/').at(-1) || blob.type.replace('/', '.').replace('+xml', '');
    return response.ok ? new File([blob], fileName, { type: blob.type }) : null;
  } catch {
    return null;
  }
}

function uploadFile(registry: DataRegistry, file: File): Promise<Result<Media>> {
  return new Promise((resolve) => {
    getUpload(registry)?.({
      filesList: [file],
      allowedTypes: ['image'],
      onFileChange([media]) {
        const { id, url = '' } = media ?? {};
        if (id !== undefined && !url.startsWith('blob:')) {
          resolve({ ok: true, value: { id, url } });
        }
      },
      onError(error) {
        const { message = error } = error as { message?: unknown };
        resolve(failed(String(message)));
      },
    });
  });
}

/** Since WordPress 7.1, the server itself fetches an image that the browser may not read. */
async function sideload(registry: DataRegistry, address: string): Promise<Result<Media>> {
  const url = findFetchableUrl(address);
  const postId = findPostId(registry);
  const result = url && postId !== null ? await sideloadImage(url, postId) : undefined;
  return result?.ok
    ? result
    : failed(
        __(
          'This image could not be downloaded. Save it to your computer and upload it from there.',
          'altscribe',
        ),
      );
}

function failed(message: string): Result<never> {
  return { ok: false, error: { code: 'upload_failed', message } };
}
