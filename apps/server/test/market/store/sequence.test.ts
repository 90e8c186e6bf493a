import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MINUTE_MS,
  DAY_MS,
  concatBars,
  continueSequence,
  filterTrades,
  firstDifference,
  gatherTrades,
  sequenceEnd,
  sequenceNumbers,
  sliceBars,
  sliceTrades,
  sortTrades,
  STARTS_PER_MS,
  sumDelta,
  sumQuoteDelta,
  sumsOfBars,
} from '@flowprint/orderflow'
import type { Bars, SequenceRule, SequenceRun, Trades } from '@flowprint/orderflow'
import type { HistoryQuery, Instrument } from '../../../src/market/store/index.ts'
import { shares } from '../../shares.ts'
import { type TestStore, spec, testStore } from '../../test-database.ts'
import { NEAR_MONTH_END, cutTape, makeTape, numbers, sequenceOfHistory as barsOf, tape } from './tapes.ts'

let world: TestStore
let count = 0
beforeAll(async () => {
  world = await testStore()
})
afterAll(() => world.close())

const newInstrument = (): Promise<Instrument> => world.store.ensureInstrument(spec(`TEST:SEQ${++count}`))
const rules: fc.Arbitrary<SequenceRule> = fc.oneof(
  fc.record({ kind: fc.constant('ticks' as const), size: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('volume' as const), size: fc.integer({ min: 1, max: 60_000 }) }),
)
const query = (sequence: SequenceRule, more: Partial<HistoryQuery> = {}): HistoryQuery => ({
  cycleMs: 0,
  step: 1,
  limit: 5000,
  sequence,
  ...more,
})
const whole = (trades: Trades, rule: SequenceRule): SequenceRun => continueSequence(null, trades, rule, 1)

const difference = (a: Bars, b: Bars): string | null => firstDifference(numbers(a), numbers(b))

