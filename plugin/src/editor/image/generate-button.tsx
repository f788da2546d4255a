import { useDispatch, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import type { Ref } from 'react';
import { ReasonedButton } from '../../common/reasoned-button.tsx';
import type { EditorImage } from '../editor-image.ts';
import { useBlockingError, useBusySeconds, useTakesLong } from '../hooks.ts';
import { store } from '../store/index.ts';
import { imageLabel } from './label.ts';

/** After this many milliseconds the button says that it has not forgotten. */
const patience = 8_000;

interface Props {
  image: EditorImage;
  /** Where there is room for one button only, it is as wide as the panel. */
  isWide?: boolean;
  buttonRef: Ref<HTMLButtonElement>;
}

/**
 * Generates one alt text. It stays the same element in all of its states, so that a user who
 * pressed it keeps the focus.
 */
export function GenerateButton({ image, isWide = false, buttonRef }: Props) {
  const { clientId, state } = image;
  const startedAt = useSelect(
    (select) => select(store).getImageWork(clientId).startedAt,
    [clientId],
  );
  const { generate } = useDispatch(store);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  const uploading =
    state === 'uploading' ? __('Wait until the image is uploaded.', 'altscribe') : null;
  const isPlain = state === 'described' && !isWide && progress === null;
  return (
    <ReasonedButton
      buttonRef={buttonRef}
      className={isWide ? 'altscribe-generate is-wide' : 'altscribe-generate'}
      variant={isPlain ? 'link' : 'secondary'}
      size={isWide ? 'default' : 'compact'}
      isBusy={progress !== null}
      disabledReason={progress ?? uploading ?? blockingError?.message ?? null}
      description={imageLabel(image)}
      onClick={() => void generate(clientId)}
    >
      {progress ?? (isPlain ? __('Rewrite', 'altscribe') : __('Generate alt text', 'altscribe'))}
    </ReasonedButton>
  );
}

function useProgressLabel(startedAt: number | null): string | null {
  const isLate = useTakesLong(startedAt, patience);
  const isBusy = useBusySeconds() > 0;
  if (startedAt === null) {
    return null;
  }
  if (isBusy) {
    return __('Waiting…', 'altscribe');
  }
  return isLate ? __('Still working…', 'altscribe') : __('Generating…', 'altscribe');
}
