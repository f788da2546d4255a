import { Notice, Spinner } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { LibraryBatch, ItemState } from '../../common/batches-api.ts';
import { formatNumber } from '../../common/format.ts';
import type { BatchControl } from '../hooks/use-batch.ts';
import { Pagination } from '../table/pagination.tsx';
import { ItemRow, itemStateName, itemStates } from './item-row.tsx';
import { itemsOnPage, useBatchItems } from './use-batch-items.ts';

interface ItemTabsProps {
  batch: LibraryBatch;
  state: ItemState | '';
  onChange: (state: ItemState | '') => void;
}

/** "All (318) | Written (316) | …": filters of the results, one for each state that occurs. */
function ItemTabs({ batch: { counts }, state, onChange }: ItemTabsProps) {
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

interface ResultsProps {
  batch: LibraryBatch;
  control: BatchControl;
}

/** The result for each image of a batch, page by page. */
export function Results({ batch, control }: ResultsProps) {
  const items = useBatchItems(control);
  const { list, page, state } = items;
  const { value, error, isLoading } = list;
  const paging = value && (
    <Pagination page={page} perPage={itemsOnPage} total={value.total} onChange={items.setPage} />
  );
  return (
    <section aria-label={__('Results', 'altscribe')}>
      <ItemTabs batch={batch} state={state} onChange={items.setState} />
      <div className="tablenav top">
        {paging}
        <br className="clear" />
      </div>
      {error && (
        <Notice status="error" isDismissible={false}>
          {error.message}
        </Notice>
      )}
      {!value && isLoading && <Spinner />}
      {value && (
        <table
          className="wp-list-table widefat fixed striped media altscribe-table has-no-checkboxes"
          aria-busy={isLoading}
          onFocus={items.stay}
        >
          <caption className="screen-reader-text">{__('Results', 'altscribe')}</caption>
          <thead>
            <tr>
              <th scope="col" className="manage-column column-title column-primary">
                {__('File', 'altscribe')}
              </th>
              <th scope="col" className="manage-column column-alt-text">
                {__('Alt text before → after', 'altscribe')}
              </th>
              <th scope="col" className="manage-column column-state">
                {__('State', 'altscribe')}
              </th>
            </tr>
          </thead>
          <tbody>
            {value.items.map((item) => (
              <ItemRow
                key={item.attachment_id}
                item={item}
                onChanged={(changed) => {
                  items.replace(changed);
                  void control.reload();
                }}
              />
            ))}
            {value.items.length === 0 && (
              <tr className="no-items">
                <td colSpan={3}>{__('No images found.', 'altscribe')}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      {(value?.total ?? 0) > itemsOnPage && <div className="tablenav bottom">{paging}</div>}
    </section>
  );
}
