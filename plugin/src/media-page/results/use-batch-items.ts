import { useEffect, useRef, useState } from '@wordpress/element';
import {
  listBatchItems,
  listItemsOf,
  type BatchItem,
  type ItemState,
} from '../../common/batches-api.ts';
import type { BatchControl } from '../hooks/use-batch.ts';
import { useLoaded, type Loaded } from '../hooks/use-page-query.ts';
import { countDone } from '../run/batch-state.ts';

export const itemsOnPage = 20;

export interface BatchItems {
  list: Loaded<{ items: BatchItem[]; total: number }>;
  page: number;
  /** '' means all. */
  state: ItemState | '';
  setPage: (page: number) => void;
  setState: (state: ItemState | '') => void;
  /** Stays on the present page, because the user is working in it. */
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
  const { change, reload } = list;

  useEffect(
    () =>
      onItems((items) => {
        change((present) => ({ ...present, items: merge(present.items, items) }));
      }),
    [onItems, change],
  );

  // Items processed elsewhere. Items from this tab are already here.
  useEffect(() => {
    if (!isWorking) {
      reload();
    }
  }, [isWorking, done, reload]);

  // Items that an undo of the batch changed. The rows stay in their place.
  const ids = useRef<number[]>([]);
  ids.current = list.value?.items.map((item) => item.attachment_id) ?? [];
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
