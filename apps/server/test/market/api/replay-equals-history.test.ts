import { FOOTPRINT_MIME, TRADES_MIME } from '@flowprint/contract'
import {
  compareCutoffs,
  decodeAnswer,
  decodeTrades,
  emptyTrades,
  firstDifference,
  LiveBars,
  MINUTE_MS,
  ReplayBars,
  TradeBuilder,
} from '@flowprint/orderflow'
import type { Answer, Bars, Cutoff, Trades } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { shares } from '../../shares.ts'
import { spec, testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'

/** Before a midnight, where bars of fills and of volume restart. */
const START = Date.UTC(2025, 4, 31, 23, 30)
const LENGTH_MS = 70 * MINUTE_MS
const CYCLES = ['15s', '1m', '5m', '1h', '1d', '1w', '9t', '0.7v'] as const

let world: TestStore
let server: AppUnderTest
let count = 0

beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus, accessOf: () => ({ user: '1', delayMs: 0 }) })
  server.setNow(START + LENGTH_MS + 10 * MINUTE_MS)
})
afterAll(async () => {
  await server.app.close()
  await world.close()
})

const tapes = fc.array(
  fc.record({
    // Several trades of one millisecond, quiet minutes, and trades around the ends of bars.
    gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 20_000, max: 200_000 })),
    move: fc.integer({ min: -3, max: 3 }),
    qty: fc.integer({ min: 1, max: 400 }),
    buy: fc.boolean(),
  }),
  { minLength: 30, maxLength: 250 },
)

async function store(steps: readonly { gap: number; move: number; qty: number; buy: boolean }[]): Promise<string> {
  const symbol = `TEST:P${++count}`
  const instrument = await world.store.ensureInstrument(spec(symbol, { live: true, ids: 'none' }))
  const lease = await world.store.acquireLease(instrument)
  await world.store.appendLive(lease, emptyTrades(), START)
  const builder = new TradeBuilder()
  let [ts, price, id] = [START + 1, 8_300, 0]
  for (const { gap, move, qty, buy } of steps) {
    ts += gap
    price += move
    if (ts >= START + LENGTH_MS) break
    builder.push(ts, price, qty, buy, 1, ++id)
  }
  await world.store.appendLive(lease, builder.build(), START + LENGTH_MS, { unbroken: true })
  await lease.release()
  return symbol
}

/** Every answer, with the cutoff that its request had. */
interface Sent {
  readonly cutoff: Cutoff
  readonly newest: Cutoff
  readonly watermark: number
}

/** A replaying page: what the worker does, with the calls of the server. */
class Replay {
  readonly sent: Sent[] = []
  readonly #market: string
  #bars: ReplayBars | null = null

  constructor(symbol: string, cycle: string) {
    this.#market = `symbol=${symbol}&cycle=${cycle}&precision=0.01`
  }

