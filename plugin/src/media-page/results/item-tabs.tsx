import { __, sprintf } from '@wordpress/i18n';
import type { Batch, ItemState } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import { itemStateName, itemStates } from './item-state.tsx';

interface Props {
  batch: Batch;
  state: ItemState | '';
  onChange: (state: ItemState | '') => void;
}

/** "All (318) | Written (316) | …": filters of the results, for each state that there is. */
export function ItemTabs({ batch: { counts }, state, onChange }: Props) {
  const present = itemStates.filter((name) => counts[name] > 0 || name === state);
  const all = itemStates.reduce((sum, name) => sum + counts[name], 0);
  const tabs = [
    { name: '' as const, label: __('All', 'altscribe'), count: all },
    ...present.map((name) => ({ name, label: itemStateName(name), count: counts[name] })),
  ];
  return (
    <ul className="subsubsub altscribe-tabs">
      {tabs.map(({ name, label, count }, index) => (
        <li key={name}>
          <button
            type="button"
            className={name === state ? 'button-link current' : 'button-link'}
            aria-current={name === state ? 'true' : undefined}
            onClick={() => {
              onChange(name);
            }}
          >
            {sprintf(
              /* translators: 1: state of images, such as "Written"; 2: their number. */
              __('%1$s (%2$s)', 'altscribe'),
              label,
              formatNumber(count),
            )}
          </button>
          {index < tabs.length - 1 && ' |'}
        </li>
      ))}
    </ul>
  );
}
