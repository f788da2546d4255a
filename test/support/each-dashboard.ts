import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { DashboardOptions } from '../../service/dashboard/state.ts';
import { startDashboard, type DashboardSite, type Page, type Visitor } from './dashboard-site.ts';
import { onEachStorage } from './each-storage.ts';

/** Creates an owner with five credits, who has signed in. */
type NewOwner = () => Promise<{ userId: string; visitor: Visitor }>;

/** Runs tests of the dashboard twice: on files and on PostgreSQL. */
export function onEachDashboard(
  options: Partial<DashboardOptions>,
  tests: (site: DashboardSite, newOwner: NewOwner) => void,
): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  onEachStorage((newEnv) => {
    // Complete once the tests run.
    const site = {} as DashboardSite;
    beforeAll(async () => {
      Object.assign(site, await startDashboard(await newEnv(), options));
    });
    afterAll(() => site.stop());

    let owners = 0;
    tests(site, async () => {
      const userId = `owner-${(owners += 1)}@example.com`;
      await site.createAccount({ user_id: userId, credits_available: 5 });
      return { userId, visitor: await site.signIn(userId) };
    });
  });
}

/** All pages of a list, from the first one by the links to the next; each must stay under 60 kB. */
export async function pagesOf(
  visitor: Visitor,
  path: string,
  headers?: Record<string, string>,
): Promise<Page[]> {
  const page = await visitor.get(path, headers);
  expect(Buffer.byteLength(page.html)).toBeLessThan(60_000);
  const next = page.document.querySelector('.pager [rel=next]')?.getAttribute('href');
  return [page, ...(next ? await pagesOf(visitor, next, headers) : [])];
}

/** The number of rows on each page of a list. */
export const rowCounts = (pages: readonly Page[]): number[] =>
  pages.map((page) => rowsOf(page).length);

/** The texts of the cells of each row. */
export const rowsOf = ({ document }: Page): string[][] =>
  [...document.querySelectorAll('.data-table tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent.trim()),
  );
