import { __ } from '@wordpress/i18n';
import { store as noticesStore } from '@wordpress/notices';
import { targetKey, type AltTextTarget } from '../post/alt-text-target.ts';
import { findImage } from '../post/images.ts';
import { canUpload, uploadImage } from '../post/upload-image.ts';
import type { Thunk } from './thunk.ts';

/** Puts the image of a block into the media library, and says how that went. */
export const uploadToLibrary =
  (target: AltTextTarget): Thunk =>
  async ({ registry }) => {
    const image = findImage(registry, target);
    if (!image || !canUpload(registry, image)) {
      return;
    }
    const result = await uploadImage(registry, image);
    const { createErrorNotice, createSuccessNotice } = registry.dispatch(noticesStore);
    const options = { id: `altscribe-upload-${targetKey(target)}`, type: 'snackbar' } as const;
    void (result.ok
      ? createSuccessNotice(__('Image uploaded.', 'altscribe'), options)
      : createErrorNotice(result.error.message, options));
  };
