import { Button, TextareaControl } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { useFindings } from '../hooks/use-reviews.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import type { Suggestion } from '../store/requests.ts';
import { findingsText } from '../../common/findings.ts';
import { buttonName, fieldName } from './image-label.ts';
import { lengthText } from '../../common/length-text.ts';
import { RegenerateButtons } from './regenerate-buttons.tsx';
import { SuggestionNotes } from './suggestion-notes.tsx';
import { WordDiff } from '../../common/word-diff.tsx';

interface Props {
  image: EditorImage;
  suggestion: Suggestion;
  /** When the running request began; null if none is running. */
  startedAt: number | null;
  /** Called before the panel closes, while the focus is inside. */
  onClose: () => void;
}

/** A suggested alt text, or the present one, which the user can edit, apply or dismiss. */
export function SuggestionPanel({ image, suggestion, startedAt, onClose }: Props) {
  const { target, alt } = image;
  const { text, generated } = suggestion;
  const { applySuggestion, dismissSuggestion, editSuggestion } = useDispatch(store);
  const field = useRef<HTMLTextAreaElement>(null);
  const findings = useFindings(image, text);

  useLayoutEffect(() => {
    // The focus moves only if the user clicked in this row and the focus is still there.
    const row = field.current?.closest('.altscribe-image');
    if (row?.contains(row.ownerDocument.activeElement)) {
      field.current?.focus();
    }
  }, []);

  const isEmpty = text.trim() === '';
  return (
    <div className="altscribe-suggestion">
      <SuggestionNotes image={image} suggestion={suggestion} />
      <TextareaControl
        __nextHasNoMarginBottom
        ref={field}
        label={
          generated === null ? __('Alt text', 'altscribe') : __('Suggested alt text', 'altscribe')
        }
        aria-label={fieldName(image, generated !== null)}
        help={
          <>
            {lengthText(text)}
            {!isEmpty && findings.length > 0 && (
              <span className="altscribe-findings">{findingsText(findings)}</span>
            )}
          </>
        }
        dir="auto"
        rows={4}
        value={text}
        onChange={(typed) => void editSuggestion(target, typed)}
      />
      {alt.trim() !== '' && <WordDiff before={alt} after={text} />}
      <div className="altscribe-actions">
        <AccessibleButton
          variant="primary"
          size="compact"
          name={buttonName('apply', image)}
          disabledReason={isEmpty ? __('There is no text to apply.', 'altscribe') : null}
          onClick={() => {
            onClose();
            void applySuggestion(target, text.trim());
          }}
        >
          {__('Apply', 'altscribe')}
        </AccessibleButton>
        <Button
          variant="tertiary"
          size="compact"
          aria-label={buttonName(generated === null ? 'cancel' : 'dismiss', image)}
          onClick={() => {
            onClose();
            void dismissSuggestion(target);
          }}
        >
          {generated === null ? __('Cancel', 'altscribe') : __('Dismiss', 'altscribe')}
        </Button>
      </div>
      <RegenerateButtons image={image} startedAt={startedAt} />
    </div>
  );
}
