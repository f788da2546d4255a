import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Session } from '../../wordpress/session.ts';

/** A post in the block editor, in its own window. */
export interface Editor {
  readonly page: Page;
  /** Processor time that the page's main thread takes for some work, until it is idle (ms). */
  timeOf(work: () => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

const loadMs = 180_000;
/** The editor keeps loading, and polls the site for news endlessly. */
const loadedMs = 5_000;
/** Work that the editor defers until idle runs within this time. */
const quietMs = 300;

export async function openEditor(
  browser: Browser,
  address: string,
  cookies: Session['cookies'],
): Promise<Editor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(address, { timeout: loadMs });
  const canvas = page.frameLocator('iframe[name="editor-canvas"]');
  await canvas.locator('.wp-block-image img').last().waitFor({ timeout: loadMs });
  await page.waitForTimeout(loadedMs);
  const protocol = await context.newCDPSession(page);
  // Thread time, so other work on this machine does not count.
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    async timeOf(work) {
      // Earlier garbage is not part of this work.
      await protocol.send('HeapProfiler.collectGarbage');
      await settle(page);
      const before = await readTaskMs(protocol);
      await work();
      await settle(page);
      return (await readTaskMs(protocol)) - before;
    },
    async close() {
      await context.close();
    },
  };
}

async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(quietMs);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

async function readTaskMs(protocol: CDPSession): Promise<number> {
  const { metrics } = await protocol.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
}
