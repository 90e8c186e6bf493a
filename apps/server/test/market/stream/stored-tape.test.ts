// @module-tag long
import { decodeFrame, firstDifference } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import fc from 'fast-check'
import { seededRandom } from '@flowprint/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FrameItem } from '../../../src/market/stream/log-item.ts'
import { readItems } from '../../../src/market/stream/log-item.ts'
import { appUnderTest } from '../../app-under-test.ts'
import { testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'
import { ChartClient } from './chart-client.ts'
import { DatabaseTape } from './database-tape.ts'
import type { Trade } from './memory-tape.ts'
import { StreamClient } from './stream-client.ts'

const START = Date.UTC(2025, 5, 21, 12)
const DELAY = 90_000
let world: TestStore
let count = 0

beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

interface Draw {
  readonly wait: number
  readonly move: number
  readonly qty: number
  readonly buy: boolean
  readonly back: number
}

const trades = fc.array(
  fc.record({
    wait: fc.oneof(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 3000, max: 30_000 })),
    move: fc.integer({ min: -3, max: 3 }),
    qty: fc.integer({ min: 1, max: 900 }),
    buy: fc.boolean(),
    back: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 1900 })),
  }),
  { minLength: 1, maxLength: 10 },
)
const rounds = fc.array(
  fc.record({
    commits: fc.array(trades, { minLength: 1, maxLength: 6 }),
    repairBack: fc.option(fc.integer({ min: 60_000, max: 400_000 })),
    drop: fc.boolean(),
  }),
  { minLength: 2, maxLength: 4 },
)

/** Plays random draws as a market whose time never goes back; trades may be up to two seconds out of order. */
class Market {
  now = START
  price = 8330
  watermark = START

  draw(draws: readonly Draw[]): Trade[] {
    const made = draws.map(({ wait, move, qty, buy, back }) => {
      this.now += wait
      this.price += move
      return { ts: Math.max(this.now - back, this.watermark - 2000), price: this.price, qty, buy }
    })
    this.watermark = Math.max(this.watermark, this.now)
    return made
  }
}

