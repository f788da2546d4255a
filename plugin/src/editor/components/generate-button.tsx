import { useDispatch, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import type { Ref } from 'react';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { useHasPassed } from '../hooks/use-has-passed.ts';
import { useBlockingError, useBusySeconds } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/images.ts';
import { store } from '../store/index.ts';
import { buttonName, imageLabel } from './image-label.ts';

/** After this many milliseconds the button says "Still working…". */
const longRequest = 8_000;

interface Props {
  image: EditorImage;
  /** As wide as the panel, where it is the only button. */
  isWide?: boolean;
  buttonRef: Ref<HTMLButtonElement>;
}

/** Generates one alt text. It is the same element in all of its states, so that it keeps the focus. */
export function GenerateButton({ image, isWide = false, buttonRef }: Props) {
  const { target, state } = image;
  const startedAt = useSelect(
    (select) => select(store).getRequestState(target).startedAt,
    [target],
  );
  const { generate } = useDispatch(store);
  const blockingError = useBlockingError();
  const progress = useProgressLabel(startedAt);
  const uploading =
    state === 'uploading' ? __('Wait until the image is uploaded.', 'altscribe') : null;
  const isPlain = state === 'has-alt' && !isWide && progress === null;
  const name =
    progress === null
      ? buttonName(isPlain ? 'rewrite' : 'generate', image)
      : `${progress} ${imageLabel(image)}`;
  return (
    <AccessibleButton
      buttonRef={buttonRef}
      className={isWide ? 'altscribe-generate is-wide' : 'altscribe-generate'}
      variant={isPlain ? 'link' : 'secondary'}
      size={isWide ? 'default' : 'compact'}
      isBusy={progress !== null}
      disabledReason={progress ?? uploading ?? blockingError?.message ?? null}
      name={isWide ? undefined : name}
      onClick={() => void generate(target)}
    >
      {progress ?? (isPlain ? __('Rewrite', 'altscribe') : __('Generate alt text', 'altscribe'))}
    </AccessibleButton>
  );
}

function useProgressLabel(startedAt: number | null): string | null {
  const isLong = useHasPassed(longRequest, startedAt);
  const isBusy = useBusySeconds() > 0;
  if (startedAt === null) {
    return null;
  }
  if (isBusy) {
    return __('Waiting…', 'altscribe');
  }
  return isLong ? __('Still working…', 'altscribe') : __('Generating…', 'altscribe');
}
