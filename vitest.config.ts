import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'apps/web/test/**/*.test.ts', 'tools/test/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      'apps/server/vitest.config.ts',
    ],
  },
})
