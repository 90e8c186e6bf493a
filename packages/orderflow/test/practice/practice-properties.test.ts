import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASK, BID, PracticeSession, sliceTrades } from '@flowprint/orderflow'
import type { BookAt, PracticeAction, PracticeState, Trades } from '@flowprint/orderflow'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'
import { makeBook, OPTIONS } from './make-practice.ts'

const MICROS = 1_000_000n

const tick = fc.integer({ min: 90, max: 110 })
const tapes = fc
  .array(fc.tuple(fc.nat(2), tick, fc.integer({ min: 1, max: 8 }), fc.constantFrom('B', 'S')), {
    maxLength: 40,
    size: 'max',
  })
  .map((rows) => {
    let ts = 1
    return makeTrades(
      rows.map(([after, price, qty, side]): TradeSketch => {
        ts += after
        return [ts, price, qty, side]
      }),
    )
  })

const away = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 })
const place = fc
  .record({
    kind: fc.constant('place' as const),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    type: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
    lots: fc.integer({ min: 1, max: 12 }),
    tick,
    reduceOnly: fc.boolean(),
    stop: away,
    target: away,
  })
  .map(({ stop, target: profit, ...order }): PracticeAction => {
    const sign = order.side === 'buy' ? 1 : -1
    const exit = (ticks: number | null) => (ticks === null || order.reduceOnly ? null : order.tick + sign * ticks)
    return {
      ...order,
      tick: order.type === 'market' ? null : order.tick,
      stopTick: exit(stop === null ? null : -stop),
      targetTick: exit(profit),
    }
  })
const target = fc.integer({ min: 1, max: 12 })
const actions = fc.oneof(
  { weight: 5, arbitrary: place },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), order: target, tick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: target }) },
)
/** Actions, each after this many trades. */
const plans = fc
  .array(fc.tuple(fc.nat(40), actions), { maxLength: 14 })
  .map((plan) => plan.toSorted(([a], [b]) => a - b))

/** Books that depend on the time only; about one in three is unknown. */
const bookAt: BookAt = (time) => {
  if (time % 3 === 0) return null
  const middle = 100 + (time % 5) - 2
  return makeBook(
    [1, 2, 3, 4].flatMap((away) => [
      [BID, middle - away, 1 + ((time * away) % 6)] as const,
      [ASK, middle + away, 1 + ((time + away) % 6)] as const,
    ]),
    { low: middle - 5, high: middle + 5 },
  )
}

const newSession = (books: BookAt): PracticeSession =>
  new PracticeSession(
    { options: { ...OPTIONS, makerPpm: 20, takerPpm: 55, slippageTicks: 1 }, entries: [], books: [] },
    books,
    4,
  )

