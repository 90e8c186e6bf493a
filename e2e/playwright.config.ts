import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../tools/chromium.mjs'
import { buildWeb } from '../tools/build-web.mjs'
import { BASE_URL, ROOT, getSuiteServer } from './support/environment.ts'

/** True when run by `npm test`. */
const isSuite = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined
/** Tests mostly wait for timers, the database and trades, so two workers fit on few cores. */
const WORKERS = Number(process.env.E2E_WORKERS ?? 2)
const servers = Array.from({ length: WORKERS }, (_, worker) => getSuiteServer(worker))

// Only in the runner: its workers load this file too.
if (process.env.TEST_WORKER_INDEX === undefined) {
  // Build once; otherwise every server would.
  buildWeb()
  for (const { dataDir } of process.env.E2E_KEEP_DATA ? [] : servers) {
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })
  }
}

export default defineConfig({
  testDir: 'specs',
  outputDir: join(ROOT, '.cache', 'test-results', 'browser'),
  reporter: isSuite ? [['list'], ['json']] : [['list']],
  workers: WORKERS,
  timeout: 60_000,
  // Retry once, because the machine may stall for seconds. Flaky tests are listed at the end of the run.
  retries: isSuite ? 1 : 0,
  // The longest tests run first, so that they do not run alone at the end.
  projects: [
    { name: 'chaos', testMatch: /chaos\.spec\.ts$/ },
    { name: 'cluster', testMatch: /(cluster|upgrade)\.spec\.ts$/ },
    { name: 'journeys', testIgnore: /(chaos|cluster|upgrade)\.spec\.ts$/ },
  ],
  expect: { timeout: 15_000 },
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Requests of a service worker pass by `page.route`: journeys about it allow it.
    serviceWorkers: 'block',
    launchOptions: { executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_FLAGS },
    // Tracing costs an eighth of the run time, so only failures are traced in the suite.
    trace: { mode: isSuite ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
  },
  webServer: servers.map(({ port, dataDir }) => ({
    command: `node tools/start.mjs`,
    cwd: ROOT,
    url: `http://127.0.0.1:${port}/api/ready`,
    timeout: 180_000,
    stdout: 'pipe' as const,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      MARKETS: '',
      NODE_ENV: 'test',
      RATE_LIMIT_FACTOR: '100',
      LOG_LEVEL: 'warn',
      TRON_API_URL: 'off',
      TEST_RECHECK_SECONDS: '2',
      // Longer than the delay of delayed readers, and shorter than the default, which takes many seconds.
      TEST_BOOK_HISTORY_MINUTES: '20',
      // The watchlist compares open interest with that of the day before. The default is a week: seconds of work per server.
      TEST_DERIVATIVES_HISTORY_HOURS: '25',
    },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
  })),
})
