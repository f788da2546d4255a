import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { SiteOptions } from './test/e2e/support/site.ts';
import { launchOptions } from './test/wordpress/browser.ts';

/**
 * The specs of things that may differ between versions of WordPress: its own screens that the
 * plugin extends, the mark for decorative images in blocks, recent features, and activating and
 * deleting plugins. A test there is tagged `@same-in-both` if it tests the plugin's own code and rules, and
 * another test of the file uses the same parts of WordPress.
 */
const mayDiffer = [
  'accessibility',
  'classic-editor',
  'inspector',
  'kinds',
  'locks',
  'media-grid',
  'own-screens',
  'unedited',
  'uninstall',
].map((name) => `e2e/${name}.spec.ts`);

const launched = await launchOptions();

/**
 * For V8, sizes in MB. A page lives for seconds: optimising its scripts takes longer than it saves, and so
 * do removing its garbage and sharing that work among threads.
 */
const scriptFlags =
  '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=64 --initial-heap-size=400';

/**
 * The newest supported WordPress, with all tests, and the oldest one, with the tests that may
 * differ there; each on a PHP of its time. Each worker has its own WordPress. The dashboard is
 * opened on PostgreSQL; test/integration/dashboard asks each of its pages on both kinds of storage.
 */
export default defineConfig<object, { siteOptions: SiteOptions }>({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/{testFileDir}/says/{arg}{ext}',
  globalSetup: './test/e2e/support/build.ts',
  // A test waits for PHP or a browser much of the time.
  workers: Math.ceil(1.5 * availableParallelism()),
  forbidOnly: true,
  // Where WordPress or the browser does not start, no test can pass.
  maxFailures: 20,
  // Far longer than all tests take, also on a busy machine.
  globalTimeout: 40 * 60_000,
  // Where no native PHP is available, it is WebAssembly: a page of the administration takes seconds.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./test/e2e/support/closing-lines.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: { ...launched, args: [...(launched.args ?? []), scriptFlags] },
    locale: 'en-US',
    // Animations are drawn without a graphics card here, and would take most of the time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'dashboard',
      testMatch: 'dashboard/*.spec.ts',
      // All share one service. They come first: at the end, the other workers would have nothing to do.
      workers: 1,
    },
    {
      name: 'wordpress-6.8',
      testMatch: mayDiffer,
      grepInvert: /@same-in-both/,
      // One site of this version is started, and at the beginning: most workers have one of the other.
      workers: 1,
      use: { siteOptions: { version: '6.8', php: '7.4' } },
    },
    {
      name: 'wordpress-7.1',
      testIgnore: 'dashboard/**',
      use: { siteOptions: { version: '7.1', php: 'native' } },
    },
  ],
});
