import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'database',
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/database-setup.ts'],
    setupFiles: ['test/property-limits.ts'],
    // What the server keeps, it keeps in objects that a test makes; modules are loaded once, not once a file.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
