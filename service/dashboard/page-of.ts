import type { DashboardContext } from './state.ts';

/** One page of a list that is known whole, and the addresses of the pages beside it. */
export interface PageOfList<Item> {
  readonly items: readonly Item[];
  readonly newest: string | undefined;
  readonly older: string | undefined;
}

/** The page that the query asks for by `page`, from 1; the last one where there are not so many. */
export function pageOf<Item>(
  list: readonly Item[],
  { path, query }: Pick<DashboardContext, 'path' | 'query'>,
  size: number,
): PageOfList<Item> {
  const last = Math.max(1, Math.ceil(list.length / size));
  const asked = /^\d{1,6}$/.test(String(query['page'])) ? Number(query['page']) : 1;
  const page = Math.min(Math.max(asked, 1), last);
  const address = (number: number) => {
    const kept = new URLSearchParams(query as Record<string, string>);
    kept.delete('notice');
    kept.set('page', String(number));
    return `${path}?${kept}`;
  };
  return {
    items: list.slice((page - 1) * size, page * size),
    newest: page > 1 ? address(1) : undefined,
    older: page < last ? address(page + 1) : undefined,
  };
}
