import { speak } from '@wordpress/a11y';
import { Button, PanelBody } from '@wordpress/components';
import { useKeyboardShortcut } from '@wordpress/compose';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent } from 'react';
import {
  AccessibleButton,
  buttonName,
  doubtsOf,
  fieldName,
  findClientId,
  findSourceOf,
  findSurroundings,
  formatNumber,
  ImageNoticeText,
  isGenerated,
  selectInBackground,
  store,
  targetKey,
  toNearbyTexts,
  useBlockingError,
  useFindings,
  useProgressLabel,
  useReviews,
} from '../main.tsx';
import { doubtsText } from '../../common/findings.ts';
import { Rewrite, SuggestionCard, verdictText } from '../../common/suggestion/suggestion-card.tsx';
import { imageLabel } from '../image-parts/image-label.ts';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';
import type { Suggestion } from '../store/state.ts';

export { Verbs } from '../image-parts/verbs.tsx';
export { UploadButton } from '../upload-to-library/upload-button.tsx';

/** The texts beside an image that seems to be decorative: they may be the reason. */
function useNearby({ target, caption }: EditorImage, verdict: Suggestion['verdict']) {
  const registry = useRegistry();
  return useMemo(
    () =>
      verdict === 'decorative'
        ? toNearbyTexts(caption, findSurroundings(registry, findClientId(target)))
        : undefined,
    [registry, target, caption, verdict],
  );
}

/** Why the text is held, and its cost. */
function listNotes({ cause, generated, isFree }: Suggestion): string[] {
  const notes = {
    decided: __('Somebody else decided about the suggestion. Your text is kept.', 'altscribe'),
    replaced: sprintf(
      /* translators: %s: an alt text. */
      __('Another text was suggested while you edited: “%s” Press Escape to use it.', 'altscribe'),
      generated ?? '',
    ),
    away: __('Generated while the image was not in the editor.', 'altscribe'),
    edited: __('You edited the alt text in the meantime, so it was not replaced.', 'altscribe'),
    stopped: __('Arrived after you stopped.', 'altscribe'),
  };
  return [
    ...(cause ? [notes[cause]] : []),
    ...(isFree ? [__('Reused from the last 24 hours. No credit used.', 'altscribe')] : []),
  ];
}

interface ImageSuggestionProps {
  image: EditorImage;
  suggestion: Suggestion;
  /** When the running request started; null if there is none. */
  startedAt: number | null;
  /** Called before the card closes, while the focus is inside. */
  onClose: () => void;
}

/** The suggestion in a row or in the settings of a block, or the present text while it is edited. */
export function ImageSuggestion({ image, suggestion, startedAt, onClose }: ImageSuggestionProps) {
  const { target, alt } = image;
  const { text, generated, verdict, earlierEdit, hint, textLength } = suggestion;
  const isOwn = generated === null;
  const actions = useDispatch(store);
  const field = useRef<HTMLTextAreaElement>(null);
  const findings = useFindings(image, text);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  const nearby = useNearby(image, verdict);

  useLayoutEffect(() => {
    // What arrives does not take the focus: only the user's own edit does.
    const row = field.current?.closest('.altscribe-image');
    if (isOwn && row?.contains(row.ownerDocument.activeElement)) {
      field.current?.focus();
    }
  }, [isOwn]);

  const isEmpty = text.trim() === '';
  const apply = () => {
    onClose();
    void actions.applySuggestion(target, text.trim());
  };
  const dismiss = () => {
    onClose();
    void actions.dismissSuggestion(target);
  };
  const mark = () => {
    onClose();
    void actions.markDecorative(target);
  };
  const isMarkMain = verdict === 'decorative' && image.decorative.can && text === generated;
  const accept = isEmpty ? undefined : apply;
  const isSaved = isOwn || verdict === 'declined';
  return (
    <SuggestionCard
      name={fieldName(image, !isOwn)}
      current={alt}
      text={text}
      isOwn={isOwn}
      verdict={verdict}
      nearby={nearby}
      decorateName={buttonName('decorative', image)}
      onDecorate={image.decorative.can ? mark : undefined}
      findings={findings}
      doubts={doubtsOf(suggestion.generated ?? '')}
      notes={listNotes(suggestion)}
      isCurrentShown
      fieldRef={field}
      onChange={(typed) => void actions.editSuggestion(target, typed)}
      onEnter={isMarkMain ? mark : accept}
      onEscape={
        isOwn
          ? dismiss
          : () => {
              void actions.editSuggestion(target, generated);
            }
      }
    >
      {earlierEdit !== null && (
        <Button
          variant="link"
          onClick={() => {
            // The button disappears, so the restored text takes the focus.
            field.current?.focus();
            void actions.restoreEdit(target);
          }}
        >
          {__('Back to your edit', 'altscribe')}
        </Button>
      )}
      <div className="altscribe-actions">
        <AccessibleButton
          variant={isMarkMain ? 'secondary' : 'primary'}
          size="compact"
          name={buttonName(isSaved ? 'save' : 'apply', image)}
          disabledReason={isEmpty ? __('Enter alt text first.', 'altscribe') : null}
          onClick={apply}
        >
          {isSaved ? __('Save', 'altscribe') : __('Accept', 'altscribe')}
        </AccessibleButton>
        <Button
          variant="tertiary"
          size="compact"
          aria-label={buttonName(isOwn ? 'cancel' : 'dismiss', image)}
          onClick={dismiss}
        >
          {isOwn ? __('Cancel', 'altscribe') : __('Reject', 'altscribe')}
        </Button>
      </div>
      {!isOwn && (
        <Rewrite
          key={hint}
          hint={hint}
          disabledReason={blockingError?.message ?? null}
          progress={progress}
          hasLengths
          nameOf={(button) => buttonName(button, image)}
          onRewrite={(typed, length) =>
            void actions.generate(target, {
              textLength: length === 'same' ? textLength : length,
              hint: typed,
            })
          }
        />
      )}
    </SuggestionCard>
  );
}

