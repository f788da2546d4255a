import { useDispatch, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef } from '@wordpress/element';
import { __, _n } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { focusRunButton } from '../components/focus.ts';
import type { ImageReview } from '../hooks/use-reviews.ts';
import { useBlockingError } from '../hooks/use-service.ts';
import { targetKey } from '../post/alt-text-target.ts';
import { store } from '../store/index.ts';
import { runButtonId, wantedRowStore } from '../store/wanted-row.ts';

interface Props {
  /** Number of images without alt text. */
  missing: number;
  /** The images that somebody must look at. */
  attention: ImageReview[];
  onStart: () => void;
}

/**
 * Starts and stops the batch; where nothing is left to generate, it leads to what somebody must look at. It is one
 * element, so that it keeps the focus.
 */
export function RunButton({ missing, attention, onStart }: Props) {
  const isRunning = useSelect((select) => select(store).getBatch()?.isRunning === true, []);
  const stop = useStop();
  const blockingError = useBlockingError();
  const { chooseFilter } = useDispatch(store);
  const { wantRow } = useDispatch(wantedRowStore);
  const [first] = attention;
  if (!isRunning && missing === 0 && first) {
    return (
      <AccessibleButton
        id={runButtonId}
        variant="secondary"
        disabledReason={null}
        onClick={() => {
          void chooseFilter('attention');
          void wantRow(targetKey(first.image.target));
        }}
      >
        {_n('Show image', 'Show images', attention.length, 'altscribe')}
      </AccessibleButton>
    );
  }
  const nothing = missing === 0 ? __('No image needs alt text.', 'altscribe') : null;
  return (
    <AccessibleButton
      id={runButtonId}
      variant={isRunning || missing === 0 ? 'secondary' : 'primary'}
      isBusy={isRunning && stop.isStopping}
      disabledReason={isRunning ? stop.disabledReason : (nothing ?? blockingError?.message ?? null)}
      onClick={isRunning ? stop.press : onStart}
    >
      {isRunning ? stop.label : __('Generate all missing', 'altscribe')}
    </AccessibleButton>
  );
}

/** Stops single images. It goes with the last of them, and hands the focus on. */
export function StopSingleButton() {
  const stop = useStop();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== null && element === element.ownerDocument.activeElement) {
        focusRunButton();
      }
    };
  }, []);
  return (
    <AccessibleButton
      buttonRef={button}
      variant="secondary"
      isBusy={stop.isStopping}
      disabledReason={stop.disabledReason}
      onClick={() => {
        focusRunButton();
        stop.press();
      }}
    >
      {stop.label}
    </AccessibleButton>
  );
}

function useStop() {
  const isStopping = useSelect((select) => select(store).isStopping(), []);
  const { stop } = useDispatch(store);
  return {
    isStopping,
    label: isStopping ? __('Stopping…', 'altscribe') : __('Stop', 'altscribe'),
    disabledReason: isStopping ? __('The texts under way are still taken.', 'altscribe') : null,
    press: () => void stop(),
  };
}
