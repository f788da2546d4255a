import { expect, type Page, type Request } from '@playwright/test';

/** After this long without a request, no more are expected (ms). */
const pause = 500;

/**
 * Watches the requests of a page from now on.
 *
 * @returns a function that waits until all of them have ended, and none has started for half a
 *   second. Playwright's own `networkidle` may never come although every request has ended.
 */
export function watchForQuiet(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let lastAt = Date.now();
  page.on('request', (request) => {
    open.add(request);
    lastAt = Date.now();
  });
  const end = (request: Request) => open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () =>
    expect
      .poll(() => (Date.now() - lastAt < pause ? 'a request' : [...open].map((one) => one.url())))
      .toEqual([]);
}
