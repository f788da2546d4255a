import { __, isRTL } from '@wordpress/i18n';
import type { BatchItem } from '../../common/batches-api.ts';

/** The text before the batch, and the one that it wrote or suggests. */
export function ItemTexts({ item }: { item: BatchItem }) {
  const { previous_text: before, state } = item;
  const isGone = state === 'undone' || state === 'skipped';
  const after = item.alt_text === '' || isGone ? null : item.alt_text;
  if (after === null && !(state === 'written' && before !== '')) {
    return <bdi>{before === '' ? '—' : before}</bdi>;
  }
  return (
    <>
      {before !== '' && (
        <span className="altscribe-before">
          <span className="screen-reader-text">{__('Before:', 'altscribe')} </span>
          <bdi>{state === 'written' ? <del>{before}</del> : before}</bdi>
        </span>
      )}
      <span className={state === 'suggested' ? 'altscribe-after is-suggested' : 'altscribe-after'}>
        {before !== '' && <span aria-hidden="true">{isRTL() ? '← ' : '→ '}</span>}
        <span className="screen-reader-text">
          {state === 'suggested' ? __('Suggested:', 'altscribe') : __('After:', 'altscribe')}{' '}
        </span>
        <bdi>{after ?? __('(no alt text)', 'altscribe')}</bdi>
      </span>
    </>
  );
}
