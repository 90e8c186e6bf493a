import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // `npm test` leaves these out; `npm run test:full` runs them too (CONTRIBUTING.md, "Tests").
    tags: [{ name: 'long', description: 'Series of crashes, large properties and load: minutes on two cores.' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'],
          // A property of some seconds takes a minute on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // No module here keeps anything that a test could leave behind: they are loaded once, not once a file.
          isolate: false,
        },
      },
      // Pages keep their language, session and stores in modules: every file begins anew, in a context instead of a process.
      { test: { name: 'web', include: ['apps/web/test/**/*.test.ts'], testTimeout: 60_000, pool: 'vmThreads' } },
      'apps/server/vitest.config.ts',
    ],
  },
})
