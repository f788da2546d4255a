import { useCallback, useEffect, useState } from '@wordpress/element';
import { readFilters, withFilters, type Filters } from '../filters.ts';

/** What the URL says that the page shows. Going back in the browser goes back here. */
export interface PageQuery {
  filters: Filters;
  /** The page of the list, from 1. */
  page: number;
  /** The batch whose results are shown; null: the images are shown. */
  batchId: number | null;
  setFilters: (filters: Filters) => void;
  setPage: (page: number) => void;
  /** `replace`: the page that was shown is none to go back to. */
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
      go(withFilters(window.location.search, filters));
    },
    [go],
  );
  const setPage = useCallback(
    (page: number) => {
      go(withNumber('paged', page === 1 ? null : page));
    },
    [go],
  );
  const showBatch = useCallback(
    (id: number | null, replace = false) => {
      go(withNumber('batch', id), replace);
    },
    [go],
  );
  return {
    filters: readFilters(search),
    page: readNumber(search, 'paged') ?? 1,
    batchId: readNumber(search, 'batch'),
    setFilters,
    setPage,
    showBatch,
  };
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