interface ReviewImageProps {
  review: ImageReview;
  /** "Review 2 of 6" */
  title: string;
  onSkip: () => void;
}

/** One image under review: Enter accepts its text, E edits it, S skips the image. */
function ReviewImage({ review: { image }, title, onSkip }: ReviewImageProps) {
  const registry = useRegistry();
  const { target } = image;
  const suggestion = useSelect((select) => select(store).getSuggestion(image), [image]);
  const notice = useSelect((select) => select(store).getNotice(image), [image]);
  const startedAt = useSelect(
    (select) => select(store).getRequestState(target).startedAt,
    [target],
  );
  const text = suggestion?.text ?? image.alt;
  const findings = useFindings(image, text);
  const source = useSelect((_select, inside) => findSourceOf(inside, image), [image]);
  const doubts = suggestion ? doubtsOf(suggestion.generated ?? '') : source?.doubts;
  const actions = useDispatch(store);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  // The text before the edit; null while nothing is edited.
  const [before, setBefore] = useState(() => (text.trim() === '' ? text : null));
  const isEditing = before !== null;
  const verdict = suggestion?.verdict ?? null;
  const nearby = useNearby(image, verdict);
  const isDecorative = verdict === 'decorative' && image.decorative.can;
  const markButton = useRef<HTMLButtonElement>(null);
  const acceptButton = useRef<HTMLButtonElement>(null);
  const skipButton = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [spoken] = useState(() =>
    [
      title,
      imageLabel(image),
      verdict && verdictText(verdict, text, nearby),
      text,
      doubtsText(doubts, text) || null,
    ]
      .filter((part) => part !== null)
      .map((part) => part.replace(/\.$/, ''))
      .join('. '),
  );

  // Once: the object of the target is another one after each change of the post.
  const [shown] = useState(target);
  useEffect(() => {
    selectInBackground(registry, shown);
    (markButton.current ?? acceptButton.current)?.focus();
    speak(spoken);
  }, [registry, shown, spoken]);
  useEffect(() => {
    if (isEditing) {
      field.current?.focus();
    }
  }, [isEditing]);

  const accept = () => {
    void (suggestion
      ? actions.applySuggestion(target, suggestion.text.trim())
      : actions.markRead(target));
  };
  const edit = () => {
    if (!suggestion) {
      void actions.editAltText(target);
    }
    setBefore(text);
  };
  const cancelEdit = () => {
    if (isGenerated(suggestion)) {
      void actions.editSuggestion(target, before ?? text);
    } else {
      void actions.dismissSuggestion(target);
    }
    setBefore(null);
    (before?.trim() === '' ? skipButton : acceptButton).current?.focus();
  };
  const root = useRef<HTMLDivElement>(null);
  const canMark = image.decorative.can;
  const mark = () => {
    if (canMark) {
      void actions.markDecorative(target);
    }
  };
  useKeyboardShortcut('e', keyHandler(edit), { target: root });
  useKeyboardShortcut('d', keyHandler(mark), { target: root });
  useKeyboardShortcut('s', keyHandler(onSkip), { target: root });
  const isEmpty = text.trim() === '';
  const markAction = (variant: 'primary' | 'secondary') => (
    <Button
      ref={isDecorative ? markButton : undefined}
      variant={variant}
      size="compact"
      aria-keyshortcuts="D"
      onClick={mark}
    >
      {__('Decorative', 'altscribe')}
    </Button>
  );
  return (
    <div ref={root} className="altscribe-review__image">
      <img src={image.url} alt="" />
      <span className="altscribe-note">{imageLabel(image)}</span>
      <SuggestionCard
        current={suggestion ? image.alt : ''}
        text={text}
        isOwn
        verdict={verdict}
        nearby={nearby}
        findings={findings}
        doubts={doubts}
        isCurrentShown={!suggestion || image.alt.trim() === ''}
        readOnly={!isEditing}
        fieldRef={field}
        onChange={(typed) => void actions.editSuggestion(target, typed)}
        onEnter={isEmpty ? undefined : accept}
        onEscape={cancelEdit}
      >
        {notice?.code === 'not_applied' && <ImageNoticeText notice={notice} onRetry={accept} />}
        <div className="altscribe-actions">
          {isDecorative && markAction('primary')}
          <AccessibleButton
            variant={isDecorative ? 'secondary' : 'primary'}
            size="compact"
            buttonRef={acceptButton}
            disabledReason={isEmpty ? __('Enter alt text first.', 'altscribe') : null}
            onClick={accept}
          >
            {__('Accept', 'altscribe')}
          </AccessibleButton>
          {!isEditing && (
            <Button variant="secondary" size="compact" aria-keyshortcuts="E" onClick={edit}>
              {__('Edit', 'altscribe')}
            </Button>
          )}
          {canMark && !isDecorative && markAction('secondary')}
          <Button
            ref={skipButton}
            variant="tertiary"
            size="compact"
            aria-keyshortcuts="S"
            onClick={onSkip}
          >
            {__('Skip', 'altscribe')}
          </Button>
        </div>
        {isGenerated(suggestion) && (
          <Rewrite
            key={suggestion?.hint}
            hint={suggestion?.hint ?? ''}
            disabledReason={blockingError?.message ?? null}
            progress={progress}
            onRewrite={(hint) => {
              acceptButton.current?.focus();
              void actions.generate(target, { textLength: suggestion?.textLength, hint });
            }}
            onEscape={() => acceptButton.current?.focus()}
          />
        )}
      </SuggestionCard>
      <p className="altscribe-note">
        {__(
          'Keyboard: Enter to accept, E to edit, D for decorative, S to skip, Escape to end.',
          'altscribe',
        )}
      </p>
    </div>
  );
}

