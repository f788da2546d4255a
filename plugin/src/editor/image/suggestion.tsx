import { Button, TextareaControl } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { update } from '@wordpress/icons';
import { countCharacters, formatNumber } from '../../common/format.ts';
import { ReasonedButton } from '../../common/reasoned-button.tsx';
import { store } from '../store/index.ts';
import type { Suggestion } from '../store/state.ts';

/** The length that is commonly advised; not a limit. */
const commonLength = 125;

interface Props {
  clientId: string;
  suggestion: Suggestion;
  isGenerating: boolean;
  /** Called when the panel is about to close, with the focus inside. */
  onClose: () => void;
}

/** A new text beside the present one, to be applied, edited first, or left alone. */
export function SuggestionPanel({ clientId, suggestion, isGenerating, onClose }: Props) {
  const [text, setText] = useState(suggestion.text);
  const { applySuggestion, dismissSuggestion, generate } = useDispatch(store);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    setText(suggestion.text);
  }, [suggestion.text]);

  useEffect(() => {
    // Only who clicked here, and is still here, is taken to the suggestion.
    const here = field.current?.closest('.altscribe-image');
    if (here?.contains(here.ownerDocument.activeElement)) {
      field.current?.focus();
    }
  }, []);

  const empty = text.trim() === '' ? __('There is no text to apply.', 'altscribe') : null;
  return (
    <div className="altscribe-suggestion">
      {suggestion.wasEdited && (
        <p className="altscribe-note">
          {__('You edited the alt text meanwhile, so it was left as it is.', 'altscribe')}
        </p>
      )}
      <TextareaControl
        __nextHasNoMarginBottom
        ref={field}
        label={__('Suggested alt text', 'altscribe')}
        help={lengthText(text)}
        dir="auto"
        rows={4}
        value={text}
        onChange={setText}
      />
      <div className="altscribe-actions">
        <ReasonedButton
          variant="primary"
          size="compact"
          disabledReason={empty}
          onClick={() => {
            onClose();
            void applySuggestion(clientId, text.trim());
          }}
        >
          {__('Apply', 'altscribe')}
        </ReasonedButton>
        <Button
          variant="tertiary"
          size="compact"
          onClick={() => {
            onClose();
            void dismissSuggestion(clientId);
          }}
        >
          {__('Dismiss', 'altscribe')}
        </Button>
        <Button
          variant="tertiary"
          size="compact"
          icon={update}
          isBusy={isGenerating}
          disabled={isGenerating}
          accessibleWhenDisabled
          label={isGenerating ? __('Generating…', 'altscribe') : __('Regenerate', 'altscribe')}
          showTooltip
          onClick={() => void generate(clientId)}
        />
      </div>
    </div>
  );
}

/** "84 / 125" */
function lengthText(text: string): string {
  return sprintf(
    /* translators: 1: number of characters, 2: commonly advised number of characters. */
    __('%1$s / %2$s', 'altscribe'),
    formatNumber(countCharacters(text)),
    formatNumber(commonLength),
  );
}
