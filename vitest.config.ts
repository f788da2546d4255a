import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { wordpressAliases } from './test/support/bundle-wordpress.ts';
import { EndOfHangs } from './test/support/end-of-hangs.ts';
import { NoSkippedTests } from './test/support/no-skipped-tests.ts';

/** Tests of plain functions. */
const plain = 'test/unit/{bench,docs,service,shared,support,wordpress}/**/*.test.{ts,tsx}';

/** Tests of other processes: the service, its command line, PHP. */
const processes =
  'test/integration/{chaos,cli,dashboard,demo,deploy,docs,plugin,service}/**/*.test.ts';

const plugin = 'test/unit/plugin/**/*.test.{ts,tsx}';

/** Not inherited: each project would also repeat the global setup. */
const shared = {
  setupFiles: 'test/support/end-tests.ts',
  testTimeout: 20_000,
  hookTimeout: 20_000,
};

export default defineConfig({
  test: {
    globalSetup: 'test/support/build-service.ts',
    // A missing file of a comparison is a failure. `-u` writes it.
    update: 'none',
    reporters: ['default', new NoSkippedTests(), new EndOfHangs()],
    // Most tests wait for their own processes, so one worker per core would leave cores idle.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      // Loading modules again for each file takes longer than most of these tests, which leave
      // nothing behind that could affect another file.
      { test: { ...shared, name: 'plain', include: [plain], isolate: false } },
      { test: { ...shared, name: 'processes', include: [processes], isolate: false } },
      {
        test: {
          ...shared,
          name: 'parts',
          include: ['test/{contract,integration,unit}/**/*.test.{ts,tsx}'],
          exclude: [plain, processes, plugin],
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'plugin',
          include: [plugin],
          globalSetup: 'test/support/bundle-wordpress.ts',
          setupFiles: [shared.setupFiles, 'test/unit/plugin/browser.ts'],
          // The files replace modules. This pool isolates them, and need not load jsdom for each.
          pool: 'vmForks',
          alias: wordpressAliases,
        },
      },
    ],
  },
});
