import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration}/**/*.test.{ts,tsx}'],
    alias: {
      '@wordpress/core-data': fileURLToPath(
        new URL('test/unit/plugin/core-data.ts', import.meta.url),
      ),
    },
    globalSetup: 'test/support/build-service.ts',
    // Most tests wait for processes of their own, so that one worker would leave a core idle.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
