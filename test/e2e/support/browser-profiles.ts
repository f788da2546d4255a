import type {
  BrowserContext,
  BrowserContextOptions,
  BrowserType,
  LaunchOptions,
} from '@playwright/test';

/** Browsers that keep their caches from test to test. */
export interface Profiles {
  /** The context with these options, always the same one. It has a blank page. */
  open(options: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/**
 * Chromium keeps compiled scripts on disk, but only of contexts that have a folder: with them, it needs
 * a third less processor time to open an editor.
 */
export function createProfiles(chromium: BrowserType, launchOptions: LaunchOptions): Profiles {
  const contexts = new Map<string, Promise<BrowserContext>>();
  return {
    open(options) {
      const name = JSON.stringify(options);
      // An empty path is a temporary folder, which is removed when the context is closed.
      const context =
        contexts.get(name) ??
        chromium.launchPersistentContext('', { ...launchOptions, ...options });
      contexts.set(name, context);
      return context;
    },
    async close() {
      for (const context of contexts.values()) await (await context).close();
    },
  };
}

/** Closes the pages of a test, and removes what it left, except the cache of files. */
export async function forgetVisit(context: BrowserContext, origin: string): Promise<void> {
  await context.clearCookies();
  await context.setOffline(false);
  const [blank, ...opened] = context.pages();
  if (!blank || opened.length === 0) return;
  const browser = await context.newCDPSession(blank);
  await Promise.all(opened.map((page) => page.close()));
  await browser.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,local_storage,indexeddb,service_workers,cache_storage',
  });
  await browser.detach();
}
