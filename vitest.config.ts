import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { propertySeed } from './tools/property-seed.mjs'

// Inherited by the workers (tools/property-setup.mjs).
process.env.PROPERTY_SEED = String(propertySeed(process.env.PROPERTY_SEED, import.meta.dirname) ?? 'random')
const propertySetup = join(import.meta.dirname, 'tools/property-setup.mjs')

export default defineConfig({
  test: {
    // `npm test` leaves these out; `npm run test:full` runs them too (CONTRIBUTING.md, "Tests").
    tags: [{ name: 'long', description: 'Series of crashes, large properties and load: minutes on two cores.' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/test/**/*.test.ts',
            'bench/test/**/*.test.ts',
            'tools/test/**/*.test.ts',
            'e2e/test/**/*.test.ts',
          ],
          setupFiles: [propertySetup],
          // A property test of some seconds takes a minute on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          // These modules have no state that tests could leave behind: load them once instead of once per file.
          isolate: false,
        },
      },
      // Modules of pages hold language, session and stores: isolate each file, in a VM context instead of a process.
      {
        test: {
          name: 'web',
          include: ['apps/web/test/**/*.test.ts'],
          setupFiles: [propertySetup],
          testTimeout: 60_000,
          pool: 'vmThreads',
          expect: { poll: { timeout: 20_000 } },
        },
      },
      'apps/server/vitest.config.ts',
    ],
  },
})
