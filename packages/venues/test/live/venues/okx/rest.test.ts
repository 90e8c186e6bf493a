import { findGaps, mergeTrades, sliceTrades, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { fakeOkx, okxTape, simulatedTape, tapeArbitrary } from '@flowprint/testkit'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RestRefusal } from '../../../../src/live/adapter.ts'
import type { TradesRequest } from '../../../../src/live/types.ts'
import { okxLastTradeMs, okxTrades } from '../../../../src/live/venues/okx.ts'
import { fakeRest } from '../support/fake-rest.ts'
import { OKX_MARKETS } from '../support/markets.ts'
import { pagesOf } from '../support/pages-of.ts'

const listing = OKX_MARKETS.linear

function setUp(tape: Trades = okxTape(simulatedTape({ minutes: 3 }))) {
  const rest = fakeRest(fakeOkx(), { listing, tape })
  const ask = async (request: TradesRequest) => {
    const pages = await pagesOf(okxTrades(rest, listing, request))
    const trades = new TradeBuilder()
    for (const {
      trades: { length, ts, price, qty, buy, fills, id },
    } of pages) {
      for (let i = 0; i < length; i++) trades.push(ts[i], price[i], qty[i], buy[i] === 1, fills[i], id[i])
    }
    return { trades: trades.build(), pages, complete: pages.at(-1)!.complete }
  }
  return { tape, rest, ask }
}

const lastId = (tape: Trades) => tape.id[tape.length - 1] + tape.fills[tape.length - 1] - 1
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0)
const idsFrom = (first: number, end: number) => Array.from({ length: end - first }, (_, k) => first + k)

describe('fills by id', () => {
  it('are exactly those requested, oldest page first, one fill each', async () => {
    const { tape, ask } = setUp()
    const [first, end] = [tape.id[0] + 37, tape.id[0] + 537]
    const { trades, pages, complete } = await ask({ fromId: String(first), beforeId: String(end) })
    expect([...trades.id]).toEqual(idsFrom(first, end))
    expect(new Set(trades.fills)).toEqual(new Set([1]))
    expect(pages).toHaveLength(5)
    expect(complete).toBe(true)
  })

  it('continue to the newest without an end', async () => {
    const { tape, ask } = setUp()
    const first = lastId(tape) - 250
    const { trades, complete } = await ask({ fromId: String(first) })
    expect([...trades.id]).toEqual(idsFrom(first, lastId(tape) + 1))
    expect(complete).toBe(true)
  })

  it('are incomplete where OKX no longer has them', async () => {
    const { tape, rest, ask } = setUp()
    rest.forgotten = 200
    const first = tape.id[150]
    const { trades, complete } = await ask({ fromId: String(first), beforeId: String(tape.id[400]) })
    expect(complete).toBe(false)
    expect(trades.id[0]).toBe(tape.id[200])
  })

  it('repair a gap between merged trades exactly, without missing or duplicate fills', async () => {
    const { tape, ask } = setUp()
    const stored = mergeTrades(sliceTrades(tape, 0, 300), sliceTrades(tape, 420)).trades
    const [gap, ...others] = findGaps(stored, 'fills')
    expect(others).toEqual([])
    const { trades } = await ask({ fromId: String(Number(gap.afterId) + 1), beforeId: gap.beforeId })
    const repaired = mergeTrades(stored, trades)
    expect(repaired.duplicates).toBe(0)
    expect(findGaps(repaired.trades, 'fills')).toEqual([])
    expect(sum(repaired.trades.fills)).toBe(sum(tape.fills))
    expect(sum(repaired.trades.qty)).toBe(sum(tape.qty))
  })

  it('fill any gap for any surrounding range, with duplicates inside merged trades', () =>
    fc.assert(
      fc.asyncProperty(
        tapeArbitrary({ minLength: 4, maxLength: 60, fills: false, wicks: false }),
        fc.nat(),
        fc.nat(),
        fc.nat(30),
        async (plain, from, length, margin) => {
          const { tape, ask } = setUp(okxTape(plain))
          const start = 1 + (from % (tape.length - 2))
          const end = Math.min(start + 1 + (length % tape.length), tape.length - 1)
          const stored = mergeTrades(sliceTrades(tape, 0, start), sliceTrades(tape, end)).trades
          const { trades } = await ask({
            fromId: String(tape.id[start] - margin),
            beforeId: String(tape.id[end] + margin),
          })
          const repaired = mergeTrades(stored, trades).trades
          expect(findGaps(repaired, 'fills')).toEqual([])
          expect([sum(repaired.fills), sum(repaired.qty)]).toEqual([sum(tape.fills), sum(tape.qty)])
        },
      ),
      { numRuns: 60 },
    ))
})

describe('fills by time', () => {
  it('are exactly those of the range, found by the last fill before it', async () => {
    const { tape, rest, ask } = setUp()
    const [from, to] = [tape.ts[100], tape.ts[300]]
    const { trades, complete } = await ask({ fromTs: from, toTs: to })
    const inside = (ts: number) => ts >= from && ts < to
    expect(trades.length).toBe(sum(tape.fills.filter((_, i) => inside(tape.ts[i]))))
    expect(sum(trades.qty)).toBe(sum(tape.qty.filter((_, i) => inside(tape.ts[i]))))
    expect(complete).toBe(true)
    expect(rest.asked[0]).toMatchObject({ type: 2, limit: 1 })
  })

  it('start with the first that OKX still has, and are incomplete', async () => {
    const { tape, rest, ask } = setUp()
    rest.forgotten = 333
    const { trades, complete } = await ask({ fromTs: tape.ts[10], toTs: tape.ts[400] })
    expect(trades.id[0]).toBe(tape.id[333])
    expect(complete).toBe(false)
  })

  it('are complete from before the very first trade of a market', async () => {
    const { tape, ask } = setUp(okxTape(simulatedTape({ minutes: 2 }), 1))
    const { trades, complete } = await ask({ fromTs: tape.ts[0] - 5_000, toTs: tape.ts[50] + 1 })
    expect(trades.id[0]).toBe(1)
    expect(complete).toBe(true)
  })

  it('are empty and complete for a market that never traded', async () => {
    const { rest, ask } = setUp()
    rest.happened = 0
    expect(await ask({ fromTs: 1_000, toTs: 2_000 })).toMatchObject({ complete: true, trades: { length: 0 } })
    expect(await okxLastTradeMs(rest, listing)).toBeNull()
  })
})

describe('an error response', () => {
  it('is a refusal when permanent, and not when transient', async () => {
    const { rest, tape } = setUp()
    expect(await okxLastTradeMs(rest, listing)).toBe(tape.ts[tape.length - 1])
    await expect(okxLastTradeMs(rest, { ...listing, marketId: 'NO-PE' })).rejects.toThrow(RestRefusal)
    rest.spoil = () => ({ code: '50011', msg: 'Too Many Requests', data: [] })
    const refused = await okxLastTradeMs(rest, listing).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(refused).not.toBeInstanceOf(RestRefusal)
  })
})
