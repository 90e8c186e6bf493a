import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { WORKSPACE_FORMAT, type Login, type WorkspaceDocument } from '@flowprint/contract'
import { emptyTrades, lowerBoundTs, MINUTE_MS, sliceTrades, type Trades } from '@flowprint/orderflow'
import { createPasswordHasher, ensureDevAccounts } from '../../apps/server/src/modules/accounts/index.ts'
import { createClock } from '../../apps/server/src/platform/clock/index.ts'
import type { Lease, TapeStore } from '../../apps/server/src/market/store/index.ts'
import { buildWeb } from '../../tools/build-web.mjs'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from '../../tools/chromium.mjs'
import { openBenchApp } from './bench-app.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { median, percentile, plainRow, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore, removeBenchStore, type BenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const WEB_ROOT = join(import.meta.dirname, '..', '..', 'apps', 'web', 'dist')
/** Slowdown of a mid-range phone relative to this machine. */
const SLOWER = 4
/** Frame budget of a 60 Hz screen. */
const FRAME_MS = 1000 / 60
const SYMBOLS = ['BENCH:BTCUSDT', 'BENCH:ETHUSDT'] as const
const CYCLES = ['1m', '3m', '5m', '15m', '30m', '1h'] as const
const PAST_MINUTES = 400
/** Ten times a normal minute of BINANCE:BTCUSDT: a fast market. */
const LIVE_PER_MINUTE = 10 * BTC.perMinute
/** Time between two commits of a recorder. */
const COMMIT_MS = 60
const MEASURED_MS = 8_000
const SWITCHES = 11

/** A workspace of six live charts in a real browser: JavaScript per frame, memory, and a switch of the symbol. */
export async function benchWorkspace(): Promise<BenchRow[]> {
  const executablePath = await findChromium()
  if (!executablePath) {
    console.log(`bench: workspace is skipped. ${NO_BROWSER}`)
    return []
  }
  buildWeb()
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const { app, url } = await openBenchApp(
      bench,
      { RATE_LIMIT_FACTOR: '100000', MARKETS: '', DATA_DIR: dataDir },
      {},
      WEB_ROOT,
    )
    const browser = await chromium.launch({
      executablePath,
      args: CHROMIUM_FLAGS,
    })
    const feeds: Feed[] = []
    try {
      for (const [k, symbol] of SYMBOLS.entries()) feeds.push(await openFeed(bench.store, symbol, k))
      const token = await logIn(bench, dataDir, url)
      const one = await measureCharts(browser, { url, token }, 1)
      const six = await measureCharts(browser, { url, token }, CYCLES.length)
      const switches = await measureSwitches(browser, { url, token })
      return rowsOf(one, six, switches)
    } finally {
      for (const feed of feeds) await feed.stop()
      await browser.close()
      await app.close()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

interface Site {
  readonly url: string
  readonly token: string
}

/** Token of an account: the page is for members. */
async function logIn({ database }: BenchStore, dataDir: string, url: string): Promise<string> {
  const accounts = await ensureDevAccounts({
    pool: database.pool,
    clock: createClock(),
    hasher: createPasswordHasher(),
    dataDir,
  })
  if (accounts === null || accounts === 'elsewhere') throw new Error('bench: the database is not new')
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', language: 'en' },
    body: JSON.stringify(accounts.member),
  })
  const { data } = (await response.json()) as { data: Login | null }
  if (data === null) throw new Error(`bench: no login (${response.status})`)
  return data.token
}

interface Feed {
  stop(): Promise<void>
}

/** A market with some hours of trades that goes on in real time. */
async function openFeed(store: TapeStore, symbol: string, seed: number): Promise<Feed> {
  const instrument = await store.ensureInstrument({
    symbol,
    exchange: 'BENCH',
    kind: 'spot',
    label: symbol.replace('BENCH:', '').replace('USDT', '/USDT'),
    tickSize: BTC.tickSize,
    lotSize: BTC.lotSize,
    side: 'given',
    qtyUnit: 'base',
    ids: 'contiguous',
    live: true,
    simulated: false,
  })
  const tape = new BtcTape(seed + 1, BTC.perMinute)
  const past = tape.next(PAST_MINUTES)
  const until = BTC.from + PAST_MINUTES * MINUTE_MS
  const lease = await store.acquireLease(instrument)
  await store.importRun(instrument, [past], {
    covers: { from: BTC.from, to: until },
    watermark: until,
    reason: 'backfill',
    lease,
  })
  await store.refreshRecommended(instrument)
  tape.perMinute = LIVE_PER_MINUTE
  return goOn(store, lease, tape)
}

