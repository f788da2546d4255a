import { speak } from '@wordpress/a11y';
import { Button, PanelBody } from '@wordpress/components';
import { useDispatch, useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
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
import { useShownItem } from '../../common/keyboard.ts';
import { Rewrite, SuggestionCard, verdictText } from '../../common/suggestion/suggestion-card.tsx';
import { imageLabel } from '../image-parts/image-label.ts';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';
import type { Suggestion } from '../store/state.ts';
import { useVerbs } from '../image-parts/verbs.tsx';

export { ImageStateLabel } from '../image-parts/state-label.tsx';
export { Verbs } from '../image-parts/verbs.tsx';
export { followList } from './follow-list.ts';
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
    decided: __('Another user reviewed the suggestion. Your text is kept.', 'altscribe'),
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

/** The suggestion in a row or in the settings of a block, or the current text while it is edited. */
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
    // A new text does not take the focus. Only the user's own edit does.
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
  heading: RefObject<HTMLElement>;
  /** Called before the user's own step, which shows the next image. */
  onStep: () => void;
  onSkip: () => void;
  wasSeen: () => boolean;
  children: ReactNode;
}

/** One image under review: the six verbs with their keys, and Enter for the main one. */
function ReviewImage({
  review: { image },
  heading,
  onStep,
  onSkip,
  wasSeen,
  children,
}: ReviewImageProps) {
  const registry = useRegistry();
  const { target } = image;
  const { suggestion, notice, startedAt } = useSelect(
    (select) => ({
      suggestion: select(store).getSuggestion(image),
      notice: select(store).getNotice(image),
      startedAt: select(store).getRequestState(target).startedAt,
    }),
    [image, target],
  );
  const text = suggestion?.text ?? image.alt;
  const findings = useFindings(image, text);
  const source = useSelect((_select, inside) => findSourceOf(inside, image), [image]);
  const generated = suggestion?.generated ?? null;
  const doubts = suggestion ? doubtsOf(generated ?? '') : source?.doubts;
  const actions = useDispatch(store);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  const [isEditing, setIsEditing] = useState(false);
  const verdict = suggestion?.verdict ?? null;
  const nearby = useNearby(image, verdict);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintField = useRef<HTMLInputElement>(null);
  const spoken = [
    verdict && verdictText(verdict, text, nearby),
    text,
    doubtsText(doubts, text) || null,
  ]
    .filter((part) => part !== null)
    .map((part) => part.replace(/\.$/, ''))
    .join('. ');

  // Stored once, because the target is a new object after each change of the post.
  const [shown] = useState({ target, spoken });
  useEffect(() => {
    selectInBackground(registry, shown.target);
    speak(shown.spoken);
  }, [registry, shown]);
  useEffect(() => {
    if (generated !== null) {
      void actions.noteShown(shown.target);
    }
  }, [actions, shown, generated]);
  useEffect(() => {
    if (isEditing) {
      field.current?.focus();
    }
  }, [isEditing]);

  const focusHeading = () => heading.current?.focus();
  const cancelEdit = () => {
    if (generated !== null) {
      void actions.editSuggestion(target, generated);
    } else {
      void actions.dismissSuggestion(target);
    }
    setIsEditing(false);
    focusHeading();
  };
  const own: Record<string, () => void> = {
    r: () => hintField.current?.focus(),
    s: onSkip,
  };
  const found = useVerbs(
    image,
    () => {
      setIsEditing(true);
    },
    onStep,
  ).map((verb) => ({ ...verb, run: own[verb.key] ?? verb.run }));
  const accept = () => {
    onStep();
    void actions.applySuggestion(target, text.trim());
  };
  const acceptOwn =
    text.trim() === '' ? [] : [{ key: 'a', label: __('Accept', 'altscribe'), run: accept }];
  const verbs =
    suggestion && generated === null
      ? [...acceptOwn, ...found.filter(({ key }) => key !== 'a')]
      : found;
  const [main] = verbs;

  const onKeyDown = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key, target: pressed } = event;
    const isField = pressed instanceof Element && pressed.matches('input, textarea, select');
    if (ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented || isField) {
      return;
    }
    const isOfButton =
      key === 'Enter' && pressed instanceof Element && pressed.matches('a, button');
    const verb = key === 'Enter' ? main : verbs.find((one) => one.key === key.toLowerCase());
    if (!verb || (isOfButton && wasSeen())) {
      return;
    }
    // Otherwise the letter is typed into the field that gets the focus.
    event.preventDefault();
    if (wasSeen()) {
      verb.run();
    }
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Shortcuts of its buttons.
    <div className="altscribe-review__image" onKeyDown={onKeyDown}>
      {children}
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
        notes={suggestion ? listNotes(suggestion) : []}
        isCurrentShown={!suggestion || image.alt.trim() === ''}
        readOnly={!isEditing}
        fieldRef={field}
        onChange={(typed) => void actions.editSuggestion(target, typed)}
        onEnter={main?.key === 'e' ? undefined : main?.run}
        onEscape={cancelEdit}
      >
        {notice?.code === 'not_applied' && <ImageNoticeText notice={notice} onRetry={accept} />}
        <div className="altscribe-actions altscribe-review__verbs">
          {verbs
            .filter(({ key }) => key !== 'e' || !isEditing)
            .map(({ key, label, run }) => (
              <Button
                key={key}
                variant={key === main?.key ? 'primary' : 'secondary'}
                size="compact"
                aria-keyshortcuts={
                  key === main?.key ? `Enter ${key.toUpperCase()}` : key.toUpperCase()
                }
                onClick={run}
              >
                {label} <kbd aria-hidden="true">{key === main?.key ? '⏎' : key.toUpperCase()}</kbd>
              </Button>
            ))}
        </div>
        {(verbs.some(({ key }) => key === 'r') || progress !== null) && (
          <Rewrite
            key={suggestion?.hint}
            hint={suggestion?.hint ?? ''}
            disabledReason={blockingError?.message ?? null}
            progress={progress}
            fieldRef={hintField}
            onRewrite={(hint) => {
              focusHeading();
              void actions.generate(target, { textLength: suggestion?.textLength, hint });
            }}
            onEscape={focusHeading}
          />
        )}
      </SuggestionCard>
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
  const [last, setLast] = useState(0);
  const isOpen = (key: string) =>
    !skipped.includes(key) && waiting.some(({ image }) => targetKey(image.target) === key);
  // A text that arrives for an earlier image does not replace the one that the user is reading.
  const ahead = [...queue.slice(last), ...queue.slice(0, last)].find(isOpen);
  const key = ahead ?? '';
  const current = waiting.find(({ image }) => targetKey(image.target) === key);
  const index = queue.indexOf(key);
  if (current && index !== last) {
    setLast(index);
  }

  const heading = useRef<HTMLHeadingElement>(null);
  const suggested = useSelect(
    (select) => current && select(store).getSuggestion(current.image)?.generated,
    [current],
  );
  const { follow, wasSeen } = useShownItem(`${key} ${suggested ?? ''}`, heading);
  const ignoreHeldKey = useHeldKey();
  useEffect(() => {
    // The user opened the review, perhaps from a panel that passes the focus on when it closes.
    heading.current?.focus();
  }, []);
  const isOver = !current;
  useEffect(() => {
    if (isOver) {
      speak(__('Review finished.', 'altscribe'));
    }
  }, [isOver]);

  const title = current
    ? sprintf(
        /* translators: 1: number of the text, 2: number of texts. */
        __('Review %1$s of %2$s', 'altscribe'),
        formatNumber(index + 1),
        formatNumber(queue.length),
      )
    : __('Review finished.', 'altscribe');
  const header = (
    <div className="altscribe-review__header">
      <h2
        ref={heading}
        tabIndex={-1}
        className="altscribe-summary__count"
        aria-label={current && `${title}, ${imageLabel(current.image)}`}
      >
        {title}
      </h2>
      <Button variant="tertiary" size="compact" aria-keyshortcuts="Escape" onClick={onEnd}>
        {current ? __('End review', 'altscribe') : __('Show all images', 'altscribe')}
      </Button>
    </div>
  );
  return (
    <PanelBody>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Shortcuts of its buttons. */}
      <div
        role="group"
        aria-label={title}
        className="altscribe-review"
        onKeyDownCapture={ignoreHeldKey}
        onKeyDown={({ key: pressed, defaultPrevented }) => {
          if (pressed === 'Escape' && !defaultPrevented) {
            onEnd();
          }
        }}
      >
        {current ? (
          <ReviewImage
            key={key}
            review={current}
            heading={heading}
            wasSeen={wasSeen}
            onStep={follow}
            onSkip={() => {
              follow();
              setSkipped([...skipped, key]);
            }}
          >
            {header}
          </ReviewImage>
        ) : (
          header
        )}
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
