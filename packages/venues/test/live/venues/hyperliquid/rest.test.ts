import { fakeHyperliquid, hashedTape, simulatedTape } from '@flowprint/testkit'
import { describe, expect, it } from 'vitest'
import {
  hyperliquidLastTradeMs,
  hyperliquidMinuteVolumes,
  hyperliquidTrades,
} from '../../../../src/live/venues/hyperliquid.ts'
import { HYPERLIQUID_BTC as LISTING } from '../support/listings.ts'
import { allPages, rowsOf } from '../support/pages.ts'
import { StubBook, StubRest } from '../support/stub-book.ts'

const tape = hashedTape(simulatedTape({ minutes: 10 }))
const rest = () => new StubRest(fakeHyperliquid(), new StubBook(LISTING, tape))
const TEN_BACK = tape.length - 10

describe('recent trades', () => {
  it('are the newest ten, oldest first, and incomplete for an earlier time', async () => {
    const answer = await allPages(hyperliquidTrades(rest(), LISTING, { fromTs: tape.ts[0] }))
    expect(answer.rows).toEqual(rowsOf(tape, TEN_BACK))
    expect(answer.complete).toBe(false)
  })

  it('are complete for a time after the oldest of them', async () => {
    const fromTs = tape.ts[TEN_BACK] + 1
    const answer = await allPages(hyperliquidTrades(rest(), LISTING, { fromTs, toTs: tape.ts[tape.length - 1] }))
    expect(answer.rows).toEqual(
      rowsOf(tape, TEN_BACK).filter((row) => {
        const ts = Number(row.split(' ')[1])
        return ts >= fromTs && ts < tape.ts[tape.length - 1]
      }),
    )
    expect(answer.rows.length).toBeGreaterThan(0)
    expect(answer.complete).toBe(true)
  })

  it('give the time of the newest', async () => {
    expect(await hyperliquidLastTradeMs(rest(), LISTING)).toBe(tape.ts[tape.length - 1])
  })
})

describe('minute volumes', () => {
  it('are exactly the sums of the trades of closed minutes', async () => {
    const first = Math.floor(tape.ts[0] / 60_000) * 60_000
    const volumes = await hyperliquidMinuteVolumes(rest(), LISTING, first, first + 20 * 60_000)
    const expected = new Map<number, number>()
    for (let i = 0; i < tape.length; i++) {
      const minute = Math.floor(tape.ts[i] / 60_000) * 60_000
      expected.set(minute, (expected.get(minute) ?? 0) + tape.qty[i])
    }
    expected.delete(Math.floor((tape.ts[tape.length - 1] + 1_000) / 60_000) * 60_000)
    expect(expected.size).toBeGreaterThan(5)
    expect([...volumes].map(([minute, text]) => [minute, Math.round(Number(text) * 1e5)])).toEqual([...expected])
  })

  it('are requested a thousand at a time, with their weight', async () => {
    const asked = rest()
    await hyperliquidMinuteVolumes(asked, LISTING, 0, 2_500 * 60_000)
    expect(
      asked.requests.map(
        (request) => (JSON.parse(request.body) as { req: { startTime: number } }).req.startTime / 60_000,
      ),
    ).toEqual([0, 1_000, 2_000])
  })
})
