import { ExternalLink, Spinner } from '@wordpress/components';
import { useSyncExternalStore } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../common/accessible-button.tsx';
import { bootData } from './boot-data.ts';
import { generateForThisProduct, getRun, subscribe } from './run.ts';

/** "Generate alt text for this product", and below it what comes of that. */
export function ProductButton() {
  const { isRunning, text, isError, batchId } = useSyncExternalStore(subscribe, getRun);
  const { problem, progressUrl } = bootData;
  const reason = isRunning ? __('Alt text is being generated.', 'altscribe') : null;
  return (
    <>
      <AccessibleButton
        variant="secondary"
        size="compact"
        isBusy={isRunning}
        disabledReason={problem?.message ?? reason}
        onClick={() => void generateForThisProduct()}
      >
        {__('Generate alt text for this product', 'altscribe')}
      </AccessibleButton>
      {problem && <p>{problem.message}</p>}
      {(isRunning || text !== '') && (
        <p className={isError ? 'is-error' : undefined}>
          {isRunning && <Spinner />} {text}{' '}
          {batchId > 0 && (
            <ExternalLink href={`${progressUrl}&batch=${String(batchId)}`}>
              {__('Show the results', 'altscribe')}
            </ExternalLink>
          )}
        </p>
      )}
    </>
  );
}
