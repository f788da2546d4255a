import { Button, ProgressBar } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../../common/format.ts';
import { editorBootData } from '../boot-data.ts';
import { attentionText } from '../components/attention-text.ts';
import { BusyNotice } from '../components/notices.tsx';
import { countAttention } from '../hooks/use-attention.ts';
import { useMissing } from '../hooks/use-missing.ts';
import type { ImageReview } from '../hooks/use-reviews.ts';
import type { Batch } from '../store/batch.ts';
import { focusRunButton } from '../components/focus.ts';
import { store } from '../store/index.ts';
import { isGenerated } from '../store/requests.ts';
import { BatchNotice } from './batch-notice.tsx';
import { LibraryQuestion } from './library-question.tsx';
import { RunButton, StopSingleButton } from './run-button.tsx';
import { WriteToMenu } from './write-to-menu.tsx';

/**
 * How many images need somebody, how far a run is, and the buttons for all images. It stays in
 * sight while the list scrolls.
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
  const { generateAll } = useDispatch(store);
  const [isAsking, setIsAsking] = useState(false);
  const [writeTo, setWriteTo] = useState(editorBootData.writeTo);
  const missing = useMissing();
  const inLibrary = missing.filter(({ libraryText }) => libraryText !== null).length;
  const isRunning = batch?.isRunning === true;
  const credits = account?.creditsAvailable ?? 0;
  const start = (useLibraryTexts: boolean) => {
    setIsAsking(false);
    focusRunButton();
    void generateAll({ useLibraryTexts, writeTo });
  };
  return (
    <div className="altscribe-summary">
      <p className="altscribe-summary__count">
        {isRunning ? progressText(batch) : attentionText(countAttention(reviews))}
      </p>
      {isRunning && (
        <ProgressBar
          className="altscribe-progress"
          value={(batch.done / batch.total) * 100}
          aria-label={__('Generating alt texts', 'altscribe')}
        />
      )}
      <div className="altscribe-actions">
        <RunButton
          missing={missing.length}
          attention={reviews.filter(({ needsAttention }) => needsAttention)}
          onStart={() => {
            if (inLibrary > 0) {
              setIsAsking(true);
            } else {
              start(false);
            }
          }}
        />
        {!isRunning && running > 0 && <StopSingleButton />}
        {!isRunning &&
          running === 0 &&
          missing.some(({ attachmentId }) => attachmentId !== null) && (
            <WriteToMenu value={writeTo} onChange={setWriteTo} />
          )}
        {!isRunning && missing.length > 0 && credits > 0 && (
          <span className="altscribe-note">{costText(missing.length, credits)}</span>
        )}
      </div>
      {isAsking && !isRunning && inLibrary > 0 && (
        <LibraryQuestion
          missing={missing.length}
          inLibrary={inLibrary}
          onAnswer={start}
          onCancel={() => {
            focusRunButton();
            setIsAsking(false);
          }}
        />
      )}
      {!isRunning && waiting > 1 && <ApplyAllButton count={waiting} />}
      <BusyNotice hasStop={false} />
      <BatchNotice />
    </div>
  );
}

function ApplyAllButton({ count }: { count: number }) {
  const { applyAllSuggestions } = useDispatch(store);
  return (
    <Button
      className="altscribe-apply-all"
      variant="secondary"
      size="compact"
      onClick={() => {
        focusRunButton();
        void applyAllSuggestions();
      }}
    >
      {sprintf(
        /* translators: %s: number of suggested alt texts. */
        _n('Apply all: %s suggestion', 'Apply all: %s suggestions', count, 'altscribe'),
        formatNumber(count),
      )}
    </Button>
  );
}

function progressText({ done, total }: Batch): string {
  return sprintf(
    /* translators: 1: number of the image, 2: number of images. */
    __('Generating %1$s of %2$s', 'altscribe'),
    formatNumber(Math.min(done + 1, total)),
    formatNumber(total),
  );
}

function costText(missing: number, credits: number): string {
  return sprintf(
    /* translators: 1: number of credits needed, 2: number of credits left. */
    _n('uses %1$s of %2$s credit', 'uses %1$s of %2$s credits', credits, 'altscribe'),
    formatNumber(Math.min(missing, credits)),
    formatNumber(credits),
  );
}
