import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { depthStep, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { DEMO_BTCUSD, DEMO_SEED, simulateTrades } from '@flowprint/venues'
import { openDepthStore } from '../../apps/server/src/market/store/index.ts'
import { Leases } from '../../apps/server/src/platform/lease/index.ts'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from '../../tools/chromium.mjs'
import { ensureSimulated, storeSimulatedBook } from './depth/store-simulated-book.ts'
import { median, percentile, withinRow, type BenchRow } from './harness.ts'
import type { HistoryServerStart } from './history-server.ts'
import { Worker } from './ingest/calls.ts'
import { buildPage } from './render/build-page.ts'
import type { LoadedHeatmap } from './render/load-heatmap.ts'
import type { LoadedRequest } from './render/loaded-request.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const SYMBOL = 'BENCH:HEATMAP'
const VISIBLE_MS = 8 * HOUR_MS
/** With the half screen that is loaded before it. */
const RECORDED_MS = 12 * HOUR_MS + 30 * MINUTE_MS
/** Half past: the open hour has to be read from its minutes. */
const NOW = Date.UTC(2026, 4, 13, 14, 30)
const CYCLE_MS = 5 * MINUTE_MS
const ROUNDS = 21
const WARM_UP = 4
const LIMIT_MS = 150

interface Bench {
  load(request: LoadedRequest, rounds: number): Promise<LoadedHeatmap[]>
}

/** A heatmap of eight hours that opens: a web node with its read workers, and the chart's own code in a real browser. */
export async function benchHeatmap(): Promise<BenchRow[]> {
  const executablePath = await findChromium()
  if (!executablePath) {
    console.log(`bench: heatmap is skipped. ${NO_BROWSER}`)
    return []
  }
  const folderOfPage = await buildPage()
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    const { pool, url: databaseUrl } = bench.database
    const leases = new Leases(databaseUrl)
    const listInstruments = () => bench.store.listInstruments()
    const depth = openDepthStore({ pool, url: databaseUrl, leases, bus: bench.bus, listInstruments })
    const server = await Worker.start(
      [process.execPath, ...process.execArgv],
      join(import.meta.dirname, 'history-server.ts'),
    )
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    try {
      const instrument = await ensureSimulated(bench.store, SYMBOL, DEMO_BTCUSD)
      await storeSimulatedBook(depth, instrument, { market: DEMO_BTCUSD, fromMs: NOW - RECORDED_MS, toMs: NOW })
      const given: HistoryServerStart = { databaseUrl, replicaUrl: null, natsUrl: null }
      const url = await server.call<string>('start', given)
      const page = await browser.newPage({ viewport: { width: 1920, height: 2160 } })
      page.on('pageerror', (error) => console.error(`bench: ${error.message}`))
      await openPage(page, folderOfPage, url)
      const loads = await page.evaluate(
        ({ request, rounds }) => (window as unknown as { bench: Bench }).bench.load(request, rounds),
        { request: createRequest(), rounds: WARM_UP + ROUNDS },
      )
      return [rowOf(loads.slice(WARM_UP), loads[0])]
    } finally {
      await browser.close()
      await server.end()
      await leases.close()
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The page of the benches in the server's origin. What it requests afterwards is not intercepted. */
async function openPage(page: Page, folder: string, url: string): Promise<void> {
  await page.route(`${url}/bench/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/bench/', '')
    await route.fulfill({
      body: await readFile(join(folder, path)),
      headers: {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
    })
  })
  await page.goto(`${url}/bench/index.html`)
  await page.waitForFunction(() => 'bench' in window)
  await page.unrouteAll()
}

function createRequest(): LoadedRequest {
  const { tickSize, lotSize } = DEMO_BTCUSD
  const from = Math.floor((NOW - VISIBLE_MS) / CYCLE_MS) * CYCLE_MS - HOUR_MS
  const { ts, price } = simulateTrades({ market: DEMO_BTCUSD, seed: DEMO_SEED }, from, NOW)
  const bars = new Map<number, { t: number; open: number; low: number; high: number; close: number }>()
  for (let i = 0; i < ts.length; i++) {
    const t = Math.floor(ts[i] / CYCLE_MS) * CYCLE_MS
    const bar = bars.get(t) ?? { t, open: price[i], low: price[i], high: price[i], close: price[i] }
    bars.set(t, {
      ...bar,
      low: Math.min(bar.low, price[i]),
      high: Math.max(bar.high, price[i]),
      close: price[i],
    })
  }
  return {
    symbol: SYMBOL,
    tickSize,
    lotSize,
    step: depthStep(price[price.length - 1], tickSize),
    now: NOW,
    visibleMs: VISIBLE_MS,
    cycleMs: CYCLE_MS,
    bars: [...bars.values()],
  }
}

/** `first`: with cold code on both sides. */
function rowOf(loads: readonly LoadedHeatmap[], first: LoadedHeatmap): BenchRow {
  const of = (value: (load: LoadedHeatmap) => number): string => median(loads.map(value)).toFixed(1)
  const [{ columns, intervalMs }] = loads
  const size = `${columns} columns of ${intervalMs / 1_000} s, ${of(({ cells }) => cells / 1_000)} thousand cells, ${of(({ bytes }) => bytes / 1_000)} kB`
  const parts = `send ${of(({ send }) => send)}, server ${of(({ server }) => server)}, transfer ${of(({ transfer }) => transfer)}, decode ${of(({ decode }) => decode)}, scale ${of(({ scale }) => scale)}, paint ${of(({ paint }) => paint)} ms`
  const totals = loads.map(({ total }) => total)
  return withinRow(
    'heatmap',
    `8 h heatmap of simulated BTC/USD with what is loaded beside it (${size}), request to pixels: ${parts}; 95th percentile ${percentile(totals, 95).toFixed(0)} ms, first one ${first.total.toFixed(0)} ms`,
    'the limit',
    median(totals),
    LIMIT_MS,
    1,
  )
}
