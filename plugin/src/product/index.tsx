import { ExternalLink, Spinner } from '@wordpress/components';
import { createRoot, useSyncExternalStore } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../common/accessible-button.tsx';
import '../common/admin-colours.css';
import { bootData } from './boot-data.ts';
import './product.css';
import { generateForThisProduct, getRun, subscribe } from './run.ts';

/** "Generate alt text for this product", with the result below it. */
function ProductButton() {
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

const mounted = new WeakSet<Element>();

/** Renders the button in every placeholder from PHP. */
function mount(): void {
  for (const place of document.querySelectorAll('.altscribe-product')) {
    if (!mounted.has(place)) {
      mounted.add(place);
      createRoot(place).render(<ProductButton />);
    }
  }
}

function start(): void {
  mount();
  const box = document.querySelector('#postimagediv .inside');
  if (box) {
    // WordPress renders this box again for another image.
    new MutationObserver(mount).observe(box, { childList: true });
  }
}

if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', start);
} else {
  start();
}
