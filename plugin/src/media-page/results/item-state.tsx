import { Icon, Spinner } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { backup, caution, check, closeSmall, starEmpty, undo } from '@wordpress/icons';
import type { BatchItem, ItemState } from '../../common/batches-api.ts';
import { filledIntoText } from '../../common/other-posts/posts-text.ts';

/** In the order in which somebody wants to see them. */
export const itemStates: ItemState[] = [
  'suggested',
  'failed',
  'written',
  'skipped',
  'undone',
  'running',
  'waiting',
];

const icons = {
  suggested: starEmpty,
  failed: caution,
  written: check,
  skipped: closeSmall,
  undone: undo,
  waiting: backup,
};

/** The state of an item, and why it is in it. */
export function ItemStateText({ item }: { item: BatchItem }) {
  const { state, error } = item;
  return (
    <>
      <span className={`altscribe-state is-${state}`}>
        {state === 'running' ? <Spinner /> : <Icon icon={icons[state]} size={20} />}
        <span>{itemStateName(state)}</span>
      </span>
      {state === 'suggested' && <p className="altscribe-why">{suggestedReason(item)}</p>}
      {item.filled_posts > 0 && (
        <p className="altscribe-why">{filledIntoText(item.filled_posts)}</p>
      )}
      {error && state !== 'written' && <p className="altscribe-why">{error.message}</p>}
    </>
  );
}

export function itemStateName(state: ItemState): string {
  switch (state) {
    case 'waiting':
      return __('Waiting', 'altscribe');
    case 'running':
      return __('Generating…', 'altscribe');
    case 'written':
      return __('Written', 'altscribe');
    case 'suggested':
      return __('Needs you', 'altscribe');
    case 'skipped':
      return __('Left as it was', 'altscribe');
    case 'failed':
      return __('Failed', 'altscribe');
    case 'undone':
      return __('Taken back', 'altscribe');
  }
}

function suggestedReason({ purpose, error }: BatchItem): string {
  if (purpose === 'decorative') {
    return __('The image seems to be decorative.', 'altscribe');
  }
  // The error says it.
  return error ? '' : __('A text to choose: nothing was changed.', 'altscribe');
}
