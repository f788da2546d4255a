import { Button } from '@wordpress/components';
import { useDispatch, useRegistry } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { MouseEvent } from 'react';
import type { EditorImage } from '../post/editor-image.ts';
import { canUpload } from '../post/upload-image.ts';
import { needsUpload } from '../store/error-handling.ts';
import { store } from '../store/index.ts';
import type { ImageNotice } from '../store/requests.ts';
import { buttonName } from './image-label.ts';

interface Props {
  image: EditorImage;
  notice: ImageNotice;
  /** Takes the focus when the button goes, because nothing is wrong any more. */
  focusNext: () => void;
}

/** Puts an image that cannot be read where it is into the media library. */
export function UploadButton({ image, notice, focusNext }: Props) {
  const registry = useRegistry();
  const { uploadToLibrary } = useDispatch(store);
  const [isUploading, setIsUploading] = useState(false);
  if (!needsUpload(notice) || !canUpload(registry, image)) {
    return null;
  }
  const upload = async (button: HTMLElement) => {
    setIsUploading(true);
    await uploadToLibrary(image.target);
    setIsUploading(false);
    if (!button.isConnected && document.activeElement === document.body) {
      focusNext();
    }
  };
  return (
    <Button
      variant="link"
      aria-label={isUploading ? undefined : buttonName('upload', image)}
      aria-disabled={isUploading}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (!isUploading) {
          void upload(event.currentTarget);
        }
      }}
    >
      {isUploading ? __('Uploading…', 'altscribe') : __('Upload to Media Library', 'altscribe')}
    </Button>
  );
}
