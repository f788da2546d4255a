import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import type { Result } from '../../common/api.ts';
import type { ApiError } from '../../common/api-error.ts';
import { bootData } from '../boot-data.ts';
import {
  readFilters,
  readReviewFilters,
  withFilters,
  withReviewFilters,
  type Filters,
  type ReviewFilters,
} from '../filters.ts';

/** Data that is read from the server, and read again when `key` or `version` changes. */
export interface Loaded<Value> {
  /** The answer to the last request; null until it arrives, and after an error. */
  value: Value | null;
  /**
   * To be looked at: the last answer, also while it is read again or another key is read. After an
   * error, only if it has the same key.
   */
  shown: Value | null;
  /** Of this key. */
  error: ApiError | null;
  isLoading: boolean;
  reload: () => void;
  /**
   * Changes the data locally, without a request. A response to an earlier request gets the same
   * change.
   */
  change: (change: (value: Value) => Value) => void;
}

/**
 * `load` is called for each `key`, and again for each `version`. Responses that arrive after a newer
 * request was sent are dropped.
 */
export function useLoaded<Value>(
  key: string,
  load: () => Promise<Result<Value>>,
  version = 0,
): Loaded<Value> {
  const [round, setRound] = useState(0);
  const request = `${String(version)} ${String(round)} ${key}`;
  const [answer, setAnswer] = useState<Answer<Value>>(noAnswer);
  const latest = useRef(load);
  latest.current = load;
  /** The changes since the last request was sent. */
  const changes = useRef<((value: Value) => Value)[]>([]);

  useEffect(() => {
    let isCurrent = true;
    changes.current = [];
    void latest.current().then((result) => {
      if (!isCurrent) {
        return;
      }
      setAnswer((last) => ({
        request,
        key,
        ...(result.ok
          ? {
              value: changes.current.reduce((present, edit) => edit(present), result.value),
              error: null,
            }
          : { value: last.key === key ? last.value : null, error: result.error }),
      }));
    });
    return () => {
      isCurrent = false;
    };
  }, [request, key]);

  const reload = useCallback(() => {
    setRound((number) => number + 1);
  }, []);
  const change = useCallback((edit: (value: Value) => Value) => {
    changes.current.push(edit);
    setAnswer((last) => (last.value === null ? last : { ...last, value: edit(last.value) }));
  }, []);
  const { value: shown } = answer;
  const isLoading = answer.request !== request;
  const error = answer.key === key ? answer.error : null;
  return { value: isLoading || error ? null : shown, shown, error, isLoading, reload, change };
}

interface Answer<Value> {
  /** Null before the first one. */
  request: string | null;
  key: string | null;
  value: Value | null;
  error: ApiError | null;
}

const noAnswer = { request: null, key: null, value: null, error: null };

/** Shows the last page of a list instead of one that is empty, because its rows are gone. */
export function useLastPage(
  { value }: Pick<Loaded<{ items: readonly unknown[]; total: number }>, 'value'>,
  page: number,
  perPage: number,
  setPage: (page: number, replace: true) => void,
): void {
  const last = Math.ceil((value?.total ?? 0) / perPage);
  const isGone = value?.items.length === 0 && last > 0 && page > last;
  useEffect(() => {
    if (isGone) {
      setPage(last, true);
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isGone, last]);
}

export type Tab = 'review' | 'images' | 'history';

/** The page's state in the URL. The browser's back button restores it. */
export interface PageQuery {
  /** Without one in the URL: the images if it names filters or a batch, else null. */
  tab: Tab | null;
  /** The suggestions are shown as a list. */
  isList: boolean;
  filters: Filters;
  reviewFilters: ReviewFilters;
  /** The page of the list, from 1. */
  page: number;
  /** The batch whose results are shown; null: the images are shown. */
  batchId: number | null;
  setFilters: (filters: Filters) => void;
  setReviewFilters: (filters: ReviewFilters) => void;
  /** `replace`: as for `showBatch`. */
  setPage: (page: number, replace?: boolean) => void;
  /** Follows a link of this page, such as `?page=altscribe-media&tab=history`. */
  follow: (link: string) => void;
  /** `replace`: the previous state is not added to the browser's history. */
  showBatch: (batchId: number | null, replace?: boolean) => void;
}

export function usePageQuery(): PageQuery {
  const [search, setSearch] = useState(window.location.search);

  useEffect(() => {
    const read = () => {
      setSearch(window.location.search);
    };
    window.addEventListener('popstate', read);
    return () => {
      window.removeEventListener('popstate', read);
    };
  }, []);

  const go = useCallback((next: string, replace = false) => {
    window.history[replace ? 'replaceState' : 'pushState'](null, '', next);
    setSearch(next);
  }, []);

  const setFilters = useCallback(
    (filters: Filters) => {
      go(withFilters(window.location.search, filters, bootData));
    },
    [go],
  );
  const setReviewFilters = useCallback(
    (filters: ReviewFilters) => {
      go(withReviewFilters(window.location.search, filters));
    },
    [go],
  );
  const setPage = useCallback(
    (page: number, replace = false) => {
      go(withNumber('paged', page === 1 ? null : page), replace);
    },
    [go],
  );
  const showBatch = useCallback(
    (id: number | null, replace = false) => {
      const query = new URLSearchParams(withNumber('batch', id));
      query.set('tab', 'images');
      go(`?${query.toString()}`, replace);
    },
    [go],
  );
  return {
    tab: readTab(search),
    isList: new URLSearchParams(search).get('view') === 'list',
    filters: readFilters(search, bootData),
    reviewFilters: readReviewFilters(search),
    page: readNumber(search, 'paged') ?? 1,
    batchId: readNumber(search, 'batch'),
    setFilters,
    setReviewFilters,
    setPage,
    follow: go,
    showBatch,
  };
}

const tabs: Tab[] = ['review', 'images', 'history'];

function readTab(search: string): Tab | null {
  const query = new URLSearchParams(search);
  const hasMore = [...query.keys()].some((name) => name !== 'page');
  return tabs.find((tab) => tab === query.get('tab')) ?? (hasMore ? 'images' : null);
}

/** A link to a tab of the page, without filters. */
export function tabLink(tab: Tab): string {
  return `?page=altscribe-media&tab=${tab}`;
}

/** A link to the suggestions of the current filters, as a list or one by one. */
export function viewLink(isList: boolean): string {
  const query = new URLSearchParams(window.location.search);
  query.set('tab', 'review');
  query.delete('paged');
  query.delete('view');
  return `?${query.toString()}${isList ? '&view=list' : ''}`;
}

function readNumber(search: string, name: string): number | null {
  const value = new URLSearchParams(search).get(name) ?? '';
  return /^[1-9]\d{0,15}$/.test(value) ? Number(value) : null;
}

function withNumber(name: string, value: number | null): string {
  const query = new URLSearchParams(window.location.search);
  if (value === null) {
    query.delete(name);
  } else {
    query.set(name, String(value));
  }
  return `?${query.toString()}`;
}
