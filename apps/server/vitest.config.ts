import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'database',
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/database-setup.ts'],
    setupFiles: ['../../tools/property-setup.mjs', 'test/property-limits.ts'],
    // Server state lives in objects that tests create, so modules are loaded once instead of once per file.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