describe('chart over the stored tape', () => {
  test.each([
    ['at once', false],
    ['later', true],
  ])(
    'that follows the stream with drops and repairs, with minutes closed %s, equals the history loaded at the end',
    async (_, later) => {
      await fc.assert(
        fc.asyncProperty(rounds, async (script) => {
          const tape = await DatabaseTape.open(world.store, world.bus, `LIVE:S${++count}`)
          tape.closesLater = later
          const server = await appUnderTest({ store: world.store, bus: world.bus })
          const url = await server.listen()
          const market = new Market()
          await tape.commit([{ ts: START, price: 8330, qty: 1, buy: true }], START)
          const view = { symbol: tape.instrument.symbol, cycle: '1m', precision: '0.02' }
          const chart = new ChartClient(url, view)
          await chart.start()
          for (const { commits, repairBack, drop } of script) {
            if (drop) chart.drop()
            for (const draws of commits) {
              const made = market.draw(draws)
              server.setNow(market.now)
              await tape.commit(made, market.watermark)
            }
            if (repairBack !== null) {
              await tape.revise([
                { ts: Math.max(START, market.watermark - repairBack), price: market.price, qty: 5, buy: false },
              ])
            }
            if (drop) await chart.connect()
          }
          await chart.reached(await tape.lastSeq())
          const whole = new ChartClient(url, view)
          await whole.start()
          expect(difference(chart.bars, whole.bars)).toBe(null)
          chart.drop()
          whole.drop()
          await tape.close()
          await server.app.close()
        }),
        { numRuns: 8 },
      )
    },
  )

  test('gets no trade older than an announced watermark allows, live, delayed and after a catch-up', async () => {
    const tape = await DatabaseTape.open(world.store, world.bus, `RULE:S${++count}`)
    const server = await appUnderTest({ store: world.store, bus: world.bus, streamTickMs: 20 })
    const url = await server.listen()
    const market = new Market()
    await tape.commit([{ ts: START, price: 8330, qty: 1, buy: true }], START)
    const { symbol, tape: tapeId } = tape.instrument
    /** The highest watermark of frames and clocks so far, and the trades that are too old for it. */
    const listen = async (fromSeq: number) => {
      const client = await StreamClient.open(url)
      const seen = { client, watermark: -Infinity, old: [] as number[], lastSeq: fromSeq }
      const raise = (watermark: number | null) => (seen.watermark = Math.max(seen.watermark, watermark ?? -Infinity))
      client.onFrame = (frame) => {
        raise(frame.watermark)
        seen.old.push(...[...frame.trades.ts].filter((ts) => ts < seen.watermark - 2_000))
        seen.lastSeq = frame.lastSeq
      }
      client.onMessage = (message) => {
        if (message.op === 'clock') raise((message as { watermark: number }).watermark)
      }
      client.send({ op: 'subscribe', symbol, from_seq: fromSeq, tape: tapeId })
      await client.message('subscribed')
      return seen
    }
    const live = await listen(1)
    const random = seededRandom(3)
    for (let i = 0; i < 60; i++) {
      const draw = () => ({
        wait: Math.floor(random() * 900),
        move: 0,
        qty: 1,
        buy: true,
        back: random() < 0.5 ? 0 : Math.floor(random() * 1_900),
      })
      await tape.commit(market.draw([draw(), draw(), draw()]), market.watermark)
    }
    const last = await tape.lastSeq()
    const back = await listen(1)
    const all = [live, back]
    for (const seen of all) await seen.client.until(() => seen.lastSeq === last)
    expect(all.map(({ old }) => old)).toEqual([[], []])
    expect(live.client.frames.length).toBeLessThan(60)
    const items = (await readItems(world.store, tape.instrument, 1, last, true)) as FrameItem[]
    expect(items.length).toBeLessThan(60)
    for (const { bytes } of items) {
      const { trades, watermark } = decodeFrame(bytes)
      expect(Math.min(...trades.ts)).toBeGreaterThanOrEqual((watermark as number) - 2_000)
    }
    for (const { client } of all) client.close()
    await tape.close()
    await server.app.close()
  })

  test('of a delayed reader equals the history at the cut, and contains nothing after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(trades, { minLength: 8, maxLength: 10 }), async (script) => {
        const tape = await DatabaseTape.open(world.store, world.bus, `LATE:S${++count}`)
        let now = START
        const clock = { now: () => now, setOffset: () => {} }
        const server = await appUnderTest({
          store: world.store,
          bus: world.bus,
          clock,
          accessOf: () => ({ user: '7', delayMs: DELAY }),
          streamTickMs: 50,
        })
        const url = await server.listen()
        const market = new Market()
        await tape.commit([{ ts: START, price: 8330, qty: 1, buy: true }], START)
        for (const draws of script.slice(0, 4)) await tape.commit(market.draw(draws), market.watermark)
        now = market.now
        const view = { symbol: tape.instrument.symbol, cycle: '1m', precision: '0.02' }
        const chart = new ChartClient(url, view)
        await chart.start()
        for (const draws of script.slice(4)) {
          // Commits that follow each other faster than frames may are relayed, and released, as one.
          await new Promise((resolve) => setTimeout(resolve, 60))
          await tape.commit(market.draw(draws), market.watermark)
          now = market.now
          const cut = Math.floor((now - DELAY) / 1000) * 1000
          await chart.reached(await world.store.releasedSeq(tape.instrument, cut), Math.min(cut, market.watermark))
          const whole = new ChartClient(url, view)
          await whole.start()
          expect(difference(chart.bars, whole.bars)).toBe(null)
          const trades = await world.store.readTrades(tape.instrument, { from: 0, to: cut, limit: 100_000 })
          const seen = whole.bars.trades.reduce((sum, one) => sum + one, 0)
          // Trades within the last two seconds may wait for one before them in the log.
          expect(seen).toBeLessThanOrEqual(trades.length)
          expect(seen).toBeGreaterThanOrEqual(trades.ts.filter((ts) => ts < cut - 2000).length)
          whole.drop()
        }
        chart.drop()
        await tape.close()
        await server.app.close()
      }),
      { numRuns: 2 },
    )
  })
})

/** Raw points of control are only kept exact where they were asked for, and a bar the client closed itself has no revision. */
function difference(a: Bars, b: Bars): string | null {
  const plain = (bars: Bars): Bars => ({
    ...bars,
    rawPoc: new Int32Array(bars.length),
    revision: new Uint32Array(bars.length),
  })
  return firstDifference(plain(a), plain(b))
}
