import { Spinner } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import type { RefObject } from 'react';
import { AccessibleButton, buttonName } from '../../common/accessible-button.tsx';
import { useHasPassed } from '../../common/hooks.ts';
import { useBlockingError, useBusySeconds } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/editor-image.ts';
import { longRequest } from '../store/announce.ts';
import { store } from '../store/index.ts';
import { imageLabel } from './image-label.ts';

interface Props {
  image: EditorImage;
  /** Full width in a panel with no other button. */
  isWide?: boolean;
  buttonRef: RefObject<HTMLButtonElement>;
}

/** Generates one alt text. All states use the same element, so it keeps the focus. */
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
  const isRewrite = state === 'has-alt';
  const isPlain = isRewrite && !isWide;
  const name =
    progress === null
      ? buttonName(isRewrite ? 'rewrite' : 'generate', image)
      : `${progress} ${imageLabel(image)}`;
  // The suggestion's panel takes the focus, unless it has moved elsewhere by then.
  const takesFocus = () => {
    const row = buttonRef.current?.closest('.altscribe-image');
    return row?.contains(row.ownerDocument.activeElement) === true;
  };
  return (
    <AccessibleButton
      buttonRef={buttonRef}
      className={isWide ? 'altscribe-generate is-wide' : 'altscribe-generate'}
      variant={isPlain ? 'link' : 'secondary'}
      size={isWide ? 'default' : 'compact'}
      isBusy={progress !== null && !isPlain}
      disabledReason={progress ?? uploading ?? blockingError?.message ?? null}
      name={isWide ? undefined : name}
      onClick={() => void generate(target, { takesFocus })}
    >
      {progress !== null && isPlain && <Spinner />}
      {progress ?? (isRewrite ? __('Rewrite', 'altscribe') : __('Generate alt text', 'altscribe'))}
    </AccessibleButton>
  );
}

/** "Generating…" while a request is under way; null without one. */
export function useProgressLabel(startedAt: number | null): string | null {
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
