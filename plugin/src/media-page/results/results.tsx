import { speak } from '@wordpress/a11y';
import { CheckboxControl, Notice, Spinner } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import {
  type BatchItem,
  type ItemState,
  type LibraryBatch,
  listBatchItems,
  listItemsOf,
} from '../../common/batches-api.ts';
import { AccessibleButton } from '../../common/accessible-button.tsx';
import { formatNumber } from '../../common/format.ts';
import {
  decideSuggestions,
  listSuggestions,
  type SuggestionItem,
} from '../../common/suggestions-api.ts';
import type { BatchControl } from '../hooks/use-batch.ts';
import { failedText } from '../review/suggestion-list.tsx';
import { Pagination } from '../table/pagination.tsx';
import { useFocusWhenGone } from '../table/row-parts.tsx';
import { ItemRow, itemStateName, itemStates } from './item-row.tsx';
import { useEffect, useRef, useState } from '@wordpress/element';
import { type Loaded, useLastPage, useLoaded } from '../hooks/use-page-query.ts';
import { countDone, isActive } from '../run/batch-state.ts';

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

/** How many images are shown, and confirmed, at a time. */
const verdictsAtOnce = 50;

/**
 * "3 images seem to be decorative.", with the images, which the user confirms together. One that is
 * left out waits for review.
 */
