import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'database',
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/database-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
