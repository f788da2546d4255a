import { ProgressBar } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, _n } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { lazyModule } from '../../common/hooks.ts';
import { costText, progressText } from '../../common/run-texts.ts';
import { editorBootData } from '../boot-data.ts';
import { focusRequestStore, runButtonId } from '../store/focus-request.ts';
import { focusRunButton } from './image-list.tsx';
import { attentionText } from '../components/image-label.ts';
import { BusyNotice } from '../components/notices.tsx';
import { useCreditCounts, useMissing, useRunRequest } from '../hooks/use-post.ts';
import { countAttention, type ImageReview } from '../hooks/use-reviews.ts';
import { useBlockingError } from '../hooks/use-service.ts';
import { targetKey } from '../post/alt-text-target.ts';
import type { GenerateAllOptions } from '../store/batch.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../store/state.ts';

interface RunButtonProps {
  /** Number of images without alt text. */
  missing: number;
  /** The images that need attention. */
  attention: ImageReview[];
  onStart: () => void;
}

/**
 * Starts and stops the batch. If nothing is left to generate, it leads to the images that need
 * attention. All states use the same element, so it keeps the focus.
 */
function RunButton({ missing, attention, onStart }: RunButtonProps) {
  const isRunning = useSelect((select) => select(store).getBatch()?.isRunning === true, []);
  const stop = useStop();
  const blockingError = useBlockingError();
  const { chooseFilter } = useDispatch(store);
  const { requestFocus } = useDispatch(focusRequestStore);
  const [first] = attention;
  if (!isRunning && missing === 0 && first) {
    return (
      <AccessibleButton
        id={runButtonId}
        variant="secondary"
        disabledReason={null}
        onClick={() => {
          void chooseFilter('attention');
          void requestFocus(targetKey(first.image.target));
        }}
      >
        {_n('Show image', 'Show images', attention.length, 'altscribe')}
      </AccessibleButton>
    );
  }
  const nothing = missing === 0 ? __('No images need alt text.', 'altscribe') : null;
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

/** Stops single images. When the last one ends it disappears and passes the focus on. */
function StopSingleButton() {
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
    disabledReason: isStopping
      ? __('Texts already being generated are still added.', 'altscribe')
      : null,
    press: () => void stop(),
  };
}

const loadRunParts = () => import('./run-parts.tsx');
const useRunParts = lazyModule(loadRunParts);

/**
 * The number of images that need attention, the progress of a run, and the buttons for all images.
 * It stays visible while the list scrolls.
 */
export function Summary({ reviews }: { reviews: ImageReview[] }) {
  const { account, batch, running, waiting } = useSelect(
    (select) => {
      const { getAccount, getBatch, countRunning, getSuggestion } = select(store);
      return {
        account: getAccount(),
        batch: getBatch(),
        running: countRunning(),
        waiting: reviews.filter(({ image }) => isGenerated(getSuggestion(image))).length,
      };
    },
    [reviews],
  );
  const { applyAllSuggestions, chooseFilter, dismissBatch, generateAll, undoBatch } =
    useDispatch(store);
  const { endFocusRequest, requestFocus } = useDispatch(focusRequestStore);
  const parts = useRunParts();
  const [isAsking, setIsAsking] = useState(false);
  const [writeTo, setWriteTo] = useState(editorBootData.writeTo);
  const missing = useMissing();
  const inLibrary = missing.filter(({ libraryText }) => libraryText !== null).length;
  const counts = useCreditCounts(missing, writeTo);
  const { perImage, perPlace } = counts.all;
  const isRunning = batch?.isRunning === true;
  const credits = account?.creditsAvailable ?? 0;
  const start = (answers: GenerateAllOptions) => {
    setIsAsking(false);
    focusRunButton();
    void generateAll({ ...answers, writeTo });
  };
  const ask = () => {
    if (inLibrary === 0 && perImage === perPlace) {
      start({});
      return;
    }
    setIsAsking(true);
    // Without the questions, the connection is lost. The run says so.
    loadRunParts().catch(() => {
      start({});
    });
  };
  useRunRequest(() => {
    focusRunButton();
    void endFocusRequest();
    ask();
  });
  return (
    <div className="altscribe-summary">
      <p className="altscribe-summary__count">
        {isRunning ? progressText(batch) : attentionText(countAttention(reviews))}
      </p>
      {isRunning && (
        <ProgressBar
          className="altscribe-progress"
          value={(batch.done / Math.max(1, batch.total)) * 100}
          aria-label={__('Generating alt text', 'altscribe')}
        />
      )}
      <div className="altscribe-actions">
        <RunButton
          missing={missing.length}
          attention={reviews.filter(({ needsAttention }) => needsAttention)}
          onStart={ask}
        />
        {!isRunning && running > 0 && <StopSingleButton />}
        {!isRunning &&
          running === 0 &&
          parts &&
          missing.some(({ attachmentId }) => attachmentId !== null) && (
            <parts.WriteToMenu value={writeTo} onChange={setWriteTo} />
          )}
        {!isRunning && perImage > 0 && credits > 0 && (
          <span className="altscribe-note">{costText(perImage, credits)}</span>
        )}
      </div>
      {isAsking && !isRunning && missing.length > 0 && parts && (
        <parts.RunQuestions
          missing={missing.length}
          inLibrary={inLibrary}
          counts={counts}
          creditsLeft={account && credits}
          onAnswer={start}
          onCancel={() => {
            focusRunButton();
            setIsAsking(false);
          }}
        />
      )}
      {!isRunning && waiting > 1 && parts && (
        <parts.ApplyAllButton
          count={waiting}
          onClick={() => {
            focusRunButton();
            void applyAllSuggestions();
          }}
        />
      )}
      <BusyNotice hasStop={false} />
      {batch && !isRunning && batch.done > 0 && parts && (
        <parts.BatchNotice
          batch={batch}
          onShow={(target) => {
            void chooseFilter('attention');
            void requestFocus(targetKey(target));
          }}
          onUndo={() => {
            focusRunButton();
            void undoBatch();
          }}
          onDismiss={() => {
            focusRunButton();
            void dismissBatch();
          }}
        />
      )}
    </div>
  );
}
