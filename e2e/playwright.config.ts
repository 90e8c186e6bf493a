import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../tools/chromium.mjs'
import { DATA_DIR, PORT, ROOT } from './support/places.ts'

// Only the runner itself starts from nothing; its workers read this file again.
if (process.env.TEST_WORKER_INDEX === undefined && !process.env.E2E_KEEP_DATA) {
  rmSync(DATA_DIR, { recursive: true, force: true })
  mkdirSync(DATA_DIR, { recursive: true })
}

export default defineConfig({
  testDir: 'specs',
  outputDir: join(ROOT, '.cache', 'test-results', 'browser'),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: { executablePath: (await findChromium()) ?? undefined, args: CHROMIUM_FLAGS },
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  webServer: {
    command: `node tools/start.mjs`,
    cwd: ROOT,
    url: `http://127.0.0.1:${PORT}/api/ready`,
    timeout: 180_000,
    stdout: 'pipe',
    env: { PORT: String(PORT), DATA_DIR, MARKETS: '', NODE_ENV: 'test', RATE_LIMIT_FACTOR: '100', LOG_LEVEL: 'warn' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
