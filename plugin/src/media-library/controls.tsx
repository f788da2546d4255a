import { useLayoutEffect, useRef } from '@wordpress/element';
import { findingsText } from '../common/findings.ts';
import { lengthText } from '../common/length-text.ts';
import { mediaBootData } from './boot-data.ts';
import { ErrorMessage } from './error-message.tsx';
import type { AltTextField } from './field.ts';
import { GenerateButton } from './generate-button.tsx';
import { PostsNote } from './posts-note.tsx';
import type { RequestState } from './requests.ts';
import { SuggestionPanel } from './suggestion-panel.tsx';
import { useFindings, useRequestState, useText } from './use-field.ts';
import { WrittenNote } from './written-note.tsx';

interface Props {
  field: AltTextField;
  /** Length and findings of the present text stand below it already. */
  hasState?: boolean;
}

/** What stands beside a field for alt text: the button, and what comes of it. */
export function Controls({ field, hasState = false }: Props) {
  const { suggestion, written, error } = useRequestState(field);
  const text = useText(field);
  const findings = useFindings(text, field.language);
  const button = useRef<HTMLButtonElement>(null);
  const storedText = useStoredText(field, written);
  const returnFocus = useReturnFocus(suggestion !== null, button);
  return (
    <div className="altscribe-media">
      {!hasState && text.trim() !== '' && (
        <p className="altscribe-note">
          {lengthText(text)}
          {findings.length > 0 && (
            <span className="altscribe-findings">{findingsText(findings)}</span>
          )}
        </p>
      )}
      {mediaBootData.connectionError ? (
        <ErrorMessage field={field} error={mediaBootData.connectionError} />
      ) : (
        <div hidden={suggestion !== null}>
          <GenerateButton field={field} hasText={text.trim() !== ''} buttonRef={button} />
        </div>
      )}
      {error && <ErrorMessage field={field} error={error} />}
      {written && <WrittenNote field={field} written={written} onUndo={returnFocus} />}
      {storedText !== '' && (
        <PostsNote
          key={storedText}
          attachmentId={field.attachmentId}
          isWritten={written !== null}
        />
      )}
      {suggestion && (
        <SuggestionPanel
          field={field}
          suggestion={suggestion}
          present={text}
          onClose={returnFocus}
        />
      )}
    </div>
  );
}

/** The text that was written to the media library last, also once it was taken back; '' before. */
function useStoredText({ isStored }: AltTextField, written: RequestState['written']): string {
  const last = useRef('');
  if (isStored && written) {
    last.current = written.text;
  }
  return last.current;
}

/** Returns what to call before something closes, so that the focus goes back to the button. */
function useReturnFocus(isButtonHidden: boolean, button: { current: HTMLButtonElement | null }) {
  const isDue = useRef(false);
  useLayoutEffect(() => {
    if (isDue.current && !isButtonHidden) {
      isDue.current = false;
      button.current?.focus();
    }
  });
  return () => {
    isDue.current = true;
  };
}
