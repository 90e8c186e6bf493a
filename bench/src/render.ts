import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from '../../tools/chromium.mjs'
import { median, plainRow, withinRow, type BenchRow } from './harness.ts'
import { buildPage } from './render/build-page.ts'
import type { HeatResult } from './render/heat.ts'
import type { LiveResult } from './render/live.ts'
import type { StudiesResult } from './render/studies.ts'
import type { WorstResult } from './render/worst.ts'

const WORST_ROUNDS = 81
const LIVE_ROUNDS = 61
/** Frame budget of a 60 Hz screen. */
const FRAME_MS = 1000 / 60
/** "Heatmap update" in the README of kline-orderbook-chart, for 500 x 200 cells on an M-series Mac; it is not run here. */
const PEER_HEATMAP_MS = 0.17
const peers = join(import.meta.dirname, '..', 'node_modules')

interface Bench {
  worst(rounds: number): Promise<WorstResult>
  live(rounds: number): Promise<LiveResult>
  studies(rounds: number): Promise<StudiesResult>
  heat(rounds: number): Promise<HeatResult>
}

/** JavaScript time of painting, in a real browser. */
export async function benchRender(): Promise<BenchRow[]> {
  const executablePath = await findChromium()
  if (!executablePath) {
    console.log(`bench: render is skipped. ${NO_BROWSER}`)
    return []
  }
  const site = await serve(await buildPage())
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 2160 } })
    page.on('pageerror', (error) => console.error(`bench: ${error.message}`))
    await page.goto(site.url)
    await page.addScriptTag({
      path: join(peers, 'lightweight-charts', 'dist', 'lightweight-charts.standalone.production.js'),
    })
    await page.addScriptTag({ path: join(peers, 'klinecharts', 'dist', 'umd', 'klinecharts.min.js') })
    const worst = await page.evaluate(
      (rounds) => (window as unknown as { bench: Bench }).bench.worst(rounds),
      WORST_ROUNDS,
    )
    if (worst.texts !== 9_600) throw new Error(`bench: the worst scene shows ${worst.texts} numbers, not 9,600`)
    const live = await page.evaluate(
      (rounds) => (window as unknown as { bench: Bench }).bench.live(rounds),
      LIVE_ROUNDS,
    )
    const studies = await page.evaluate(
      (rounds) => (window as unknown as { bench: Bench }).bench.studies(rounds),
      LIVE_ROUNDS,
    )
    const heat = await page.evaluate(
      (rounds) => (window as unknown as { bench: Bench }).bench.heat(rounds),
      LIVE_ROUNDS,
    )
    const six =
      'six studies on: marks of bars, big trades, VWAP with bands, CVD candles, profiles of sessions and of the view'
    const update = `one live update, 5,000 bars loaded, ${live.shown} in view`
    return [
      withinRow(
        'render',
        `whole repaint of 60 bars x 80 rows x 2 numbers, 1920x1080 (${worst.font})`,
        'its 9,600 fillText alone',
        median(worst.ours),
        median(worst.floor),
        1.2,
      ),
      withinRow('render', update, 'lightweight-charts custom series', median(live.ours), median(live.plain), 0.5),
      plainRow(
        'render',
        `${update}, with volume, CVD and table below`,
        'klinecharts, candles only',
        median(live.withPanes),
        median(live.kline),
      ),
      withinRow(
        'render',
        `one live update, ${six}`,
        `a frame of 60 Hz (without them ${median(studies.updatePlain).toFixed(1)} ms)`,
        median(studies.update),
        FRAME_MS,
        0.5,
      ),
      withinRow(
        'render',
        `whole repaint, ${six}`,
        `a frame of 60 Hz (without them ${median(studies.repaintPlain).toFixed(1)} ms)`,
        median(studies.repaint),
        FRAME_MS,
        1,
      ),
      withinRow(
        'render',
        'one live column of a heatmap of 500 x 200',
        'kline-orderbook-chart, as it publishes',
        median(heat.live),
        PEER_HEATMAP_MS,
        0.2,
      ),
      plainRow(
        'render',
        `the same (with the frame that shows it ${median(heat.liveFrame).toFixed(2)} ms, without a change ${median(heat.unchanged).toFixed(2)} ms)`,
        'putImageData of 1 x 200 alone',
        median(heat.live),
        median(heat.bareLive),
      ),
      plainRow(
        'render',
        'a frame in which all 500 x 200 cells of a heatmap get another colour',
        'kline-orderbook-chart, as it publishes a "heatmap update", the only figure of its heatmap',
        median(heat.repaint),
        PEER_HEATMAP_MS,
      ),
      plainRow(
        'render',
        'the same',
        'putImageData of 500 x 200 alone, and its frame',
        median(heat.repaint),
        median(heat.bareRepaint),
      ),
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves a folder on loopback. The two headers give the page its highest clock resolution. */
async function serve(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    readFile(join(folder, path)).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
        })
        response.end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
