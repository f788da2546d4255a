import { ExternalLink, Spinner } from '@wordpress/components';
import { createRoot, useId, useSyncExternalStore } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AccessibleButton } from '../common/accessible-button.tsx';
import '../common/admin-colours.css';
import type { BatchItem } from '../common/batches-api.ts';
import { bootData, generateForThisProduct, getRun, subscribe, undo } from './run.ts';
import './product.css';

/** "Generate alt text for this product", with the result below it. */
function ProductButton() {
  const place = useId();
  const { isRunning, text, isError, batchId, items, ...run } = useSyncExternalStore(
    subscribe,
    getRun,
  );
  const { problem, progressUrl } = bootData;
  const reason = isRunning ? __('Alt text is being generated.', 'altscribe') : null;
  return (
    <>
      <AccessibleButton
        variant="secondary"
        size="compact"
        isBusy={isRunning}
        disabledReason={problem?.message ?? reason}
        onClick={() => void generateForThisProduct(place)}
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
      {run.place === place && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <Result key={item.attachment_id} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}

/** An image that is done: its text, which can be undone, or why it has none. */
function Result({ item }: { item: BatchItem }) {
  const { attachment_id: id, state, title, error } = item;
  const hasText = state === 'written' || state === 'suggested';
  const isUndone = state === 'undone';
  const named = (label: string) => `${label}: ${title}`;
  return (
    <li>
      <img src={item.thumbnail} alt="" width={40} height={40} />
      <div>
        {hasText && <bdi>{item.alt_text}</bdi>}
        {state === 'suggested' && <p>{__('Suggested. Not applied yet.', 'altscribe')}</p>}
        {error && state !== 'written' && <p className="is-error">{error.message}</p>}
        <p>
          {(state === 'written' || isUndone) && (
            <AccessibleButton
              variant="link"
              name={named(isUndone ? __('Undone', 'altscribe') : __('Undo', 'altscribe'))}
              // The same button, so the focus stays on it.
              disabledReason={isUndone ? __('Alt text undone.', 'altscribe') : null}
              onClick={() => void undo(id)}
            >
              {isUndone ? __('Undone', 'altscribe') : __('Undo', 'altscribe')}
            </AccessibleButton>
          )}
          {item.edit_link !== '' && (
            <ExternalLink href={item.edit_link} aria-label={named(__('Edit', 'altscribe'))}>
              {__('Edit', 'altscribe')}
            </ExternalLink>
          )}
        </p>
      </div>
    </li>
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