  get bars(): Bars {
    return (this.#bars as ReplayBars).live.bars()
  }

  get cutoff(): Cutoff {
    return (this.#bars as ReplayBars).cutoff
  }

  /** `way`: increments by trades or by pages of bars. */
  async move(target: Cutoff, way: 'trades' | 'pages', backMs: number): Promise<void> {
    const bars = this.#bars
    const needs = bars === null ? 'base' : bars.seek(target).needs
    if (needs === null) return
    if (needs === 'base') {
      const base = await this.#page('limit=40&lead_in=1', target, Math.max(START, target.t - backMs))
      this.#bars = new ReplayBars(base)
      if (this.#bars.seek(target).needs !== 'trades') return
    }
    const replay = this.#bars as ReplayBars
    if (way === 'pages' && target.t > replay.cutoff.t) {
      const ranges = replay.changedUntil(target.t)
      const pages: Answer[] = []
      for (const { from, to } of ranges) {
        const range = `limit=5000${from === null ? '' : `&from=${from}`}${to === null ? '' : `&to=${to}`}`
        pages.push(await this.#page(range, target, target.t))
      }
      expect(replay.jump(pages, target.t)).not.toBeNull()
    }
    if (compareCutoffs(replay.cutoff, target) < 0) replay.append(await this.#trades(replay.cutoff, target), target)
  }

  async #page(range: string, cutoff: Cutoff, asOf: number): Promise<Answer> {
    const response = await server.app.inject({
      url: `/api/footprint?${this.#market}&${range}&as_of=${asOf}`,
      headers: { language: 'en', accept: FOOTPRINT_MIME },
    })
    expect(response.statusCode).toBe(200)
    const answer = decodeAnswer(response.rawPayload)
    const { bars, open, tail, meta } = answer
    const starts = [...bars.t, ...(open?.t ?? []), ...(tail?.ts ?? [])]
    const newest = Math.max(-Infinity, ...starts, meta.coverage?.to ?? -Infinity)
    this.sent.push({ cutoff, newest: { t: newest, trades: 0 }, watermark: meta.watermark ?? Infinity })
    return answer
  }

  /** The trades between two cutoffs, and nothing else. */
  async #trades(from: Cutoff, to: Cutoff): Promise<Trades> {
    const symbol = this.#market.split('&')[0]
    const end = to.trades > 0 ? to.t + 1 : to.t
    const limit = to.trades > 0 ? '' : '&limit=10000'
    const read = async (range: string): Promise<Trades> => {
      const response = await server.app.inject({
        url: `/api/trades?${symbol}&${range}`,
        headers: { language: 'en', accept: TRADES_MIME },
      })
      expect(response.statusCode).toBe(200)
      return decodeTrades(response.rawPayload)
    }
    const runs: Trades[] = []
    if (to.t > from.t) runs.push(await read(`from=${from.t}&to=${to.t}&as_of=${to.t}&limit=10000`))
    if (to.trades > 0) runs.push(await read(`from=${to.t}&to=${end}&as_of=${end}&limit=${to.trades}${limit}`))
    const all = runs.flatMap((run) =>
      Array.from({ length: run.length }, (_, i) => ({
        ts: run.ts[i],
        price: run.price[i],
        qty: run.qty[i],
        buy: run.buy[i] === 1,
        id: run.id[i],
      })),
    )
    // Those of the first millisecond that are visible already.
    const builder = new TradeBuilder()
    let [seen, inMs, ms] = [from.trades, 0, -1]
    for (const { ts, price, qty, buy, id } of all) {
      inMs = ts === ms ? inMs + 1 : 1
      ms = ts
      if (ts === from.t && seen > 0) seen -= 1
      else builder.push(ts, price, qty, buy, 1, id)
    }
    this.sent.push({ cutoff: to, newest: { t: ms, trades: inMs }, watermark: -Infinity })
    return builder.build()
  }
}

const comparable = (bars: Bars): Bars => ({
  ...bars,
  rawPoc: new Int32Array(bars.length),
  revision: bars.revision.map(() => 0),
})

async function barsAsOf(symbol: string, cycle: string, from: number, asOf: number | null): Promise<Bars> {
  const response = await server.app.inject({
    url: `/api/footprint?symbol=${symbol}&cycle=${cycle}&precision=0.01&from=${from}&limit=5000${asOf === null ? '' : `&as_of=${asOf}`}`,
    headers: { language: 'en', accept: FOOTPRINT_MIME },
  })
  return new LiveBars(decodeAnswer(response.rawPayload)).bars()
}

const moves = fc.array(
  fc.record({
    /** Share of the tape: a seek. Otherwise the cutoff moves on or back by some time. */
    to: fc.oneof(fc.record({ share: shares() }), fc.integer({ min: -90_000, max: 400_000 })),
    trades: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 })),
    way: fc.constantFrom('trades' as const, 'pages' as const),
    backMs: fc.constantFrom(0, 30_000, 600_000),
  }),
  { minLength: 3, maxLength: 14 },
)

describe('a replay', () => {
  for (const cycle of CYCLES)
    test(
      `at ${cycle} equals history at every cutoff, forwards and backwards`,
      { tags: cycle === '1m' || cycle === '9t' ? [] : ['long'] },
      async () => {
        await fc.assert(
          fc.asyncProperty(tapes, moves, async (steps, script) => {
            const symbol = await store(steps)
            const replay = new Replay(symbol, cycle)
            let now = START + 1
            for (const { to, trades, way, backMs } of script) {
              now = typeof to === 'number' ? now + to : START + to.share * LENGTH_MS
              now = Math.round(Math.min(Math.max(now, START + 1), START + LENGTH_MS))
              await replay.move({ t: now, trades }, way, backMs)
              expect(replay.cutoff).toEqual({ t: now, trades })
              if (trades > 0) continue
              const first = replay.bars.length > 0 ? Math.floor(replay.bars.t[0]) : 0
              const wanted = await barsAsOf(symbol, cycle, first, now)
              expect(firstDifference(comparable(replay.bars), comparable(wanted))).toBeNull()
            }
            // The end of the replay is the present.
            await replay.move({ t: START + LENGTH_MS, trades: 0 }, 'trades', 0)
            const first = replay.bars.length > 0 ? Math.floor(replay.bars.t[0]) : 0
            const whole = await barsAsOf(symbol, cycle, first, null)
            expect(firstDifference(comparable(replay.bars), comparable(whole))).toBeNull()
            for (const { cutoff, newest, watermark } of replay.sent) {
              expect(newest.t < cutoff.t || (newest.t === cutoff.t && newest.trades <= cutoff.trades)).toBe(true)
              expect(watermark).toBeLessThanOrEqual(cutoff.t)
            }
          }),
          { numRuns: 12 },
        )
      },
    )
})
