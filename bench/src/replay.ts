import { FOOTPRINT_MIME, TRADES_MIME } from '@flowprint/contract'
import {
  decodeAnswer,
  decodeTrades,
  firstDifference,
  LiveBars,
  MINUTE_MS,
  ReplayBars,
  SECOND_MS,
} from '@flowprint/orderflow'
import type { Answer, Bars, Trades } from '@flowprint/orderflow'
import { member, openBenchApp } from './bench-app.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { median, plainRow, withinRow, type BenchRow } from './harness.ts'
import { ensureMarket } from './relay.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

/** Trades per minute: a busy market. */
const PER_MINUTE = 1_600
const BEFORE_MINUTES = 900
const PLAYED_MINUTES = 120
const PRECISION = '10'
/** The page moves four times a second. */
const STEP_MS = 250
const SPEEDS = [1_000, 60] as const
const STEPS: Readonly<Record<(typeof SPEEDS)[number], number>> = { 1_000: 28, 60: 60 }
/** As in the worker (apps/web/src/workers/replay/chart-replay.ts). */
const MAX_PULLED = 4_000
const STEPS_BACK = 30
/** As on the page (apps/web/src/features/order-flow/panels/replay/replay-clock.ts): more wall time than this is not made up. */
const MAX_STEP_MS = 2 * STEP_MS
/** Wall time that is played at the highest speed: less than PLAYED_MINUTES of the market. */
const PLAY_MS = 7_000

/** Steps of a replay of 500 bars, from the request to the bars, compared with loading all bars at each step. */
export async function benchReplay(): Promise<BenchRow[]> {
  return withTempFolder(async (folder) => {
    const bench = await openBenchStore(folder)
    const { app, url } = await openBenchApp(bench, { RATE_LIMIT_FACTOR: '100000', MARKETS: '' }, { accessOf: member })
    try {
      const instrument = await ensureMarket(bench.store)
      const tape = new BtcTape(3, PER_MINUTE)
      await bench.store.importRun(instrument, [tape.next(BEFORE_MINUTES + PLAYED_MINUTES)], { reason: 'backfill' })
      const rows: BenchRow[] = []
      for (const speed of SPEEDS) rows.push(...(await benchSpeed(url, speed)))
      return rows
    } finally {
      await app.close()
      await bench.close()
      removeBenchStore(folder)
    }
  })
}

