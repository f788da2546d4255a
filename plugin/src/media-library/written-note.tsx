import { Button } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { AltTextField } from './field.ts';
import { undo, writtenText, type RequestState } from './requests.ts';

interface Props {
  field: AltTextField;
  written: NonNullable<RequestState['written']>;
  /** Called before the note closes, while the focus is inside. */
  onUndo: () => void;
}

/** "Alt text added." with Undo. It is spoken already. */
export function WrittenNote({ field, written, onUndo }: Props) {
  return (
    <p className="altscribe-note">
      {writtenText(written.before)}{' '}
      <Button
        variant="link"
        onClick={() => {
          onUndo();
          void undo(field);
        }}
      >
        {__('Undo', 'altscribe')}
      </Button>
    </p>
  );
}
