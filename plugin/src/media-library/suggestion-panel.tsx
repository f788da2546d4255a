import { Button, TextareaControl } from '@wordpress/components';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../common/accessible-button.tsx';
import { findingsText } from '../common/findings.ts';
import { lengthText } from '../common/length-text.ts';
import { WordDiff } from '../common/word-diff.tsx';
import type { AltTextField } from './field.ts';
import { dismiss, editSuggestion, generate, write, type Suggestion } from './requests.ts';
import { useFindings, useRequestState } from './use-field.ts';

interface Props {
  field: AltTextField;
  suggestion: Suggestion;
  /** The text in the field. */
  present: string;
  /** Called before the panel closes, while the focus is inside. */
  onClose: () => void;
}

/** A suggested text, which the user can edit, apply or dismiss. */
export function SuggestionPanel({ field, suggestion, present, onClose }: Props) {
  const { text } = suggestion;
  const { startedAt } = useRequestState(field);
  const findings = useFindings(text, field.language);
  const textarea = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // The focus moves only if the user clicked here and the focus is still there.
    const place = textarea.current?.closest('.altscribe-media');
    if (place?.contains(place.ownerDocument.activeElement)) {
      textarea.current?.focus();
    }
  }, []);
  const isEmpty = text.trim() === '';
  const busy = startedAt === null ? null : __('Generating…', 'altscribe');
  return (
    <div className="altscribe-suggestion">
      {notes(suggestion, present).map((note) => (
        <p key={note} className="altscribe-note">
          {note}
        </p>
      ))}
      <TextareaControl
        __nextHasNoMarginBottom
        ref={textarea}
        label={__('Suggested alt text', 'altscribe')}
        help={
          <>
            {lengthText(text)}
            {findings.length > 0 && (
              <span className="altscribe-findings">{findingsText(findings)}</span>
            )}
          </>
        }
        dir="auto"
        rows={4}
        value={text}
        onChange={(typed) => {
          editSuggestion(field, typed);
        }}
      />
      {present.trim() !== '' && <WordDiff before={present} after={text} />}
      <div className="altscribe-actions">
        <AccessibleButton
          variant="primary"
          size="compact"
          disabledReason={isEmpty ? __('There is no text to apply.', 'altscribe') : null}
          onClick={() => {
            onClose();
            void write(field, text.trim());
          }}
        >
          {__('Apply', 'altscribe')}
        </AccessibleButton>
        <Button
          variant="tertiary"
          size="compact"
          onClick={() => {
            onClose();
            dismiss(field);
          }}
        >
          {__('Dismiss', 'altscribe')}
        </Button>
        <AccessibleButton
          variant="tertiary"
          size="compact"
          isBusy={busy !== null}
          disabledReason={busy}
          onClick={() => void generate(field, { regenerate: true })}
        >
          {busy ?? __('Regenerate', 'altscribe')}
        </AccessibleButton>
      </div>
    </div>
  );
}

/** Why the text waits, and what it cost. */
function notes({ text, wasEdited, isFree }: Suggestion, present: string): string[] {
  return [
    wasEdited && __('You edited the alt text meanwhile, so it was left as it is.', 'altscribe'),
    text.trim() === present.trim() && __('The same text as the present one came.', 'altscribe'),
    isFree && __('The service knew it already: no credit was used.', 'altscribe'),
  ].filter((note) => note !== false);
}
