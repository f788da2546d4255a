import { Spinner } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ImageReview } from '../hooks/use-reviews.ts';
import { AccessibleButton, buttonName } from '../../common/accessible-button.tsx';
import type { ComponentType } from 'react';
import { lazyModule, useHasPassed } from '../../common/hooks.ts';
import { longRequest } from '../../common/run/announce.ts';
import { useBlockingError, useBusySeconds, useErrorsAtTop } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { isUnread } from '../post/sources.ts';
import { store } from '../store/index.ts';
import type { ImageNotice, Suggestion } from '../store/state.ts';
import { ImageNoticeText } from './notices.tsx';

interface GenerateButtonProps {
  image: EditorImage;
  /** Full width in a panel with no other button. */
  isWide?: boolean;
  /** In a line of the list, which has no room for more words. */
  isShort?: boolean;
}

/** Generates one alt text. All states use the same element, so it keeps the focus. */
function GenerateButton({ image, isWide = false, isShort = false }: GenerateButtonProps) {
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
  const missing = isShort ? __('Generate', 'altscribe') : __('Generate alt text', 'altscribe');
  const size = isShort ? 'small' : 'compact';
  const label = isRewrite ? __('Rewrite', 'altscribe') : missing;
  const name = [progress, buttonName(isRewrite ? 'rewrite' : 'generate', image)]
    .filter(Boolean)
    .join(' ');
  return (
    <AccessibleButton
      className={isWide ? 'altscribe-generate is-wide' : 'altscribe-generate'}
      variant={isPlain ? 'link' : 'secondary'}
      size={isWide ? 'default' : size}
      isBusy={progress !== null && !isPlain}
      disabledReason={progress ?? uploading ?? blockingError?.message ?? null}
      name={isWide ? undefined : name}
      onClick={() => void generate(target)}
    >
      {progress !== null && isPlain && <Spinner />}
      {progress ?? label}
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

interface VerbsProps {
  image: EditorImage;
  isWide: boolean;
  keys: string;
  onDone: (isRead?: boolean) => void;
}

interface Suggestions {
  ImageStateLabel: ComponentType<ImageReview>;
  ImageSuggestion: ComponentType<SuggestionProps>;
  Verbs: ComponentType<VerbsProps>;
  Review: ComponentType<{ onEnd: () => void }>;
  UploadButton: ComponentType<UploadButtonProps>;
}

/** Parts that the editor rarely needs at first, loaded with the first controls. */
export let useSuggestions: () => Suggestions | null = () => null;

export function setSuggestions(load: () => Promise<Suggestions>): void {
  useSuggestions = lazyModule(load);
}

interface AltTextControlsProps {
  image: EditorImage;
  /** Full width in the block's settings, without the buttons that only a list needs. */
  isWide?: boolean;
  /** False: only what a closed row needs, to generate a missing text. */
  isOpen?: boolean;
  /** Called when the user has decided, to move the focus on. `isRead`: nothing else changed. */
  onDone?: (isRead?: boolean) => void;
}

/** The buttons that generate and edit one alt text, with its notice and its suggestion below. */
export function AltTextControls({
  image,
  isWide = false,
  isOpen = true,
  onDone,
}: AltTextControlsProps) {
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
  const { applySuggestion, generate } = useDispatch(store);
  const isShownAtTop = useIsShownAtTop(isWide);
  const suggestions = useSuggestions();
  const actions = useRef<HTMLDivElement>(null);
  // No element here costs a credit, whatever arrives.
  const focusTop = () => {
    const box = actions.current?.closest<HTMLElement>('.altscribe-image');
    (box?.querySelector<HTMLElement>('.altscribe-image__toggle') ?? box)?.focus();
  };
  const done = onDone ?? focusTop;
  const isIdle = startedAt === null;
  const isNew = isNotRead && isIdle;
  // The text of the library comes first.
  const hasOther =
    image.state === 'has-alt' || (image.state === 'missing' && image.libraryText !== null);
  const isHidden = suggestion !== null || (!isOpen && isIdle && hasOther);
  useLayoutEffect(() => {
    // The pressed button disappears, or would now pay for another text.
    if ((isHidden || isNew) && actions.current?.contains(document.activeElement)) {
      focusTop();
    }
  }, [isHidden, isNew]);
  const hasText = image.state === 'has-alt';
  const verbs = (keys: string) =>
    isOpen &&
    isIdle &&
    suggestions && <suggestions.Verbs image={image} isWide={isWide} keys={keys} onDone={done} />;
  return (
    <>
      {/* Hidden instead of removed, so it can pass the focus on. */}
      <div ref={actions} className="altscribe-actions altscribe-image__actions" hidden={isHidden}>
        {hasText && verbs('ae')}
        <GenerateButton image={image} isWide={isWide} isShort={!isOpen} />
        {verbs(hasText ? 'x' : 'aex')}
      </div>
      {notice && !isShownAtTop(notice.code) && (
        <ImageNoticeText
          notice={notice}
          image={isWide ? undefined : image}
          onRetry={() => {
            if (suggestion && notice.code === 'not_applied') {
              done();
              void applySuggestion(target, suggestion.text.trim());
            } else {
              focusTop();
              void generate(target);
            }
          }}
        >
          {suggestions && (
            <suggestions.UploadButton image={image} notice={notice} focusNext={focusTop} />
          )}
        </ImageNoticeText>
      )}
      {isOpen && suggestion && suggestions && (
        <suggestions.ImageSuggestion
          image={image}
          suggestion={suggestion}
          startedAt={startedAt}
          onClose={suggestion.generated === null ? focusTop : done}
        />
      )}
    </>
  );
}

/** An error shown in a notice for all images is not repeated at a single image. */
function useIsShownAtTop(isWide: boolean): (code: string) => boolean {
  const blockingError = useBlockingError();
  const { connection, credits, batch } = useErrorsAtTop();
  const shown = isWide ? [blockingError] : [connection, credits, batch];
  return (code) => shown.some((error) => error?.code === code);
}
