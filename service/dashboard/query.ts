import type { DashboardContext } from './state.ts';

/** A value of the query, where it is there once and is text: no store takes control characters. */
export function queryText({ query }: Pick<DashboardContext, 'query'>, name: string): string {
  const value = query[name];
  return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : '';
}
