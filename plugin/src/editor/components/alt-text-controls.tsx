import { Button } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton, buttonName } from '../../common/accessible-button.tsx';
import { useBlockingError, useErrorsAtTop } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { canUpload } from '../post/upload-image.ts';
import { needsUpload } from '../store/error-handling.ts';
import { store } from '../store/index.ts';
import type { ImageNotice } from '../store/state.ts';
import { GenerateButton } from './generate-button.tsx';
import { ImageNoticeText } from './notices.tsx';
import { SuggestionPanel } from './suggestion-panel.tsx';

interface UploadButtonProps {
  image: EditorImage;
  notice: ImageNotice;
  /** Gets the focus when the button disappears because the problem is fixed. */
  focusNext: () => void;
}

/** Uploads an image that cannot be read at its URL to the media library. */
function UploadButton({ image, notice, focusNext }: UploadButtonProps) {
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

interface AltTextControlsProps {
  image: EditorImage;
  /** Full width in the block's settings, without the buttons that only a list needs. */
  isWide?: boolean;
}

/** The buttons that generate and edit one alt text, with its notice and its suggestion below. */
export function AltTextControls({ image, isWide = false }: AltTextControlsProps) {
  const { target } = image;
  const { startedAt, suggestion, notice, isUnchecked } = useSelect(
    (select) => {
      const {
        getRequestState,
        getSuggestion,
        getNotice,
        isUnchecked: readUnchecked,
      } = select(store);
      return {
        startedAt: getRequestState(target).startedAt,
        suggestion: getSuggestion(image),
        notice: getNotice(image),
        isUnchecked: readUnchecked(image),
      };
    },
    [image, target],
  );
  const { applySuggestion, editAltText, generate, markChecked } = useDispatch(store);
  const isShownAtTop = useIsShownAtTop(isWide);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = () => button.current?.focus();
  const isOpen = suggestion !== null;
  const returnFocus = useReturnFocus(isOpen, focusButton);
  const isIdle = startedAt === null;
  return (
    <>
      {/* Hidden rather than removed, so the pressed button keeps the focus until the panel takes it. */}
      <div className="altscribe-actions altscribe-image__actions" hidden={isOpen}>
        {isUnchecked && isIdle && (
          <Button
            variant="link"
            aria-label={buttonName('check', image)}
            onClick={() => {
              focusButton();
              void markChecked(target);
            }}
          >
            {__('Looks right', 'altscribe')}
          </Button>
        )}
        <GenerateButton image={image} isWide={isWide} buttonRef={button} />
        {!isWide && isIdle && (
          <>
            <Button
              variant="link"
              aria-label={buttonName('edit', image)}
              onClick={() => void editAltText(target)}
            >
              {__('Edit', 'altscribe')}
            </Button>
            <span className="altscribe-note">
              {image.state === 'has-alt'
                ? __('Rewrite uses 1 credit', 'altscribe')
                : __('uses 1 credit', 'altscribe')}
            </span>
          </>
        )}
      </div>
      {notice && !isShownAtTop(notice.code) && (
        <ImageNoticeText
          notice={notice}
          image={isWide ? undefined : image}
          onRetry={() => {
            if (suggestion && notice.code === 'not_applied') {
              returnFocus();
              void applySuggestion(target, suggestion.text.trim());
            } else {
              focusButton();
              void generate(target);
            }
          }}
        >
          <UploadButton image={image} notice={notice} focusNext={focusButton} />
        </ImageNoticeText>
      )}
      {suggestion && (
        <SuggestionPanel
          image={image}
          suggestion={suggestion}
          startedAt={startedAt}
          onClose={returnFocus}
        />
      )}
    </>
  );
}

/**
 * Returns a function to call before the suggestion closes, which moves the focus back to the
 * button.
 */
function useReturnFocus(isOpen: boolean, focusButton: () => void): () => void {
  const isDue = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && isDue.current) {
      isDue.current = false;
      focusButton();
    }
  });
  return () => {
    isDue.current = true;
  };
}

/** An error shown in a notice for all images is not repeated at a single image. */
function useIsShownAtTop(isWide: boolean): (code: string) => boolean {
  const blockingError = useBlockingError();
  const { connection, credits, batch } = useErrorsAtTop();
  const shown = isWide ? [blockingError] : [connection, credits, batch];
  return (code) => shown.some((error) => error?.code === code);
}
