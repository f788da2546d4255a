import { Button, TextareaControl } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { MouseEvent } from 'react';
import {
  AccessibleButton,
  type ImageButton,
  buttonName,
  fieldName,
} from '../../common/accessible-button.tsx';
import { lengthText } from '../../common/format.ts';
import { WordDiff } from '../../common/word-diff.tsx';
import { useFindingsText } from '../hooks/use-reviews.ts';
import { useBlockingError } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import type { Suggestion, TextLength } from '../store/state.ts';
import { useProgressLabel } from './generate-button.tsx';

interface RegenerateButtonsProps {
  image: EditorImage;
  /** When the running request started; null if there is none. */
  startedAt: number | null;
}

/** The buttons that replace a suggestion with another generated text. */
function RegenerateButtons({ image, startedAt }: RegenerateButtonsProps) {
  const { target } = image;
  const textLength = useSelect((select) => select(store).getSuggestion(image)?.textLength, [image]);
  const { generate } = useDispatch(store);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  const button = (name: ImageButton, label: string, wanted: TextLength) => (
    <AccessibleButton
      variant="link"
      name={progress === null ? buttonName(name, image) : undefined}
      disabledReason={progress ?? blockingError?.message ?? null}
      onClick={() => void generate(target, { textLength: wanted })}
    >
      {label}
    </AccessibleButton>
  );
  return (
    <div className="altscribe-regenerate">
      <div className="altscribe-actions">
        {button('regenerate', progress ?? __('Regenerate', 'altscribe'), textLength)}
        {button('shorter', __('Shorter', 'altscribe'), 'short')}
        {button('detailed', __('More detail', 'altscribe'), 'detailed')}
      </div>
      <span className="altscribe-note">{__('Each uses 1 credit.', 'altscribe')}</span>
    </div>
  );
}

interface SuggestionNotesProps {
  image: EditorImage;
  suggestion: Suggestion;
}

/** Why the text is held, its cost, and the button that restores the user's own text. */
function SuggestionNotes({ image, suggestion }: SuggestionNotesProps) {
  const { restoreEdit } = useDispatch(store);
  const notes = [causeNote(suggestion), sameNote(image, suggestion), costNote(suggestion)];
  return (
    <>
      {notes
        .filter((note) => note !== null)
        .map((note) => (
          <p key={note} className="altscribe-note">
            {note}
          </p>
        ))}
      {suggestion.earlierEdit !== null && (
        <Button
          variant="link"
          onClick={(event: MouseEvent) => {
            // The button disappears, so the restored text takes the focus.
            event.currentTarget
              .closest('.altscribe-suggestion')
              ?.querySelector('textarea')
              ?.focus();
            void restoreEdit(image.target);
          }}
        >
          {__('Back to your edit', 'altscribe')}
        </Button>
      )}
    </>
  );
}

function causeNote({ cause }: Suggestion): string | null {
  switch (cause) {
    case 'away':
      return __('Generated while the image was not in the editor.', 'altscribe');
    case 'edited':
      return __('You edited the alt text in the meantime, so it was not replaced.', 'altscribe');
    case 'stopped':
      return __('Arrived after you stopped.', 'altscribe');
    case null:
      return null;
  }
}

function sameNote({ alt }: EditorImage, { generated }: Suggestion): string | null {
  return generated !== null && generated.trim() === alt.trim()
    ? __('Same as the current text.', 'altscribe')
    : null;
}

function costNote({ isFree }: Suggestion): string | null {
  return isFree ? __('Reused from the last 24 hours. No credit used.', 'altscribe') : null;
}

interface SuggestionPanelProps {
  image: EditorImage;
  suggestion: Suggestion;
  /** When the running request started; null if there is none. */
  startedAt: number | null;
  /** Called before the panel closes, while the focus is inside. */
  onClose: () => void;
}

/** A suggested alt text, or the present one, that the user can edit, apply or dismiss. */
export function SuggestionPanel({ image, suggestion, startedAt, onClose }: SuggestionPanelProps) {
  const { target, alt } = image;
  const { text, generated } = suggestion;
  const { applySuggestion, dismissSuggestion, editSuggestion } = useDispatch(store);
  const field = useRef<HTMLTextAreaElement>(null);
  const findings = useFindingsText(image, text);

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
            {findings !== '' && <span className="altscribe-findings">{findings}</span>}
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
