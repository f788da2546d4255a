import { useDispatch, useSelect } from '@wordpress/data';
import { useRef } from '@wordpress/element';
import type { EditorImage } from '../editor-image.ts';
import { store } from '../store/index.ts';
import { GenerateButton } from './generate-button.tsx';
import { RemarkText } from './remark.tsx';
import { SuggestionPanel } from './suggestion.tsx';

interface Props {
  image: EditorImage;
  isWide?: boolean;
}

/** The button of one image, and below it what came of it. */
export function AltTextControls({ image, isWide }: Props) {
  const { clientId } = image;
  const { startedAt, suggestion, remark } = useSelect(
    (select) => select(store).getImageWork(clientId),
    [clientId],
  );
  const { generate } = useDispatch(store);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = () => button.current?.focus();
  return (
    <>
      <GenerateButton image={image} isWide={isWide} buttonRef={button} />
      {remark && (
        <RemarkText
          remark={remark}
          onRetry={() => {
            focusButton();
            void generate(clientId);
          }}
        />
      )}
      {suggestion && (
        <SuggestionPanel
          clientId={clientId}
          suggestion={suggestion}
          isGenerating={startedAt !== null}
          onClose={focusButton}
        />
      )}
    </>
  );
}
