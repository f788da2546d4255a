import { useDispatch, useSelect } from '@wordpress/data';
import { useRef } from '@wordpress/element';
import type { EditorImage } from '../post/images.ts';
import { store } from '../store/index.ts';
import { useBlockingError, useErrorsAtTop } from '../hooks/use-service.ts';
import { GenerateButton } from './generate-button.tsx';
import { buttonName } from './image-label.ts';
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
  const blockingError = useBlockingError();
  const { connection, credits, batch } = useErrorsAtTop();
  const shownElsewhere = (isWide ? [blockingError] : [connection, credits, batch]).map(
    (error) => error?.code,
  );
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = () => button.current?.focus();
  return (
    <>
      <GenerateButton image={image} isWide={isWide} buttonRef={button} />
      {notice && !shownElsewhere.includes(notice.code) && (
        <ImageNoticeText
          notice={notice}
          retryName={isWide ? undefined : buttonName('retry', image)}
          onRetry={() => {
            focusButton();
            void generate(target);
          }}
        />
      )}
      {suggestion && (
        <SuggestionPanel
          image={image}
          suggestion={suggestion}
          isGenerating={isGenerating}
          onClose={focusButton}
        />
      )}
    </>
  );
}