describe('bars of fills and volume of a stored tape', () => {
  test(
    'match the whole tape, imported in any parts and live, for any order of trades',
    { tags: ['long'] },
    async () => {
      const plan = fc.record({
        cuts: fc.array(shares(), { maxLength: 4 }),
        known: shares(),
        batch: fc.integer({ min: 1, max: 9 }),
        rest: fc.integer({ min: 0, max: 200_000 }),
        late: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(
          tape,
          rules,
          fc.constantFrom(1, 50),
          plan,
          async (trades, rule, step, { cuts, known, batch, rest, late }) => {
            const instrument = await newInstrument()
            const split = Math.floor(known * trades.length)
            const past = cutTape(sliceTrades(trades, 0, split), cuts)
            for (const piece of late ? past.toReversed() : past) {
              await world.store.importRun(instrument, [piece])
              await world.store.readHistory(instrument, query(rule, { step }))
            }
            if (split < trades.length) {
              const lease = await world.store.acquireLease(instrument)
              for (let i = split; i < trades.length; i += batch) {
                await world.store.appendLive(lease, sliceTrades(trades, i, i + batch), 0)
                // The cached day must not outlive the change.
                await world.store.readHistory(instrument, query(rule, { step }))
              }
              await world.store.closeUpTo(lease, trades.ts[trades.length - 1] + rest)
              await lease.release()
            }
            const expected = continueSequence(null, trades, rule, step)
            const history = await world.store.readHistory(instrument, query(rule, { step }))
            expect(difference(barsOf(history, rule, step), expected.bars)).toBe(null)
            expect(history.sequence).toEqual({ from: null, firstNumber: 1 })
            const { closedUntil } = history
            for (let i = 0; i < history.bars.length; i++) {
              expect(closedUntil === null || sequenceEnd(expected, i, rule) <= closedUntil).toBe(true)
            }
            const raw = await world.store.readHistory(instrument, query(rule, { step, rawPoc: true }))
            expect([...raw.bars.rawPoc]).toEqual([...expected.bars.rawPoc.subarray(0, raw.bars.length)])
          },
        ),
        { numRuns: 25 },
      )
    },
  )

  test('pages of any length, back from now or from a time, add up to the tape', async () => {
    await fc.assert(
      fc.asyncProperty(
        tape,
        rules,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 4 }),
        async (trades, rule, limit, leadIn) => {
          const instrument = await newInstrument()
          await world.store.importRun(instrument, [trades])
          const { bars: all } = whole(trades, rule)
          const ordinals = sequenceNumbers(all, 1)
          const pages: Bars[] = []
          let to: number | undefined
          for (;;) {
            const page = await world.store.readHistory(
              instrument,
              query(rule, { limit, leadIn, ...(to === undefined ? {} : { to }) }),
            )
            const first = all.t.findIndex((t) => t === page.bars.t[0])
            expect(page.sequence?.firstNumber).toBe(ordinals[first])
            expect(page.cvdOpen).toBe(sumDelta(all, first - ordinals[first] + 1, first))
            expect(page.cvdQuoteOpen).toBe(sumQuoteDelta(all, first - ordinals[first] + 1, first))
            expect(page.vwapOpen).toEqual(sumsOfBars(all, first - ordinals[first] + 1, first))
            expect(difference(page.bars, sliceBars(all, first, first + page.bars.length))).toBe(null)
            pages.unshift(sliceBars(page.bars, page.leadIn))
            const start = page.bars.t[page.leadIn]
            expect(Number.isInteger(start)).toBe(true)
            // More than the limit only when bars start in one millisecond.
            const over = pages[0].length - limit
            expect(over <= 0 || Math.floor(pages[0].t[over]) === start).toBe(true)
            if (first + page.leadIn === 0) {
              expect(page.sequence?.from).toBe(null)
              break
            }
            to = start
          }
          expect(difference(concatBars(pages), all)).toBe(null)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('with from and to return the bars that start there, and carry the sums of any anchor before them', async () => {
    const plan = fc.record({
      a: shares(),
      b: shares(),
      at: shares(),
    })
    await fc.assert(
      fc.asyncProperty(tape, rules, plan, async (trades, rule, { a, b, at }) => {
        const instrument = await newInstrument()
        await world.store.importRun(instrument, [trades])
        const { bars: all } = whole(trades, rule)
        const time = (share: number): number =>
          Math.floor(trades.ts[0] + share * (trades.ts[trades.length - 1] + 1 - trades.ts[0]))
        const [from, to] = [Math.min(time(a), time(b)), Math.max(time(a), time(b)) + 1]
        const anchor = Math.floor(all.t[Math.floor(at * (all.length - 1))])
        const page = await world.store.readHistory(
          instrument,
          query(rule, { from, to, cvdReset: anchor, vwapAnchor: anchor }),
        )
        const indexes = [...all.t.keys()].filter((i) => all.t[i] >= from && all.t[i] < to)
        expect([...page.bars.t]).toEqual(indexes.map((i) => all.t[i]))
        expect(page.sequence?.from).toBe(from)
        if (indexes.length === 0) return
        const first = indexes[0]
        const day = Math.floor(all.t[first] / DAY_MS) * DAY_MS
        const since = (start: number): [number, number] => [all.t.findIndex((t) => t >= start), first]
        expect(page.cvdOpen).toBe(sumDelta(all, ...since(all.t[first] >= anchor ? anchor : day)))
        expect(page.cvdQuoteOpen).toBe(sumQuoteDelta(all, ...since(all.t[first] >= anchor ? anchor : day)))
        if (all.t[first] >= anchor) expect(page.vwapOpen).toEqual(sumsOfBars(all, ...since(anchor)))
      }),
      { numRuns: 25 },
    )
  })

  test('are folded as of the cut for a delayed reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        tape,
        rules,
        fc.integer({ min: 1, max: 9 }),
        shares(0, 1.1),
        async (trades, rule, batch, share) => {
          const instrument = await newInstrument()
          const lease = await world.store.acquireLease(instrument)
          for (let i = 0; i < trades.length; i += batch)
            await world.store.appendLive(lease, sliceTrades(trades, i, i + batch), 0)
          await lease.release()
          const cut = Math.round(trades.ts[0] + share * (trades.ts[trades.length - 1] - trades.ts[0]))
          const released = await world.store.releasedSeq(instrument, cut)
          const { entries } = await world.store.readLog(instrument, 1)
          const seqs = (await world.store.readTrades(instrument, { from: 0, to: Infinity, limit: 10_000 }))
            .seq as Float64Array
          const isLive = (seq: number): boolean =>
            entries.some((entry) => entry.kind === 'trades' && entry.firstSeq <= seq && seq <= entry.lastSeq)
          const seen = filterTrades(
            trades,
            Array.from(trades.ts, (ts, i) => (ts < cut && (seqs[i] <= released || !isLive(seqs[i])) ? 1 : 0)),
          )
          const history = await world.store.readHistory(instrument, query(rule, { cut }))
          expect(difference(barsOf(history, rule), whole(seen, rule).bars)).toBe(null)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('are rebuilt for the rest of the day by a late trade, and for no other day', async () => {
    const instrument = await newInstrument()
    const trades = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 400 }, (_, i) => ({
        gap: 30_000,
        price: 8_300 + (i % 7),
        qty: 5,
        buy: i % 3 === 0,
        fills: 2,
      })),
    )
    const without = filterTrades(
      trades,
      Array.from(trades.ts, (_, i) => (i === 90 ? 0 : 1)),
    )
    const rule: SequenceRule = { kind: 'ticks', size: 7 }
    await world.store.importRun(instrument, [without])
    const before = await world.store.readHistory(instrument, query(rule))
    await world.store.importRun(instrument, [sliceTrades(trades, 90, 91)])
    const after = await world.store.readHistory(instrument, query(rule))
    expect(difference(before.bars, whole(without, rule).bars)).toBe(null)
    expect(difference(after.bars, whole(trades, rule).bars)).toBe(null)
    const midnight = Math.floor(NEAR_MONTH_END / DAY_MS) * DAY_MS + DAY_MS
    const later = (bars: Bars): Bars =>
      sliceBars(
        bars,
        bars.t.findIndex((t) => t >= midnight),
      )
    expect(difference(later(after.bars), later(before.bars))).toBe(null)
  })

  test('of one millisecond are one page, for any limit', async () => {
    const instrument = await newInstrument()
    const moves = [...Array.from({ length: 5 }, () => 1000), ...Array.from({ length: 9 }, () => 0)].map((gap) => ({
      gap,
      price: 8_300,
      qty: 1,
      buy: true,
      fills: 1,
    }))
    const trades = sortTrades(
      gatherTrades(
        makeTape(NEAR_MONTH_END, moves),
        moves.map((_, i) => i),
      ),
    )
    await world.store.importRun(instrument, [trades])
    const rule: SequenceRule = { kind: 'ticks', size: 1 }
    const page = await world.store.readHistory(instrument, query(rule, { limit: 3 }))
    expect(page.bars.length).toBe(10)
    expect(page.bars.t[9] - page.bars.t[0]).toBe(9 / STARTS_PER_MS)
    expect(page.sequence).toEqual({ from: page.bars.t[0], firstNumber: 5 })
  })

  test('are incomplete when they hold the trades on both sides of a gap, unlike others', async () => {
    const instrument = await newInstrument()
    const trades = makeTape(
      NEAR_MONTH_END,
      Array.from({ length: 60 }, () => ({ gap: MINUTE_MS, price: 8_300, qty: 1, buy: true, fills: 1 })),
    )
    const gapped = filterTrades(
      trades,
      Array.from(trades.ts, (_, i) => (i === 25 || i === 26 ? 0 : 1)),
    )
    const rule: SequenceRule = { kind: 'ticks', size: 10 }
    const day = Math.floor(NEAR_MONTH_END / DAY_MS) * DAY_MS
    await world.store.importRun(instrument, [gapped], { covers: { from: day, to: day + DAY_MS } })
    const { bars } = await world.store.readHistory(instrument, query(rule))
    expect([...bars.state]).toEqual([1, 1, 3, 1, 1, 1])
    expect(bars.length).toBe(6)
  })
})
