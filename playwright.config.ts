import { defineConfig } from '@playwright/test';
import type { DashboardOptions } from './test/e2e/dashboard/support/test.ts';
import type { SiteOptions } from './test/e2e/support/site.ts';
import { launchOptions } from './test/wordpress/browser.ts';

/**
 * The newest and the oldest WordPress that is supported, each on a PHP of its time. Each project
 * runs in one worker with one WordPress, and both projects run side by side. The dashboard is tested
 * on both kinds of storage.
 */
export default defineConfig<object, { siteOptions: SiteOptions } & DashboardOptions>({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  globalSetup: './test/e2e/support/build.ts',
  workers: 2,
  forbidOnly: true,
  // PHP is WebAssembly here: a page of the administration takes seconds, on a slow machine many.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./test/e2e/support/closing-lines.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: await launchOptions(),
    locale: 'en-US',
    // Animations are drawn without a graphics card here, and would take most of the time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'wordpress-7.1',
      testIgnore: 'dashboard/**',
      workers: 1,
      use: { siteOptions: { version: '7.1', php: '8.3' } },
    },
    {
      name: 'wordpress-6.8',
      testIgnore: 'dashboard/**',
      workers: 1,
      use: { siteOptions: { version: '6.8', php: '7.4' } },
    },
    {
      name: 'dashboard-files',
      testMatch: 'dashboard/*.spec.ts',
      workers: 1,
      use: { storage: 'files' },
    },
    {
      name: 'dashboard-postgres',
      testMatch: 'dashboard/*.spec.ts',
      workers: 1,
      use: { storage: 'postgres' },
    },
  ],
});
