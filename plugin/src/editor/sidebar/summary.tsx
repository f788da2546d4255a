import { ProgressBar } from '@wordpress/components';
import { useDispatch, useSelect } from '@wordpress/data';
import { __, _n, sprintf } from '@wordpress/i18n';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { formatNumber } from '../../common/format.ts';
import { useBlockingError } from '../hooks/use-service.ts';
import type { EditorImage } from '../post/images.ts';
import type { Batch } from '../store/batch.ts';
import { store } from '../store/index.ts';

/** The number of images without alt text, and the button that generates all of them. */
export function Summary({ images }: { images: EditorImage[] }) {
  const { account, batch } = useSelect((select) => {
    const { getAccount, getBatch } = select(store);
    return { account: getAccount(), batch: getBatch() };
  }, []);
  const missing = images.filter(({ state }) => state === 'missing').length;
  const isRunning = batch?.isRunning === true;
  const credits = account?.creditsAvailable ?? 0;
  return (
    <div className="altscribe-summary">
      <p className="altscribe-summary__count">{missingText(missing, images.length)}</p>
      {isRunning && (
        <ProgressBar
          className="altscribe-progress"
          value={(batch.done / batch.total) * 100}
          aria-label={__('Generating alt texts', 'altscribe')}
        />
      )}
      <div className="altscribe-actions">
        <BatchButton batch={batch} missing={missing} />
        <span className="altscribe-note">
          {isRunning && progressText(batch)}
          {!isRunning && missing > 0 && credits > 0 && costText(missing, credits)}
        </span>
      </div>
    </div>
  );
}

/** Starts and stops the batch. It is one element, so that it keeps the focus. */
function BatchButton({ batch, missing }: { batch: Batch | null; missing: number }) {
  const { generateAll, stop } = useDispatch(store);
  const blockingError = useBlockingError();
  if (batch?.isRunning) {
    return (
      <AccessibleButton
        key="batch"
        variant="secondary"
        isBusy={batch.isStopping}
        disabledReason={
          batch.isStopping ? __('The texts under way are still taken.', 'altscribe') : null
        }
        onClick={() => void stop()}
      >
        {batch.isStopping ? __('Stopping…', 'altscribe') : __('Stop', 'altscribe')}
      </AccessibleButton>
    );
  }
  const nothing = missing === 0 ? __('No image needs alt text.', 'altscribe') : null;
  return (
    <AccessibleButton
      key="batch"
      variant={missing === 0 ? 'secondary' : 'primary'}
      disabledReason={nothing ?? blockingError?.message ?? null}
      onClick={() => void generateAll()}
    >
      {__('Generate all missing', 'altscribe')}
    </AccessibleButton>
  );
}

function missingText(missing: number, total: number): string {
  if (missing === 0) {
    return __('No image needs alt text.', 'altscribe');
  }
  return sprintf(
    /* translators: 1: number of images without alt text, 2: number of images. */
    _n(
      '%1$s of %2$s image needs alt text',
      '%1$s of %2$s images need alt text',
      total,
      'altscribe',
    ),
    formatNumber(missing),
    formatNumber(total),
  );
}

function progressText({ done, total }: Batch): string {
  return sprintf(
    /* translators: 1: number of images that are done, 2: number of images. */
    __('%1$s of %2$s', 'altscribe'),
    formatNumber(done),
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
