import { useDispatch, useSelect } from '@wordpress/data';
import { useRef } from '@wordpress/element';
import type { EditorImage } from '../post/images.ts';
import { store } from '../store/index.ts';
import { GenerateButton } from './generate-button.tsx';
import { ImageNoticeText } from './notices.tsx';
import { SuggestionPanel } from './suggestion-panel.tsx';

interface Props {
  image: EditorImage;
  isWide?: boolean;
}

/** The button "Generate alt text" of one image, with its notice and its suggestion below. */
export function AltTextControls({ image, isWide }: Props) {
  const { target } = image;
  const { isGenerating, suggestion, notice } = useSelect(
    (select) => {
      const { getRequestState, getSuggestion, getNotice } = select(store);
      return {
        isGenerating: getRequestState(target).startedAt !== null,
        suggestion: getSuggestion(image),
        notice: getNotice(image),
      };
    },
    [image, target],
  );
  const { generate } = useDispatch(store);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = () => button.current?.focus();
  return (
    <>
      <GenerateButton image={image} isWide={isWide} buttonRef={button} />
      {notice && (
        <ImageNoticeText
          notice={notice}
          onRetry={() => {
            focusButton();
            void generate(target);
          }}
        />
      )}
      {suggestion && (
        <SuggestionPanel
          target={target}
          suggestion={suggestion}
          isGenerating={isGenerating}
          onClose={focusButton}
        />
      )}
    </>
  );
}
