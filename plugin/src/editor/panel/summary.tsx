import { ProgressBar } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  AccessibleButton,
  BusyNotice,
  countId,
  countNeeds,
  countsText,
  editorBootData,
  focusRequestStore,
  focusRunButton,
  formatNumber,
  isRisky,
  runButtonId,
  store,
  targetKey,
  useBlockingError,
  useMissing,
} from '../main.tsx';
import { useCreditCounts } from './use-credit-counts.ts';
import { useRunRequest } from './use-requests.ts';
import { PassFocusOn } from '../../common/run-questions.tsx';
import { costText, isUnlimitedPlan, progressText } from '../../common/run-texts.ts';
import { BatchNotice, RunQuestions, SummaryMenu } from './run-parts.tsx';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { GenerateAllOptions } from '../store/batch.ts';

interface RunButtonProps {
  /** Number of texts to review. */
  toReview: number;
  /** Why nothing can be generated, unless there are free texts. */
  blockedReason: string | null;
  onStart: () => void;
  onReview: () => void;
}

/**
 * The main button: stops the batch, starts the review, or starts the batch. All states use the same
 * element, so it keeps the focus, unless it would then cost credits.
 */
function RunButton({ toReview, blockedReason, onStart, onReview }: RunButtonProps) {
  const isRunning = useSelect((select) => select(store).getBatch()?.isRunning === true, []);
  const stop = useStop();
  const isReview = !isRunning && toReview > 0;
  useLayoutEffect(() => {
    const button = document.getElementById(runButtonId);
    if (button && button === document.activeElement && isRisky(button)) {
      focusRunButton();
    }
  }, [isRunning, isReview]);
  useLayoutEffect(() => {
    const button = document.getElementById(runButtonId);
    return () => {
      // Nothing is left to do.
      if (button !== null && button === document.activeElement) {
        document.getElementById(countId)?.focus();
      }
    };
  }, []);
  if (isRunning) {
    return (
      <AccessibleButton
        id={runButtonId}
        variant="secondary"
        isBusy={stop.isStopping}
        disabledReason={stop.disabledReason}
        onClick={stop.press}
      >
        {stop.label}
      </AccessibleButton>
    );
  }
  if (isReview) {
    return (
      <AccessibleButton id={runButtonId} variant="primary" disabledReason={null} onClick={onReview}>
        {sprintf(
          /* translators: %s: number of alt texts to review. */
          _n('Review %s', 'Review %s', toReview, 'altscribe'),
          formatNumber(toReview),
        )}
      </AccessibleButton>
    );
  }
  return (
    <AccessibleButton
      id={runButtonId}
      className="altscribe-costs"
      variant="primary"
      disabledReason={blockedReason}
      onClick={onStart}
    >
      {generateLabel()}
    </AccessibleButton>
  );
}

function generateLabel(): string {
  return __('Generate all missing', 'altscribe');
}

/** Stops single requests. When the last one ends, the button disappears and passes the focus on. */
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

interface SummaryProps {
  reviews: ImageReview[];
  onReview: () => void;
  onContext: () => void;
}

/**
 * The tasks left for the images, the progress of a run, and the buttons for all images. It stays
 * visible while the list scrolls.
 */
export function Summary({ reviews, onReview, onContext }: SummaryProps) {
  const { account, batch, running } = useSelect((select) => {
    const { getAccount, getBatch, countRunning } = select(store);
    return { account: getAccount(), batch: getBatch(), running: countRunning() };
  }, []);
  const { chooseFilter, dismissBatch, generateAll, undoBatch } = useDispatch(store);
  const { endFocusRequest, requestFocus } = useDispatch(focusRequestStore);
  const needs = countNeeds(reviews);
  const [asked, setAsked] = useState<'library' | 'places' | null>(null);
  const { writeTo } = editorBootData;
  const missing = useMissing();
  const free = missing.filter(({ libraryText }) => libraryText !== null);
  const counts = useCreditCounts(missing, writeTo);
  const { perImage, perPlace } = counts.all;
  const isRunning = batch?.isRunning === true;
  const credits = account?.creditsAvailable ?? 0;
  const isUnlimited = isUnlimitedPlan(account?.planType ?? '');
  const blockingError = useBlockingError();
  const canGenerate = blockingError === null;
  const blockedReason = free.length > 0 ? null : (blockingError?.message ?? null);
  const isAnswered = isRunning || (asked === 'library' ? free.length === 0 : perImage === perPlace);
  if (asked !== null && isAnswered) {
    // Otherwise it would be back with the next missing text, and take the focus.
    setAsked(null);
  }
  const start = (answers: GenerateAllOptions) => {
    setAsked(null);
    // The button becomes "Stop".
    document.getElementById(runButtonId)?.focus();
    void generateAll({ ...answers, isFreeOnly: !canGenerate, writeTo });
  };
  const ask = () => {
    if (free.length === 0 && perImage === perPlace) {
      start({});
      return;
    }
    setAsked(free.length > 0 ? 'library' : 'places');
  };
  useRunRequest(() => {
    focusRunButton();
    void endFocusRequest();
    ask();
  });
  return (
    <div className="altscribe-summary">
      <p id={countId} tabIndex={-1} className="altscribe-summary__count">
        {isRunning
          ? progressText(batch)
          : countsText(needs) || __('No problems found', 'altscribe')}
      </p>
      {isRunning && (
        <ProgressBar
          className="altscribe-progress"
          value={(batch.done / Math.max(1, batch.total)) * 100}
          aria-label={__('Generating alt text', 'altscribe')}
        />
      )}
      <div className="altscribe-actions">
        {(isRunning || needs.review > 0 || missing.length > 0) && (
          <RunButton
            toReview={needs.review}
            blockedReason={blockedReason}
            onStart={ask}
            onReview={onReview}
          />
        )}
        <SummaryMenu reviews={reviews} onContext={onContext} />
        {!isRunning && needs.review > 0 && missing.length > 0 && (
          <AccessibleButton variant="secondary" disabledReason={blockedReason} onClick={ask}>
            {generateLabel()}
          </AccessibleButton>
        )}
        {!isRunning && running > 0 && <StopSingleButton />}
        {!isRunning && perImage > 0 && canGenerate && (
          <span className="altscribe-note is-cost">
            {credits > 0 && !isUnlimited && costText(perImage, credits)}
          </span>
        )}
      </div>
      {asked !== null && (
        <PassFocusOn to={focusRunButton}>
          <RunQuestions
            missing={missing.length}
            free={free}
            canGenerate={canGenerate}
            counts={counts}
            creditsLeft={account && credits}
            onAnswer={start}
            onCancel={() => {
              focusRunButton();
              setAsked(null);
            }}
          />
        </PassFocusOn>
      )}
      <BusyNotice hasStop={false} />
      {batch && !isRunning && batch.done > 0 && (
        <BatchNotice
          batch={batch}
          onShow={(target) => {
            void chooseFilter('missing');
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
