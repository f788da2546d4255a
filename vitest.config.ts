import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { NoSkippedTests } from './test/support/no-skipped-tests.ts';

export default defineConfig({
  test: {
    globalSetup: 'test/support/build-service.ts',
    reporters: ['default', new NoSkippedTests()],
    // Most tests wait for processes of their own, so a worker per core would leave cores idle.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/{contract,integration,unit}/**/*.test.{ts,tsx}'],
          exclude: ['test/unit/plugin/**'],
          // These files leave nothing behind that another could meet, and loading takes long.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'plugin',
          include: ['test/unit/plugin/**/*.test.{ts,tsx}'],
          // The files replace modules. This pool isolates them, and need not load jsdom for each.
          pool: 'vmForks',
          alias: Object.fromEntries(
            ['block-editor', 'blocks', 'core-data', 'editor'].map((name) => [
              `@wordpress/${name}`,
              fileURLToPath(new URL(`test/unit/plugin/stand-ins/${name}.ts`, import.meta.url)),
            ]),
          ),
        },
      },
    ],
  },
});
