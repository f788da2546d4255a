import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration}/**/*.test.ts'],
    globalSetup: 'test/support/build-service.ts',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