function goOn(store: TapeStore, lease: Lease, tape: BtcTape): Feed {
  const started = performance.now()
  const first = BTC.from + PAST_MINUTES * MINUTE_MS
  let isRunning = true
  let ahead: Trades = emptyTrades()
  let minutes = 0
  const run = async (): Promise<void> => {
    while (isRunning) {
      const now = first + Math.floor(performance.now() - started)
      while (first + minutes * MINUTE_MS <= now) {
        // What is left of the minute before has been committed at its end.
        if (ahead.length > 0) await store.appendLive(lease, ahead, first + minutes * MINUTE_MS)
        ahead = tape.next(1)
        minutes += 1
      }
      const count = lowerBoundTs(ahead, now)
      await store.appendLive(lease, sliceTrades(ahead, 0, count), now)
      ahead = sliceTrades(ahead, count, ahead.length)
      await sleep(COMMIT_MS)
    }
  }
  const running = run()
  return {
    async stop() {
      isRunning = false
      await running
      await lease.release()
    },
  }
}

function workspaceOf(charts: number): WorkspaceDocument {
  const cells = CYCLES.slice(0, charts).map((cycle, i) => ({
    id: `c${i}`,
    kind: 'chart' as const,
    group: 'blue' as const,
    symbol: SYMBOLS[0],
    cycle,
  }))
  const rowOf = (ids: readonly string[]) => {
    const size = Math.floor(10_000 / ids.length)
    return {
      direction: 'row' as const,
      parts: ids.map((cell, i) => ({ size: i === 0 ? 10_000 - size * (ids.length - 1) : size, cell })),
    }
  }
  const ids = cells.map(({ id }) => id)
  return {
    format: WORKSPACE_FORMAT,
    active: 0,
    tabs: [
      {
        name: 'Bench',
        grid:
          ids.length < 4
            ? rowOf(ids)
            : {
                direction: 'column',
                parts: [ids.slice(0, 3), ids.slice(3)].map((part) => ({ size: 5_000, split: rowOf(part) })),
              },
        cells,
        groups: [{ colour: 'blue', links: ['symbol', 'crosshair', 'range'] }],
      },
    ],
  }
}

async function openCharts(browser: Browser, site: Site, charts: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await context.addInitScript((token) => {
    localStorage.setItem('Authorization', token)
    localStorage.setItem('flowprint:tour', 'seen')
    localStorage.setItem('language', 'en')
  }, site.token)
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`bench: ${error.message}`))
  const packed = deflateRawSync(JSON.stringify(workspaceOf(charts))).toString('base64url')
  await page.goto(`${site.url}/workspace#w=1.${packed}`)
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-chart-state=ready] [data-chart][data-to]').length === count,
    charts,
    { timeout: 60_000 },
  )
  // Parts that load on demand.
  await sleep(3_000)
  return page
}

interface Charts {
  /** JavaScript of each frame, ms. */
  readonly frames: number[]
  readonly pageBytes: number
  readonly workerBytes: number
}

async function measureCharts(browser: Browser, site: Site, charts: number): Promise<Charts> {
  const page = await openCharts(browser, site, charts)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await sleep(1_000)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await sleep(MEASURED_MS)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const memory = await readMemory(devtools)
  await page.context().close()
  return { frames: scriptPerFrame(trace.traceEvents), ...memory }
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Time of the thread. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Parts of the main thread's work that run JavaScript; those inside of others are not counted twice. */
const SCRIPT = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'HandlePostMessage',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
])

/**
 * Time in JavaScript from one painted frame to the next, ms, its garbage collection included. Time of the main thread,
 * slowed down, but without that of other processes.
 */
function scriptPerFrame(events: readonly TraceEvent[]): number[] {
  const threads = events.filter(({ name }) => name === 'FireAnimationFrame').map(({ pid, tid }) => `${pid} ${tid}`)
  const main = threads.find((thread) => threads.filter((other) => other === thread).length > threads.length / 2)
  const own = events
    .filter(({ pid, tid, ph }) => `${pid} ${tid}` === main && ph === 'X')
    .toSorted((a, b) => a.ts - b.ts)
  const frames: number[] = []
  let script = 0
  let end = -Infinity
  for (const { name, ts, dur = 0, tdur = 0 } of own) {
    if (name === 'Commit') {
      frames.push(script)
      script = 0
    } else if (SCRIPT.has(name) && ts >= end) {
      end = ts + dur
      script += tdur / 1_000
    }
  }
  // The first frame began before the trace.
  if (frames.length < 10) throw new Error(`bench: the trace has ${frames.length} frames`)
  return frames.slice(1)
}

