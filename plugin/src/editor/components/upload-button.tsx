import { useDispatch, useRegistry } from '@wordpress/data';
import { useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
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
  const button = useRef<HTMLButtonElement>(null);
  if (!needsUpload(notice) || !canUpload(registry, image)) {
    return null;
  }
  const uploading = isUploading ? __('Uploading…', 'altscribe') : null;
  const upload = async () => {
    const element = button.current;
    setIsUploading(true);
    await uploadToLibrary(image.target);
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
