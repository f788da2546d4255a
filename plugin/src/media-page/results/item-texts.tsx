import { __ } from '@wordpress/i18n';
import type { BatchItem } from '../../common/batches-api.ts';

/** The text before the batch, and the one that it wrote or suggests. */
export function ItemTexts({ item }: { item: BatchItem }) {
  const { previous_text: before, state } = item;
  const isGone = state === 'undone' || state === 'skipped';
  const after = item.alt_text === '' || isGone ? null : item.alt_text;
  if (after === null && !(state === 'written' && before !== '')) {
    return <span dir="auto">{before === '' ? '—' : before}</span>;
  }
  return (
    <>
      {before !== '' && (
        <span className="altscribe-before" dir="auto">
          <span className="screen-reader-text">{__('Before:', 'altscribe')} </span>
          {state === 'written' ? <del>{before}</del> : before}
        </span>
      )}
      <span
        className={state === 'suggested' ? 'altscribe-after is-suggested' : 'altscribe-after'}
        dir="auto"
      >
        {before !== '' && <span aria-hidden="true">→ </span>}
        <span className="screen-reader-text">
          {state === 'suggested' ? __('Suggested:', 'altscribe') : __('After:', 'altscribe')}{' '}
        </span>
        {after ?? __('(no alt text)', 'altscribe')}
      </span>
    </>
  );
}
