import { Button, TextareaControl } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { update } from '@wordpress/icons';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { countCharacters, formatNumber } from '../../common/format.ts';
import type { EditorImage } from '../post/images.ts';
import { store } from '../store/index.ts';
import type { Suggestion } from '../store/state.ts';
import { buttonName } from './image-label.ts';

/** The recommended length in characters; not a limit. */
const recommendedLength = 125;

interface Props {
  image: EditorImage;
  suggestion: Suggestion;
  isGenerating: boolean;
  /** Called before the panel closes, while the focus is inside. */
  onClose: () => void;
}

/** A suggested alt text, which the user can edit, apply or dismiss. */
export function SuggestionPanel({ image, suggestion, isGenerating, onClose }: Props) {
  const { target } = image;
  const { text } = suggestion;
  const { applySuggestion, dismissSuggestion, editSuggestion, generate } = useDispatch(store);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    // The focus moves only if the user clicked in this row and the focus is still there.
    const row = field.current?.closest('.altscribe-image');
    if (row?.contains(row.ownerDocument.activeElement)) {
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
        onChange={(typed) => void editSuggestion(target, typed)}
      />
      <div className="altscribe-actions">
        <AccessibleButton
          variant="primary"
          size="compact"
          name={buttonName('apply', image)}
          disabledReason={empty}
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
          aria-label={buttonName('dismiss', image)}
          onClick={() => {
            onClose();
            void dismissSuggestion(target);
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
          label={isGenerating ? __('Generating…', 'altscribe') : buttonName('regenerate', image)}
          showTooltip
          onClick={() => void generate(target)}
        />
      </div>
    </div>
  );
}

/** "84 / 125" */
function lengthText(text: string): string {
  return sprintf(
    /* translators: 1: number of characters, 2: recommended number of characters. */
    __('%1$s / %2$s', 'altscribe'),
    formatNumber(countCharacters(text)),
    formatNumber(recommendedLength),
  );
}
