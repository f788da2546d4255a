import { TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { KeyboardEvent } from 'react';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import type { ApiError } from '../../common/api-error.ts';

interface Props {
  /** Title of the image. */
  title: string;
  text: string;
  /** Returns the error if the text could not be saved. */
  onSave: (text: string) => Promise<ApiError | null>;
  onCancel: () => void;
}

/** A field for an alt text in its row. It takes the focus, and Escape closes it. */
export function TextEditor({ title, text, onSave, onCancel }: Props) {
  const [draft, setDraft] = useState(text);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const save = async () => {
    setIsSaving(true);
    const failure = await onSave(draft.trim());
    // Without an error, the field is already closed.
    if (failure) {
      setError(failure);
      setIsSaving(false);
    }
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  };

  return (
    <div className="altscribe-text-editor">
      <TextareaControl
        __nextHasNoMarginBottom
        label={__('Alt text', 'altscribe')}
        hideLabelFromVision
        aria-label={`${__('Alt text', 'altscribe')}: ${title}`}
        value={draft}
        rows={3}
        dir="auto"
        // It closes with the submitted text.
        readOnly={isSaving}
        ref={(element) => {
          if (element && !element.dataset.focused) {
            element.dataset.focused = 'true';
            element.focus();
          }
        }}
        onChange={setDraft}
        onKeyDown={closeOnEscape}
      />
      {error && (
        <p className="altscribe-row-error" role="alert">
          {error.message}
        </p>
      )}
      <div className="altscribe-text-editor__buttons">
        <AccessibleButton
          variant="primary"
          size="compact"
          isBusy={isSaving}
          disabledReason={isSaving ? __('The text is being saved.', 'altscribe') : null}
          onClick={() => void save()}
        >
          {__('Save', 'altscribe')}
        </AccessibleButton>
        <AccessibleButton
          variant="tertiary"
          size="compact"
          disabledReason={null}
          onClick={onCancel}
        >
          {__('Cancel', 'altscribe')}
        </AccessibleButton>
      </div>
    </div>
  );
}
