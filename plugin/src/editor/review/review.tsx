import { speak } from '@wordpress/a11y';
import { Button, PanelBody, TextareaControl } from '@wordpress/components';
import { useKeyboardShortcut } from '@wordpress/compose';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent } from 'react';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { formatNumber, lengthText } from '../../common/format.ts';
import { WordDiff } from '../../common/word-diff.tsx';
import { imageLabel } from '../components/image-label.ts';
import { ImageNoticeText } from '../components/notices.tsx';
import { useFindingsText, useReviews, type ImageReview } from '../hooks/use-reviews.ts';
import { targetKey } from '../post/alt-text-target.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { selectInBackground } from '../post/images.ts';
import { store } from '../store/index.ts';
import { isGenerated, type Suggestion } from '../store/state.ts';

interface ReviewFieldProps {
  image: EditorImage;
  text: string;
  /** Undefined while there is no text to accept. */
  onAccept: (() => void) | undefined;
  onCancel: () => void;
}

/** The text under review as a field. An alt text has one line, so Enter also accepts here. */
function ReviewField({ image: { target }, text, onAccept, onCancel }: ReviewFieldProps) {
  const { editSuggestion } = useDispatch(store);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextareaControl
      __nextHasNoMarginBottom
      ref={field}
      label={__('Alt text', 'altscribe')}
      help={lengthText(text)}
      dir="auto"
      rows={4}
      value={text}
      onChange={(typed) => void editSuggestion(target, typed)}
      onKeyDown={(event) => {
        const run = { Enter: onAccept, Escape: onCancel }[event.key];
        if (run && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.stopPropagation();
          run();
        }
      }}
    />
  );
}

/** The actions for the text under review: a suggestion, or a text that is already written. */
function useReviewActions({ target }: EditorImage, suggestion: Suggestion | null) {
  const { applySuggestion, dismissSuggestion, editAltText, markChecked } = useDispatch(store);
  return {
    accept() {
      void (suggestion ? applySuggestion(target, suggestion.text.trim()) : markChecked(target));
    },
    startEditing() {
      if (!suggestion) {
        void editAltText(target);
      }
    },
    /** Edits of a suggestion are stored; a text that is already written is unchanged. */
    endEditing() {
      if (suggestion && !isGenerated(suggestion)) {
        void dismissSuggestion(target);
      }
    },
  };
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
  const suggestion = useSelect((select) => select(store).getSuggestion(image), [image]);
  const notice = useSelect((select) => select(store).getNotice(image), [image]);
  const text = suggestion?.text ?? image.alt;
  const findings = useFindingsText(image, text);
  const { accept, startEditing, endEditing } = useReviewActions(image, suggestion);
  const [isEditing, setIsEditing] = useState(false);
  const acceptButton = useRef<HTMLButtonElement>(null);
  const { target } = image;
  const [spoken] = useState(() => [title, imageLabel(image), text].join('. '));

  useEffect(() => {
    selectInBackground(registry, target);
    acceptButton.current?.focus();
    speak(spoken);
  }, [registry, target, spoken]);

  const edit = () => {
    startEditing();
    setIsEditing(true);
  };
  const stopEditing = () => {
    endEditing();
    setIsEditing(false);
    acceptButton.current?.focus();
  };
  const root = useRef<HTMLDivElement>(null);
  // Ignored in the text field, where these keys type letters.
  useKeyboardShortcut('e', keyHandler(edit), { target: root });
  useKeyboardShortcut('s', keyHandler(onSkip), { target: root });
  const isEmpty = text.trim() === '';
  return (
    <div ref={root} className="altscribe-review__image">
      <img src={image.url} alt="" />
      <span className="altscribe-note">{imageLabel(image)}</span>
      {isEditing ? (
        <ReviewField
          image={image}
          text={text}
          onAccept={isEmpty ? undefined : accept}
          onCancel={stopEditing}
        />
      ) : (
        <p dir="auto" className="altscribe-text">
          {
            /* translators: %s: an alt text. */
            sprintf(__('“%s”', 'altscribe'), text)
          }
        </p>
      )}
      {suggestion && image.alt.trim() !== '' && (
        <>
          <p className="altscribe-note" dir="auto">
            {
              /* translators: %s: the alt text that an image has now. */
              sprintf(__('Current text: “%s”', 'altscribe'), image.alt)
            }
          </p>
          <WordDiff before={image.alt} after={text} />
        </>
      )}
      {findings !== '' && <p className="altscribe-note">{findings}</p>}
      {notice?.code === 'not_applied' && <ImageNoticeText notice={notice} onRetry={accept} />}
      <div className="altscribe-actions">
        <AccessibleButton
          variant="primary"
          size="compact"
          buttonRef={acceptButton}
          disabledReason={isEmpty ? __('There is no text to accept.', 'altscribe') : null}
          onClick={accept}
        >
          {__('Accept', 'altscribe')}
        </AccessibleButton>
        {!isEditing && (
          <Button variant="secondary" size="compact" aria-keyshortcuts="E" onClick={edit}>
            {__('Edit', 'altscribe')}
          </Button>
        )}
        <Button variant="tertiary" size="compact" aria-keyshortcuts="S" onClick={onSkip}>
          {__('Skip', 'altscribe')}
        </Button>
      </div>
      <p className="altscribe-note">
        {__('Keyboard: Enter to accept, E to edit, S to skip, Escape to end.', 'altscribe')}
      </p>
    </div>
  );
}

/** The images with a new text to review: suggested, or already written. */
function useWaiting(): ImageReview[] {
  const reviews = useReviews();
  return useSelect(
    (select) => {
      const { getSuggestion } = select(store);
      return reviews.filter(
        ({ image, isUnchecked }) => isUnchecked || isGenerated(getSuggestion(image)),
      );
    },
    [reviews],
  );
}

/** Starts the review. There is no button if no text needs one. */
export function ReviewButton({ onClick }: { onClick: () => void }) {
  const count = useWaiting().length;
  return (
    count > 0 && (
      <Button variant="secondary" size="compact" onClick={onClick}>
        {sprintf(
          /* translators: %s: number of alt texts. */
          _n('Review %s new text', 'Review %s new texts', count, 'altscribe'),
          formatNumber(count),
        )}
      </Button>
    )
  );
}

/**
 * Shows the images with new texts one by one, across the sidebar; the editor shows each one in the
 * post. It is not a modal, because the user loses nothing by continuing elsewhere.
 */
export function Review({ onEnd }: { onEnd: () => void }) {
  const waiting = useWaiting();
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
 * A handler for a shortcut. The key has no other effect, such as typing its letter into the newly
 * focused field.
 */
function keyHandler(run: () => void): (event: globalThis.KeyboardEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}
