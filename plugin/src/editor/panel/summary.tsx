import { ProgressBar } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, _n } from '@wordpress/i18n';
import {
  AccessibleButton,
  attentionText,
  BusyNotice,
  countAttention,
  countId,
  editorBootData,
  focusRequestStore,
  focusRunButton,
  isGenerated,
  isRisky,
  runButtonId,
  store,
  targetKey,
  useBlockingError,
  useCreditCounts,
  useMissing,
  useRunRequest,
} from '../main.tsx';
import { costText, isUnlimitedPlan, progressText } from '../../common/run-texts.ts';
import {
  ApplyAllButton,
  BatchNotice,
  DecorativeQuestion,
  RunQuestions,
  WriteToMenu,
} from './run-parts.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { GenerateAllOptions } from '../store/batch.ts';

interface RunButtonProps {
  /** Number of images without alt text. */
  missing: number;
  /** The images that need attention. */
  attention: ImageReview[];
  /** Why nothing can be generated, unless there are free texts. */
  blockedReason: string | null;
  onStart: () => void;
}

/**
 * Starts and stops the batch. If nothing is left to generate, it leads to the images that need
 * attention. All states use the same element, so it keeps the focus.
 */
function RunButton({ missing, attention, blockedReason, onStart }: RunButtonProps) {
  const isRunning = useSelect((select) => select(store).getBatch()?.isRunning === true, []);
  const stop = useStop();
  const { chooseFilter } = useDispatch(store);
  const { requestFocus } = useDispatch(focusRequestStore);
  const [first] = attention;
  const isComplete = missing === 0;
  const isSettled = first === undefined;
  useLayoutEffect(() => {
    const button = document.getElementById(runButtonId);
    // The focused button has become one that costs credits, or that does nothing.
    if (button && button === document.activeElement && isRisky(button)) {
      focusRunButton();
    }
  }, [isRunning, isComplete, isSettled]);
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
      disabledReason={isRunning ? stop.disabledReason : (nothing ?? blockedReason)}
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

/**
 * The number of images that need attention, the progress of a run, and the buttons for all images.
 * It stays visible while the list scrolls.
 */
export function Summary({ reviews }: { reviews: ImageReview[] }) {
  const { account, batch, running, waiting, decorative } = useSelect(
    (select) => {
      const { getAccount, getBatch, countRunning, getSuggestion } = select(store);
      const suggestions = reviews.map(({ image }) => getSuggestion(image)).filter(isGenerated);
      const verdicts = suggestions.filter((suggestion) => suggestion?.verdict === 'decorative');
      return {
        account: getAccount(),
        batch: getBatch(),
        running: countRunning(),
        waiting: suggestions.length - verdicts.length,
        decorative: verdicts.length,
      };
    },
    [reviews],
  );
  const {
    applyAllSuggestions,
    chooseFilter,
    dismissBatch,
    generateAll,
    markAllDecorative,
    undoBatch,
  } = useDispatch(store);
  const { endFocusRequest, requestFocus } = useDispatch(focusRequestStore);
  const [isAsking, setIsAsking] = useState(false);
  const [writeTo, setWriteTo] = useState(editorBootData.writeTo);
  const missing = useMissing();
  const inLibrary = missing.filter(({ libraryText }) => libraryText !== null).length;
  const counts = useCreditCounts(missing, writeTo);
  const { perImage, perPlace } = counts.all;
  const isRunning = batch?.isRunning === true;
  const credits = account?.creditsAvailable ?? 0;
  const isUnlimited = isUnlimitedPlan(account?.planType ?? '');
  const blockingError = useBlockingError();
  const canGenerate = blockingError === null;
  const start = (answers: GenerateAllOptions) => {
    setIsAsking(false);
    // It becomes "Stop".
    document.getElementById(runButtonId)?.focus();
    void generateAll({ ...answers, isFreeOnly: !canGenerate, writeTo });
  };
  const ask = () => {
    if (inLibrary === 0 && perImage === perPlace) {
      start({});
      return;
    }
    setIsAsking(true);
  };
  useRunRequest(() => {
    focusRunButton();
    void endFocusRequest();
    ask();
  });
  return (
    <div className="altscribe-summary">
      <p id={countId} tabIndex={-1} className="altscribe-summary__count">
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
          blockedReason={inLibrary > 0 ? null : (blockingError?.message ?? null)}
          onStart={ask}
        />
        {!isRunning && running > 0 && <StopSingleButton />}
        {!isRunning &&
          running === 0 &&
          missing.some(({ attachmentId }) => attachmentId !== null) && (
            <WriteToMenu value={writeTo} onChange={setWriteTo} />
          )}
        {!isRunning && perImage > 0 && (
          <span className="altscribe-note is-cost">
            {credits > 0 && !isUnlimited && costText(perImage, credits)}
          </span>
        )}
      </div>
      {isAsking && !isRunning && missing.length > 0 && (
        <RunQuestions
          missing={missing.length}
          inLibrary={inLibrary}
          canGenerate={canGenerate}
          counts={counts}
          creditsLeft={account && credits}
          onAnswer={start}
          onCancel={() => {
            focusRunButton();
            setIsAsking(false);
          }}
        />
      )}
      {!isRunning && waiting > 1 && (
        <ApplyAllButton
          count={waiting}
          onClick={() => {
            focusRunButton();
            void applyAllSuggestions();
          }}
        />
      )}
      <BusyNotice hasStop={false} />
      {batch && !isRunning && batch.done > 0 && (
        <BatchNotice
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
      {!isRunning && decorative > (batch ? 0 : 1) && (
        <DecorativeQuestion
          count={decorative}
          onClick={() => {
            focusRunButton();
            void markAllDecorative();
          }}
        />
      )}
    </div>
  );
}