async function benchSpeed(url: string, speed: (typeof SPEEDS)[number]): Promise<BenchRow[]> {
  const start = BTC.from + BEFORE_MINUTES * MINUTE_MS
  const stepMs = STEP_MS * speed
  const calls = new Calls(url)
  const replay = new ReplayBars(await calls.page('limit=500&lead_in=1', start))
  calls.bytes = 0
  const ours: number[] = []
  const ourScript: number[] = []
  for (let step = 1; step <= STEPS[speed]; step++) {
    const began = performance.now()
    calls.waitedMs = 0
    await playTo(calls, replay, start + step * stepMs)
    ours.push(performance.now() - began)
    ourScript.push(performance.now() - began - calls.waitedMs)
  }
  const ourBytes = calls.bytes / STEPS[speed]
  calls.bytes = 0
  const theirs: number[] = []
  const theirScript: number[] = []
  let whole: Bars | null = null
  for (let step = 1; step <= STEPS[speed]; step++) {
    const began = performance.now()
    calls.waitedMs = 0
    whole = new LiveBars(await calls.page('limit=500&lead_in=1', start + step * stepMs)).bars()
    theirs.push(performance.now() - began)
    theirScript.push(performance.now() - began - calls.waitedMs)
  }
  const theirBytes = calls.bytes / STEPS[speed]
  expectEqual(replay.live.bars(), whole as Bars)
  const perSecond = (stepMs / MINUTE_MS / median(ours)) * SECOND_MS
  const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(1)} kB`
  const work =
    `a step at ${speed} times speed, ${PER_MINUTE} trades/min, 500 bars of 1m at ${PRECISION}: request to bars, ` +
    `${median(ourScript).toFixed(1)} ms of it script; ${kilobytes(ourBytes)} a step; at most ${perSecond.toFixed(0)} market minutes a second`
  const peer = `loading the chart again: ${median(theirScript).toFixed(1)} ms script, ${kilobytes(theirBytes)}`
  const rows = [plainRow('replay', work, peer, median(ours), median(theirs))]
  if (speed !== 60) return [...rows, await benchPlaying(url, speed)]
  const back: number[] = []
  for (let step = 0; step < STEPS_BACK; step++) {
    const { cutoff } = replay
    const began = performance.now()
    const { needs } = replay.seek({ t: cutoff.t - SECOND_MS, trades: 0 })
    back.push(performance.now() - began)
    if (needs !== null) throw new Error('bench: a step back needed a request')
  }
  return [...rows, plainRow('replay', 'a step back of a second, without a request', peer, median(back), median(theirs))]
}

/**
 * Plays like the page: a move every STEP_MS, only when the last one has arrived, by the wall time since then. How much of the
 * market passes shows whether the speed is reached.
 */
async function benchPlaying(url: string, speed: number): Promise<BenchRow> {
  const start = BTC.from + BEFORE_MINUTES * MINUTE_MS
  const calls = new Calls(url)
  const replay = new ReplayBars(await calls.page('limit=500&lead_in=1', start))
  const began = performance.now()
  let movedAt = began
  let moves = 0
  while (movedAt - began < PLAY_MS) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, movedAt + STEP_MS - performance.now())))
    const waited = performance.now() - movedAt
    movedAt += waited
    await playTo(calls, replay, replay.cutoff.t + Math.round(speed * Math.min(waited, MAX_STEP_MS)))
    moves += 1
  }
  const wallMs = performance.now() - began
  const played = replay.cutoff.t - start
  const reached = played / wallMs
  const work =
    `playing at ${speed} times speed for ${(wallMs / SECOND_MS).toFixed(0)} s: ${reached.toFixed(0)} market seconds ` +
    `a second, ${(moves / (wallMs / SECOND_MS)).toFixed(1)} moves a second; wall time of ${speed} market seconds`
  return withinRow('replay', work, 'the chosen speed', (speed * SECOND_MS) / reached, SECOND_MS, 1.1)
}

/** As the worker moves: the trades, or the changed bars when many trades are expected. */
async function playTo(calls: Calls, replay: ReplayBars, t: number): Promise<void> {
  if (((t - replay.cutoff.t) / MINUTE_MS) * PER_MINUTE < MAX_PULLED) {
    replay.append(await calls.trades(replay.cutoff.t, t), { t, trades: 0 })
    return
  }
  const pages: Answer[] = []
  for (const { from } of replay.changedUntil(t)) pages.push(await calls.page(`limit=5000&from=${from}`, t))
  if (replay.jump(pages, t) === null) throw new Error('bench: the pages do not fit')
}

class Calls {
  readonly #url: string
  bytes = 0
  /** Time until the bytes were there: the rest of a step is script of the page. */
  waitedMs = 0

  constructor(url: string) {
    this.#url = url
  }

  async page(range: string, asOf: number): Promise<Answer> {
    const market = `symbol=${BTC.symbol}&cycle=1m&precision=${PRECISION}`
    return decodeAnswer(await this.#get(`footprint?${market}&${range}&as_of=${asOf}`, FOOTPRINT_MIME))
  }

  async trades(from: number, to: number): Promise<Trades> {
    const range = `symbol=${BTC.symbol}&from=${from}&to=${to}&limit=${MAX_PULLED}&as_of=${to}`
    return decodeTrades(await this.#get(`trades?${range}`, TRADES_MIME))
  }

  async #get(path: string, accept: string): Promise<Uint8Array> {
    const began = performance.now()
    const answer = await fetch(`${this.#url}/api/${path}`, { headers: { accept } })
    if (!answer.ok) throw new Error(`bench: /${path} returned ${answer.status}: ${await answer.text()}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    this.bytes += bytes.length
    this.waitedMs += performance.now() - began
    return bytes
  }
}

/** The newest bars of the replay, which keeps older ones, are those of the last answer. */
function expectEqual(replayed: Bars, whole: Bars): void {
  const at = replayed.length - whole.length
  const last = whole.length - 1
  const same =
    at >= 0 &&
    replayed.t[at] === whole.t[0] &&
    replayed.close[at + last] === whole.close[last] &&
    replayed.trades.subarray(at).every((count, i) => count === whole.trades[i])
  if (!same) throw new Error(`bench: the replay differs from history: ${firstDifference(replayed, whole)}`)
}
