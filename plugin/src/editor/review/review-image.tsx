import { speak } from '@wordpress/a11y';
import { Button } from '@wordpress/components';
import { useKeyboardShortcut } from '@wordpress/compose';
import { useRegistry, useSelect } from '@wordpress/data';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { findingsText } from '../../common/findings.ts';
import { imageLabel } from '../components/image-label.ts';
import { ImageNoticeText } from '../components/notices.tsx';
import { WordDiff } from '../../common/word-diff.tsx';
import { useFindings, type ImageReview } from '../hooks/use-reviews.ts';
import { selectInBackground } from '../post/next-image.ts';
import { store } from '../store/index.ts';
import { ReviewField } from './review-field.tsx';
import { keyHandler } from './key-handler.ts';
import { useReviewActions } from './use-review-actions.ts';

interface Props {
  review: ImageReview;
  /** "Review 2 of 6" */
  title: string;
  onSkip: () => void;
}

/** One image under review: Enter accepts its text, E edits it, S skips the image. */
export function ReviewImage({ review: { image }, title, onSkip }: Props) {
  const registry = useRegistry();
  const suggestion = useSelect((select) => select(store).getSuggestion(image), [image]);
  const notice = useSelect((select) => select(store).getNotice(image), [image]);
  const text = suggestion?.text ?? image.alt;
  const findings = useFindings(image, text);
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
  // Not while the field has the focus: there they are letters.
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
              sprintf(__('Present text: “%s”', 'altscribe'), image.alt)
            }
          </p>
          <WordDiff before={image.alt} after={text} />
        </>
      )}
      {!isEmpty && findings.length > 0 && (
        <p className="altscribe-note">{findingsText(findings)}</p>
      )}
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
        {__('Keys: Enter accepts, E edits, S skips, Escape ends.', 'altscribe')}
      </p>
    </div>
  );
}
