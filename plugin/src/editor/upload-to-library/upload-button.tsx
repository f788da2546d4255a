import type { DataRegistry } from '@wordpress/data';
import { useRegistry } from '@wordpress/data';
import { useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import type { UploadButtonProps } from '../components/alt-text-controls.tsx';
import {
  AccessibleButton,
  buttonName,
  findClientId,
  findImage,
  focusRequestStore,
  listImages,
  targetKey,
  unexpectedError,
} from '../main.tsx';
import type { AltTextTarget } from '../post/alt-text-target.ts';
import { canUpload, needsUpload, uploadImage } from './upload-image.ts';

/** Uploads an image that cannot be read at its URL to the media library. */
export function UploadButton({ image, notice, focusNext }: UploadButtonProps) {
  const registry = useRegistry();
  const [isUploading, setIsUploading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!needsUpload(notice) || !canUpload(registry, image)) {
    return null;
  }
  const uploading = isUploading ? __('Uploading…', 'altscribe') : null;
  const upload = async () => {
    const element = button.current;
    setIsUploading(true);
    await uploadToLibrary(registry, image.target);
    setIsUploading(false);
    if (element?.isConnected !== true && document.activeElement === document.body) {
      focusNext();
    }
  };
  return (
    <AccessibleButton
      variant="link"
      buttonRef={button}
      name={uploading === null ? buttonName('upload', image) : undefined}
      disabledReason={uploading}
      onClick={() => void upload()}
    >
      {uploading ?? __('Upload to Media Library', 'altscribe')}
    </AccessibleButton>
  );
}

/** Uploads the image of a block to the media library, and announces the result. */
async function uploadToLibrary(registry: DataRegistry, target: AltTextTarget): Promise<void> {
  const image = findImage(registry, target);
  if (!image || !canUpload(registry, image)) {
    return;
  }
  const result = await uploadImage(registry, image).catch(() => ({
    ok: false as const,
    error: unexpectedError('image_failed'),
  }));
  if (result.ok && !findImage(registry, target)) {
    // In a list, its new address gives the image another key.
    const now = listImages(registry).find(
      (other) =>
        other.url === result.value.url && findClientId(other.target) === findClientId(target),
    );
    void registry.dispatch(focusRequestStore).requestFocus(targetKey(now?.target ?? target));
  }
  const { createErrorNotice, createSuccessNotice } = registry.dispatch(noticesStore);
  const options = { id: `altscribe-upload-${targetKey(target)}`, type: 'snackbar' } as const;
  void (result.ok
    ? createSuccessNotice(__('Image uploaded.', 'altscribe'), options)
    : createErrorNotice(result.error.message, options));
}