/** Makes an action unless the state refuses it; another error fails the test. */
function attempt(session: PracticeSession, action: PracticeAction): void {
  try {
    session.act(action)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

const timeAt = (trades: Trades, count: number): number => (count === 0 ? 0 : trades.ts[count - 1])

function advanceTo(session: PracticeSession, trades: Trades, count: number): void {
  session.advance(sliceTrades(trades, session.at.trades, count), timeAt(trades, count))
}

/** The plan against the tape in one pass. */
function play(
  trades: Trades,
  plan: readonly (readonly [number, PracticeAction])[],
  books: BookAt,
  stops: readonly number[] = [],
) {
  const session = newSession(books)
  const moments = [...plan.map(([after]) => after), ...stops].map((at) => Math.min(at, trades.length))
  for (const at of new Set(moments.toSorted((a, b) => a - b))) {
    advanceTo(session, trades, at)
    for (const [after, action] of plan) if (Math.min(after, trades.length) === at) attempt(session, action)
  }
  advanceTo(session, trades, trades.length)
  return session
}

const inputs = [tapes, plans, fc.constantFrom<BookAt>(bookAt, () => null)] as const

describe('practice', () => {
  test('gives the same state however the trades are divided', () => {
    fc.assert(
      fc.property(...inputs, fc.array(fc.nat(40), { maxLength: 6 }), (trades, plan, books, stops) => {
        const once = play(trades, plan, books)
        expect(play(trades, plan, books, stops).state()).toEqual(once.state())
        const again = new PracticeSession(once.journal())
        again.advance(trades, timeAt(trades, trades.length))
        expect(again.state()).toEqual(once.state())
      }),
    )
  })

  test('gives the same state after a rewind as without one', () => {
    fc.assert(
      fc.property(
        ...inputs,
        fc.array(fc.nat(40), { minLength: 1, maxLength: 5, size: 'max' }),
        (trades, plan, books, targets) => {
          const whole = play(trades, plan, books)
          const expected = whole.state()
          for (const at of targets) {
            const count = Math.min(at, trades.length)
            whole.rewind({ trades: count, time: timeAt(trades, count) })
            advanceTo(whole, trades, count)
            const direct = newSession(books)
            for (const { at: made, action } of whole.journal().entries) {
              if (made.trades > count) break
              advanceTo(direct, trades, made.trades)
              direct.act(action)
            }
            advanceTo(direct, trades, count)
            expect({ ...whole.state(), laterActions: 0 }).toEqual(direct.state())
            advanceTo(whole, trades, trades.length)
            expect(whole.state()).toEqual(expected)
          }
        },
      ),
    )
  })

  test('position, result and fees are the sums of the fills', () => {
    fc.assert(
      fc.property(...inputs, (trades, plan, books) => {
        const state = play(trades, plan, books).state()
        const signed = ({ side, lots }: PracticeState['fills'][number]) => (side === 'buy' ? lots : -lots)
        expect(state.size).toBe(state.fills.reduce((sum, fill) => sum + signed(fill), 0))
        const cash = state.fills.reduce((sum, fill) => sum - BigInt(signed(fill) * fill.tick), 0n)
        expect(state.gross).toBe((cash + BigInt(state.size) * BigInt(state.lastTick ?? 0)) * MICROS)
        expect(state.fees).toBe(state.fills.reduce((sum, { fee }) => sum + fee, 0n))
        expect(state.net).toBe(state.gross - state.fees)
        const { realised, unrealised } = state
        expect(realised.num * unrealised.den + unrealised.num * realised.den).toBe(
          state.gross * realised.den * unrealised.den,
        )
        for (const fill of state.fills) {
          const ppm = fill.liquidity === 'maker' ? 20n : 55n
          expect(fill.fee).toBe(BigInt(fill.tick) * BigInt(fill.lots) * ppm)
        }
        if (state.size === 0) {
          expect(state.trips.reduce((sum, { net }) => sum + net, 0n)).toBe(state.net)
          expect(state.trips.reduce((sum, { lots }) => sum + 2 * lots, 0)).toBe(
            state.fills.reduce((sum, { lots }) => sum + lots, 0),
          )
        }
        for (const { mae, mfe, gross, fees, net } of state.trips) {
          expect([mae.num >= 0n, mfe.num >= 0n, net]).toEqual([true, true, gross - fees])
        }
      }),
    )
  })

  test('orders never fill beyond their quantity, before their placement or at a worse price', () => {
    fc.assert(
      fc.property(...inputs, (trades, plan, books) => {
        const state = play(trades, plan, books).state()
        for (const order of [...state.working, ...state.ended]) {
          const fills = state.fills.filter((fill) => fill.order === order.id)
          const filled = fills.reduce((sum, { lots }) => sum + lots, 0)
          expect(filled).toBe(order.filledLots)
          expect(filled).toBeLessThanOrEqual(order.lots)
          for (const fill of fills.filter(({ assumption }) => assumption !== 'book')) {
            const i = fill.at.trades - 1
            const isBuy = fill.side === 'buy'
            if (fill.assumption === 'next trade') {
              expect([trades.buy[i] === 1, trades.price[i] + (isBuy ? 1 : -1)]).toEqual([isBuy, fill.tick])
            } else if (fill.assumption === 'through') {
              expect(isBuy ? trades.price[i] < fill.tick : trades.price[i] > fill.tick).toBe(true)
            } else expect([trades.price[i], trades.buy[i] === 1]).toEqual([fill.tick, !isBuy])
          }
        }
      }),
    )
  })

  test('limit orders keep their price, and fill only after they were placed or moved', () => {
    fc.assert(
      fc.property(...inputs, (trades, plan, books) => {
        const session = newSession(books)
        const limits = new Map<number, { tick: number; after: number }>()
        let seen = 0
        const check = () => {
          const { fills, working } = session.state()
          for (const fill of fills.slice(seen)) {
            const limit = limits.get(fill.order)
            if (limit === undefined) continue
            expect(fill.side === 'buy' ? fill.tick <= limit.tick : fill.tick >= limit.tick).toBe(true)
            if (fill.assumption !== 'book') expect(fill.at.trades).toBeGreaterThan(limit.after)
          }
          seen = fills.length
          for (const { id, type, tick: at, placed } of working) {
            if (type === 'limit' && at !== null) limits.set(id, { tick: at, after: placed.trades })
          }
        }
        for (let count = 0; count <= trades.length; count++) {
          advanceTo(session, trades, count)
          check()
          for (const [after, action] of plan) {
            if (Math.min(after, trades.length) !== count) continue
            // A marketable limit order fills in its action: its price is that of the action.
            const { fills } = session.state()
            attempt(session, action)
            const made = session.state().fills.slice(fills.length)
            if (action.kind === 'place' && action.type === 'limit' && action.tick !== null) {
              const own = made.filter(({ side }) => side === action.side && made[0].order)
              const first = own[0]
              for (const fill of own.filter(({ order }) => order === first.order)) {
                expect(action.side === 'buy' ? fill.tick <= action.tick : fill.tick >= action.tick).toBe(true)
              }
            }
            seen = session.state().fills.length
            check()
          }
        }
      }),
    )
  })

  test('fills of one trade or level never exceed its quantity', () => {
    fc.assert(
      fc.property(...inputs, (trades, plan, books) => {
        const { fills } = play(trades, plan, books).state()
        const perTrade = new Map<number, number>()
        const perLevel = new Map<string, number>()
        for (const { assumption, at, side, tick: level, lots } of fills) {
          if (assumption !== 'book') perTrade.set(at.trades, (perTrade.get(at.trades) ?? 0) + lots)
          else {
            const key = `${at.time} ${side} ${level}`
            perLevel.set(key, (perLevel.get(key) ?? 0) + lots)
            const resting = books(at.time)?.lotsAt(side === 'buy' ? ASK : BID, level) ?? 0
            expect(perLevel.get(key)).toBeLessThanOrEqual(resting)
          }
        }
        for (const [count, lots] of perTrade) expect(lots).toBeLessThanOrEqual(trades.qty[count - 1])
      }),
      { numRuns: 400 },
    )
  })

  test('stop and target of a bracket together never fill more than the entry opened', () => {
    fc.assert(
      fc.property(...inputs, (trades, plan, books) => {
        const { working, ended } = play(trades, plan, books).state()
        const all = [...working, ...ended]
        for (const entry of all) {
          const exits = all.filter(({ bracketOf }) => bracketOf === entry.id)
          expect(exits.reduce((sum, { filledLots }) => sum + filledLots, 0)).toBeLessThanOrEqual(entry.filledLots)
        }
      }),
      { numRuns: 400 },
    )
  })
})