function DecorativeVerdicts({ onDecided }: { onDecided: () => void }) {
  const list = useLoaded('decorative', () =>
    listSuggestions({ finding: 'decorative', type: 'library' }, { perPage: verdictsAtOnce }),
  );
  const [left, setLeft] = useState<readonly number[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState('');
  const items = list.shown?.items ?? [];
  const chosen = items.filter(({ id }) => !left.includes(id));
  const ids = chosen.map(({ id }) => id);
  const confirm = async () => {
    setIsBusy(true);
    const result = await decideSuggestions({
      decision: 'decorative',
      ids,
      shown_texts: chosen.map(({ text }) => text),
    });
    setIsBusy(false);
    const news = result.ok
      ? markedText(result.value.items.length) + failedText(result.value)
      : result.error.message;
    setMessage(news);
    speak(news);
    list.reload();
    onDecided();
  };
  if (items.length === 0 && message === '') {
    return null;
  }
  return (
    <section className="altscribe-panel" aria-label={__('Decorative images', 'altscribe')}>
      {message !== '' && <p>{message}</p>}
      {items.length > 0 && (
        <>
          <p className="altscribe-panel__sentence">{seemingText(list.shown?.total ?? 0)}</p>
          <p>
            {__(
              'Screen readers skip decorative images. Unselected images stay in review.',
              'altscribe',
            )}
          </p>
          <ul className="altscribe-verdicts">
            {items.map((item) => (
              <Verdict
                key={item.id}
                item={item}
                isChecked={!left.includes(item.id)}
                onChange={(isChecked) => {
                  setLeft(isChecked ? left.filter((id) => id !== item.id) : [...left, item.id]);
                }}
              />
            ))}
          </ul>
          <AccessibleButton
            variant="secondary"
            size="compact"
            isBusy={isBusy}
            disabledReason={ids.length === 0 ? __('Choose at least one image.', 'altscribe') : null}
            onClick={() => {
              if (!isBusy) {
                void confirm();
              }
            }}
          >
            {sprintf(
              /* translators: %s: number of images. */
              _n('Decorative: %s image', 'Decorative: %s images', ids.length, 'altscribe'),
              formatNumber(ids.length),
            )}
          </AccessibleButton>
        </>
      )}
    </section>
  );
}

interface VerdictProps {
  item: SuggestionItem;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** An image with its checkbox, whose description is the text for users who disagree. */
function Verdict({ item: { image, text }, isChecked, onChange }: VerdictProps) {
  return (
    <li>
      <img src={image.thumbnail} alt="" loading="lazy" />
      <CheckboxControl
        __nextHasNoMarginBottom
        label={image.file}
        help={text}
        checked={isChecked}
        onChange={onChange}
      />
    </li>
  );
}

function seemingText(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n('%s image seems to be decorative.', '%s images seem to be decorative.', count, 'altscribe'),
    formatNumber(count),
  );
}

function markedText(count: number): string {
  return sprintf(
    /* translators: %s: number of images. */
    _n('%s image marked as decorative.', '%s images marked as decorative.', count, 'altscribe'),
    formatNumber(count),
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
  const { shown: value, error, isLoading } = list;
  const whenGone = useFocusWhenGone();
  const paging = value && (
    <Pagination page={page} perPage={itemsOnPage} total={value.total} onChange={items.setPage} />
  );
  return (
    <section aria-label={__('Results', 'altscribe')}>
      {!isActive(batch) && (
        <DecorativeVerdicts
          onDecided={() => {
            items.list.reload();
            void control.reload();
          }}
        />
      )}
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
          <tbody {...whenGone}>
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

export const itemsOnPage = 20;

export interface BatchItems {
  list: Loaded<{ items: BatchItem[]; total: number }>;
  page: number;
  /** '' means all. */
  state: ItemState | '';
  setPage: (page: number) => void;
  setState: (state: ItemState | '') => void;
  /** Stays on the current page, because the user is working in it. */
  stay: () => void;
  /** Shows the result of an action on a row. The row stays in its place. */
  replace: (item: BatchItem) => void;
}

/** One page of the results. While the batch runs, the page with the images in progress. */
export function useBatchItems({ shown, isWorking, undone, onItems }: BatchControl): BatchItems {
  const batch = shown?.batch ?? null;
  const [chosen, setChosen] = useState<number | null>(null);
  const [state, setState] = useState<ItemState | ''>('');
  const isFollowing = chosen === null && state === '' && batch?.state === 'running';
  const done = batch ? countDone(batch) : 0;
  const page = chosen ?? (isFollowing ? pageOf(Math.min(done, batch.total - 1)) : 1);
  const id = batch?.id ?? 0;

  const list = useLoaded(`${String(id)} ${String(page)} ${state}`, () =>
    listBatchItems(id, { page, perPage: itemsOnPage, state }),
  );
  useLastPage(list, page, itemsOnPage, setChosen);
  const { change, reload } = list;

  useEffect(
    () =>
      onItems((items) => {
        change((present) => ({ ...present, items: merge(present.items, items) }));
      }),
    [onItems, change],
  );

  // Items that were processed elsewhere. Those from this tab are already here, also one that waits again.
  const doneBefore = useRef(done);
  useEffect(() => {
    const isRetried = done < doneBefore.current;
    doneBefore.current = done;
    if (!isWorking && !isRetried) {
      reload();
    }
  }, [isWorking, done, reload]);

  // Items that an undo of the batch changed. The rows stay in their place.
  const ids = useRef<number[]>([]);
  ids.current = list.shown?.items.map((item) => item.attachment_id) ?? [];
  useEffect(() => {
    if (undone === 0 || ids.current.length === 0) {
      return;
    }
    void listItemsOf(ids.current).then((result) => {
      if (result.ok) {
        const items = result.value.filter((item) => item.batch_id === id);
        change((present) => ({ ...present, items: merge(present.items, items) }));
      }
    });
  }, [undone, id, change]);

  return {
    list,
    page,
    state,
    setPage: setChosen,
    setState: (next) => {
      setState(next);
      setChosen(next === '' ? null : 1);
    },
    stay: () => {
      setChosen(page);
    },
    replace: (item) => {
      change((present) => ({ ...present, items: merge(present.items, [item]) }));
    },
  };
}

/** The page of an item by its position in the batch, from 0. */
function pageOf(index: number): number {
  return Math.floor(index / itemsOnPage) + 1;
}

function merge(present: BatchItem[], changed: readonly BatchItem[]): BatchItem[] {
  return present.map(
    (item) => changed.find(({ attachment_id: id }) => id === item.attachment_id) ?? item,
  );
}
