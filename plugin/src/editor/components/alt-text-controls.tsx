import { Button } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton, buttonName } from '../../common/accessible-button.tsx';
import { lazyModule } from '../../common/hooks.ts';
import { useFindings, useWaiting } from '../hooks/use-reviews.ts';
import { useBlockingError, useErrorsAtTop } from '../hooks/use-service.ts';
import { targetKey } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { selectInBackground } from '../post/images.ts';
import { isUnread } from '../post/sources.ts';
import { canUpload } from '../post/upload-image.ts';
import { needsUpload } from '../store/error-handling.ts';
import { store } from '../store/index.ts';
import { type ImageNotice, isGenerated } from '../store/state.ts';
import { GenerateButton, useProgressLabel } from './generate-button.tsx';
import { imageLabel } from './image-label.ts';
import { ImageNoticeText } from './notices.tsx';

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

const tools = {
  ImageNoticeText,
  imageLabel,
  isGenerated,
  selectInBackground,
  store,
  targetKey,
  useBlockingError,
  useFindings,
  useProgressLabel,
  useWaiting,
};

/** The suggestions and their review, loaded with the first controls. */
export const useSuggestions = lazyModule(async () =>
  (await import('../review/review.tsx')).createSuggestions(tools),
);

interface AltTextControlsProps {
  image: EditorImage;
  /** Full width in the block's settings, without the buttons that only a list needs. */
  isWide?: boolean;
}

/** The buttons that generate and edit one alt text, with its notice and its suggestion below. */
export function AltTextControls({ image, isWide = false }: AltTextControlsProps) {
  const { target } = image;
  const { startedAt, suggestion, notice, isUnchecked } = useSelect(
    (select, registry) => {
      const { getRequestState, getSuggestion, getNotice } = select(store);
      return {
        startedAt: getRequestState(target).startedAt,
        suggestion: getSuggestion(image),
        notice: getNotice(image),
        isUnchecked: isUnread(registry, image),
      };
    },
    [image, target],
  );
  const { applySuggestion, editAltText, generate, markChecked } = useDispatch(store);
  const isShownAtTop = useIsShownAtTop(isWide);
  const suggestions = useSuggestions();
  const button = useRef<HTMLButtonElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const read = useRef<HTMLButtonElement>(null);
  const focusButton = () => button.current?.focus();
  const focusFree = () => {
    (
      read.current ??
      edit.current ??
      button.current?.closest<HTMLElement>('.altscribe-image')
    )?.focus();
  };
  const isOpen = suggestion !== null;
  const returnFocus = useReturnFocus(isOpen, focusFree);
  const isIdle = startedAt === null;
  const isNew = isUnchecked && isIdle;
  useLayoutEffect(() => {
    // The pressed button would now pay for another text.
    if (isNew && button.current === button.current?.ownerDocument.activeElement) {
      read.current?.focus();
    }
  }, [isNew]);
  return (
    <>
      {/* Hidden rather than removed, so the pressed button keeps the focus until the panel takes it. */}
      <div className="altscribe-actions altscribe-image__actions" hidden={isOpen}>
        {isNew && (
          <Button
            ref={read}
            variant="link"
            aria-label={buttonName('check', image)}
            onClick={() => {
              (edit.current ?? button.current?.closest<HTMLElement>('.altscribe-image'))?.focus();
              void markChecked(target);
            }}
          >
            {__('Looks right', 'altscribe')}
          </Button>
        )}
        <GenerateButton image={image} isWide={isWide} buttonRef={button} />
        {!isWide && isIdle && (
          <Button
            ref={edit}
            variant="link"
            aria-label={buttonName('edit', image)}
            onClick={() => void editAltText(target)}
          >
            {__('Edit', 'altscribe')}
          </Button>
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
      {suggestion && suggestions && (
        <suggestions.ImageSuggestion
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
 * Returns a function to call before the suggestion closes, which moves the focus to a button that
 * costs nothing.
 */
function useReturnFocus(isOpen: boolean, focusFree: () => void): () => void {
  const isDue = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && isDue.current) {
      isDue.current = false;
      focusFree();
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