/**
 * Shows the images with new texts one by one, across the sidebar; the editor shows each one in the
 * post. It is not a modal, because the user loses nothing by continuing elsewhere.
 */
export function Review({ onEnd }: { onEnd: () => void }) {
  const waiting = useReviews().filter(({ need }) => need === 'review');
  const [queue] = useState(() => waiting.map(({ image }) => targetKey(image.target)));
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const current = waiting.find(({ image: { target } }) => {
    const key = targetKey(target);
    return queue.includes(key) && !skipped.includes(key);
  });

  const group = useRef<HTMLDivElement>(null);
  useKeyboardShortcut('escape', keyHandler(onEnd), { target: group });
  const ignoreHeldKey = useHeldKey();

  useEffect(() => {
    if (!current) {
      speak(__('Review finished.', 'altscribe'));
      onEnd();
    }
  }, [current, onEnd]);

  if (!current) {
    return null;
  }
  const key = targetKey(current.image.target);
  const title = sprintf(
    /* translators: 1: number of the text, 2: number of texts. */
    __('Review %1$s of %2$s', 'altscribe'),
    formatNumber(queue.indexOf(key) + 1),
    formatNumber(queue.length),
  );
  return (
    <PanelBody>
      <div
        role="group"
        aria-label={title}
        className="altscribe-review"
        ref={group}
        onKeyDownCapture={ignoreHeldKey}
      >
        <div className="altscribe-review__header">
          <p className="altscribe-summary__count">{title}</p>
          <Button variant="tertiary" size="compact" aria-keyshortcuts="Escape" onClick={onEnd}>
            {__('End review', 'altscribe')}
          </Button>
        </div>
        <ReviewImage
          key={key}
          review={current}
          title={title}
          onSkip={() => {
            setSkipped([...skipped, key]);
          }}
        />
      </div>
    </PanelBody>
  );
}

/**
 * Returns a function that ignores a held-down key once the focus has moved: Enter would accept text
 * after text unread, and E would be typed.
 */
function useHeldKey() {
  const pressedIn = useRef<EventTarget | null>(null);
  return (event: KeyboardEvent) => {
    if (!event.repeat) {
      pressedIn.current = event.target;
    } else if (event.target !== pressedIn.current) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}

/**
 * A handler for a shortcut outside text fields, which have keys of their own. The key has no other
 * effect, such as typing its letter into the newly focused field.
 */
function keyHandler(run: () => void): (event: globalThis.KeyboardEvent) => void {
  return (event) => {
    if (event.target instanceof Element && event.target.matches('input, textarea')) {
      return;
    }
    event.preventDefault();
    run();
  };
}
