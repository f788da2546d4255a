import { useDispatch, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { useBlockingError } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import type { TextLength } from '../store/requests.ts';
import { useProgressLabel } from './generate-button.tsx';
import { buttonName, type ImageButton } from './image-label.ts';

interface Props {
  image: EditorImage;
  /** When the running request began; null if none is running. */
  startedAt: number | null;
}

/** The buttons that generate another text in place of a suggestion. */
export function RegenerateButtons({ image, startedAt }: Props) {
  const { target } = image;
  const textLength = useSelect((select) => select(store).getSuggestion(image)?.textLength, [image]);
  const { generate } = useDispatch(store);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  const button = (name: ImageButton, label: string, wanted: TextLength) => (
    <AccessibleButton
      variant="link"
      name={progress === null ? buttonName(name, image) : undefined}
      disabledReason={progress ?? blockingError?.message ?? null}
      onClick={() => void generate(target, { textLength: wanted })}
    >
      {label}
    </AccessibleButton>
  );
  return (
    <div className="altscribe-regenerate">
      <div className="altscribe-actions">
        {button('regenerate', progress ?? __('Regenerate', 'altscribe'), textLength)}
        {button('shorter', __('Shorter', 'altscribe'), 'short')}
        {button('detailed', __('More detail', 'altscribe'), 'detailed')}
      </div>
      <span className="altscribe-note">{__('Each uses 1 credit.', 'altscribe')}</span>
    </div>
  );
}
