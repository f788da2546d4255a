import { Button } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import type { MouseEvent } from 'react';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import type { Suggestion } from '../store/requests.ts';

interface Props {
  image: EditorImage;
  suggestion: Suggestion;
}

/** Why the text waits, what it cost, and the way back to what the user typed. */
export function SuggestionNotes({ image, suggestion }: Props) {
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
            // The button goes: the text that comes back takes the focus.
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
      return __('This text came while its image was not in the editor.', 'altscribe');
    case 'edited':
      return __('You edited the alt text meanwhile, so it was left as it is.', 'altscribe');
    case 'stopped':
      return __('This text came after you pressed Stop.', 'altscribe');
    case null:
      return null;
  }
}

function sameNote({ alt }: EditorImage, { generated }: Suggestion): string | null {
  return generated !== null && generated.trim() === alt.trim()
    ? __('The same text as the present one came.', 'altscribe')
    : null;
}

function costNote({ isFree }: Suggestion): string | null {
  return isFree ? __('The service knew it already: no credit was used.', 'altscribe') : null;
}