async function readMemory(devtools: CDPSession): Promise<{ pageBytes: number; workerBytes: number }> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  let workerBytes = 0
  const asked: Promise<void>[] = []
  devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'worker') return
    asked.push(
      (async () => {
        await callTarget(devtools, sessionId, 'HeapProfiler.collectGarbage', 1)
        workerBytes += (await callTarget<{ usedSize: number }>(devtools, sessionId, 'Runtime.getHeapUsage', 2)).usedSize
      })(),
    )
  })
  await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  await sleep(500)
  await Promise.all(asked)
  if (workerBytes === 0) throw new Error('bench: the page has no worker')
  return { pageBytes: usedSize, workerBytes }
}

function callTarget<Result>(devtools: CDPSession, sessionId: string, method: string, id: number): Promise<Result> {
  return new Promise((resolve) => {
    const listen = ({ message, sessionId: from }: { message: string; sessionId: string }): void => {
      const answer = JSON.parse(message) as { id?: number; result: Result }
      if (from !== sessionId || answer.id !== id) return
      devtools.off('Target.receivedMessageFromTarget', listen)
      resolve(answer.result)
    }
    devtools.on('Target.receivedMessageFromTarget', listen)
    void devtools.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
  })
}

/** From the click that chooses another symbol until all six charts have painted its bars, ms. */
async function measureSwitches(browser: Browser, site: Site): Promise<number[]> {
  const page = await openCharts(browser, site, CYCLES.length)
  const times: number[] = []
  for (let n = 0; n <= SWITCHES; n++) {
    const symbol = SYMBOLS[(n + 1) % SYMBOLS.length]
    await page
      .locator('[data-cell]')
      .first()
      .getByRole('button', { name: /\/USDT/ })
      .click()
    const picker = page.getByRole('dialog', { name: 'Select symbol' })
    await picker.getByRole('option', { name: symbol.replace('BENCH:', '').replace('USDT', '/USDT') }).click()
    const painted = page.evaluate(
      ([wanted, count]) =>
        new Promise<number>((resolve) => {
          addEventListener(
            'click',
            ({ timeStamp }) => {
              const look = () => {
                const charts = document.querySelectorAll('[data-chart-state=ready] [data-chart] [role=application]')
                const isDone = [...charts].filter((chart) => chart.getAttribute('aria-label')?.includes(wanted)).length
                // The frame after this one shows the bars.
                if (isDone === count) requestAnimationFrame(() => resolve(performance.now() - timeStamp))
                else requestAnimationFrame(look)
              }
              look()
            },
            { once: true, capture: true },
          )
        }),
      [symbol, CYCLES.length] as const,
    )
    await page.getByRole('button', { name: 'Switch', exact: true }).click()
    const time = await painted
    if (n > 0) times.push(time)
    await sleep(300)
  }
  await page.context().close()
  return times
}

function rowsOf(one: Charts, six: Charts, switches: readonly number[]): BenchRow[] {
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
  const memory = ({ pageBytes, workerBytes }: Charts) => `page ${mib(pageBytes)}, worker ${mib(workerBytes)} MiB`
  const market = `${Math.round(LIVE_PER_MINUTE / 60)} trades/s, CPU ${SLOWER} times slower`
  return [
    withinRow(
      'workspace',
      `JavaScript of a frame, six live charts of one symbol (${market}; 95th percentile ${percentile(six.frames, 95).toFixed(1)} ms; heap: ${memory(six)})`,
      'a frame of 60 Hz',
      median(six.frames),
      FRAME_MS,
      1,
    ),
    plainRow(
      'workspace',
      'the same',
      `one live chart (95th percentile ${percentile(one.frames, 95).toFixed(1)} ms; heap: ${memory(one)})`,
      median(six.frames),
      median(one.frames),
    ),
    plainRow(
      'workspace',
      `another symbol in six linked charts, click to pixels (95th percentile ${percentile(switches, 95).toFixed(0)} ms)`,
      'a frame of 60 Hz',
      median(switches),
      FRAME_MS,
    ),
  ]
}
