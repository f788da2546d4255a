import { Button, Spinner } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton, buttonName } from '../../common/accessible-button.tsx';
import type { ComponentType, RefObject } from 'react';
import { lazyModule, useHasPassed } from '../../common/hooks.ts';
import { longRequest } from '../../common/run/announce.ts';
import { useBlockingError, useBusySeconds, useErrorsAtTop } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { isUnread } from '../post/sources.ts';
import { store } from '../store/index.ts';
import type { ImageNotice, Suggestion } from '../store/state.ts';
import { imageLabel } from './image-label.tsx';
import { ImageNoticeText } from './notices.tsx';

interface GenerateButtonProps {
  image: EditorImage;
  /** Full width in a panel with no other button. */
  isWide?: boolean;
  buttonRef: RefObject<HTMLButtonElement>;
}

/** Generates one alt text. All states use the same element, so it keeps the focus. */
export function GenerateButton({ image, isWide = false, buttonRef }: GenerateButtonProps) {
  const { target, state } = image;
  const startedAt = useSelect(
    (select) => select(store).getRequestState(target).startedAt,
    [target],
  );
  const { generate } = useDispatch(store);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  const uploading =
    state === 'uploading' ? __('Wait until the image is uploaded.', 'altscribe') : null;
  const isRewrite = state === 'has-alt';
  const isPlain = isRewrite && !isWide;
  const name =
    progress === null
      ? buttonName(isRewrite ? 'rewrite' : 'generate', image)
      : `${progress} ${imageLabel(image)}`;
  // The suggestion's panel takes the focus, unless it has moved elsewhere by then.
  const takesFocus = () => {
    const row = buttonRef.current?.closest('.altscribe-image');
    return row?.contains(row.ownerDocument.activeElement) === true;
  };
  return (
    <AccessibleButton
      buttonRef={buttonRef}
      className={isWide ? 'altscribe-generate is-wide' : 'altscribe-generate'}
      variant={isPlain ? 'link' : 'secondary'}
      size={isWide ? 'default' : 'compact'}
      isBusy={progress !== null && !isPlain}
      disabledReason={progress ?? uploading ?? blockingError?.message ?? null}
      name={isWide ? undefined : name}
      onClick={() => void generate(target, { takesFocus })}
    >
      {progress !== null && isPlain && <Spinner />}
      {progress ?? (isRewrite ? __('Rewrite', 'altscribe') : __('Generate alt text', 'altscribe'))}
    </AccessibleButton>
  );
}

/** "Generating…" while a request is under way; null without one. */
export function useProgressLabel(startedAt: number | null): string | null {
  const isLong = useHasPassed(longRequest, startedAt);
  const isBusy = useBusySeconds() > 0;
  if (startedAt === null) {
    return null;
  }
  if (isBusy) {
    return __('Waiting…', 'altscribe');
  }
  return isLong ? __('Still working…', 'altscribe') : __('Generating…', 'altscribe');
}

interface SuggestionProps {
  image: EditorImage;
  suggestion: Suggestion;
  /** When the running request started; null if there is none. */
  startedAt: number | null;
  /** Called before the card closes, while the focus is inside. */
  onClose: () => void;
}

export interface UploadButtonProps {
  image: EditorImage;
  notice: ImageNotice;
  /** Gets the focus when the button disappears because the problem is fixed. */
  focusNext: () => void;
}

interface Suggestions {
  ImageSuggestion: ComponentType<SuggestionProps>;
  Review: ComponentType<{ onEnd: () => void }>;
  UploadButton: ComponentType<UploadButtonProps>;
}

/** What most visits to the editor do not need at first, loaded with the first controls. */
export let useSuggestions: () => Suggestions | null = () => null;

export function setSuggestions(load: () => Promise<Suggestions>): void {
  useSuggestions = lazyModule(load);
}

interface AltTextControlsProps {
  image: EditorImage;
  /** Full width in the block's settings, without the buttons that only a list needs. */
  isWide?: boolean;
}

/** The buttons that generate and edit one alt text, with its notice and its suggestion below. */
export function AltTextControls({ image, isWide = false }: AltTextControlsProps) {
  const { target } = image;
  const { startedAt, suggestion, notice, isNotRead } = useSelect(
    (select, registry) => {
      const { getRequestState, getSuggestion, getNotice } = select(store);
      return {
        startedAt: getRequestState(target).startedAt,
        suggestion: getSuggestion(image),
        notice: getNotice(image),
        isNotRead: isUnread(registry, image),
      };
    },
    [image, target],
  );
  const { applySuggestion, editAltText, generate, markRead } = useDispatch(store);
  const isShownAtTop = useIsShownAtTop(isWide);
  const suggestions = useSuggestions();
  const button = useRef<HTMLButtonElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const read = useRef<HTMLButtonElement>(null);
  const focusButton = () => button.current?.focus();
  const focusOther = () => {
    (
      read.current ??
      edit.current ??
      button.current?.closest<HTMLElement>('.altscribe-image')
    )?.focus();
  };
  const isOpen = suggestion !== null;
  const returnFocus = useReturnFocus(isOpen, focusOther);
  const isIdle = startedAt === null;
  const isNew = isNotRead && isIdle;
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
              void markRead(target);
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
          {suggestions && (
            <suggestions.UploadButton image={image} notice={notice} focusNext={focusOther} />
          )}
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
function useReturnFocus(isOpen: boolean, focusOther: () => void): () => void {
  const isDue = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && isDue.current) {
      isDue.current = false;
      focusOther();
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
