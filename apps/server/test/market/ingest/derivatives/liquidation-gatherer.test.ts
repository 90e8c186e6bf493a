import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LiquidationGatherer } from '../../../../src/market/ingest/derivatives/rules/liquidation-gatherer.ts'
import type { LiquidationCommit, NewLiquidation } from '../../../../src/market/store/index.ts'
import { Model } from '../../store/derivatives/model.ts'

const at = (ts: number): NewLiquidation => ({ ts, position: 'long', priceTicks: 10, lots: 1 })

function takeAll(gatherer: LiquidationGatherer): LiquidationCommit[] {
  const commits = []
  for (let commit = gatherer.take(); commit !== null; commit = gatherer.take()) commits.push(commit)
  return commits
}
const cover = (fromMs: number, untilMs: number, isComplete = true): LiquidationCommit['coverage'] => ({
  fromMs,
  untilMs,
  isComplete,
})

describe('coverage', () => {
  test('begins with the subscription and reaches to the last message', () => {
    const gatherer = new LiquidationGatherer(true, 10)
    gatherer.reset(null)
    gatherer.liquidation(at(990), 995)
    gatherer.subscribed(1_000)
    gatherer.received(1_400)
    expect(takeAll(gatherer)).toEqual([
      { liquidations: [at(990)], coverage: null },
      { liquidations: [], coverage: cover(1_000, 1_400) },
    ])
    gatherer.liquidation(at(1_405), 1_500)
    expect(takeAll(gatherer)).toEqual([{ liquidations: [at(1_405)], coverage: cover(1_000, 1_500) }])
    gatherer.received(2_499)
    expect(takeAll(gatherer)).toEqual([])
    gatherer.received(2_500)
    expect(takeAll(gatherer)).toEqual([{ liquidations: [], coverage: cover(1_000, 2_500) }])
  })

  test('ends with the connection, at its last message, and does not touch the next one', () => {
    const gatherer = new LiquidationGatherer(false, 10)
    gatherer.reset(1_200)
    gatherer.subscribed(1_000)
    gatherer.liquidation(at(1_300), 1_350)
    gatherer.lost(1_360)
    gatherer.received(1_400)
    gatherer.subscribed(1_360)
    gatherer.liquidation(at(1_370), 1_380)
    expect(takeAll(gatherer)).toEqual([
      { liquidations: [at(1_300)], coverage: cover(1_201, 1_360, false) },
      { liquidations: [at(1_370)], coverage: cover(1_361, 1_380, false) },
    ])
  })

  test('ends before a message that was missed, and begins again with the next one', () => {
    const gatherer = new LiquidationGatherer(true, 10)
    gatherer.reset(null)
    gatherer.subscribed(1_000)
    gatherer.received(1_100)
    gatherer.interrupted()
    gatherer.received(1_300)
    gatherer.lost(1_500)
    expect(takeAll(gatherer).map(({ coverage }) => coverage)).toEqual([cover(1_000, 1_100), cover(1_300, 1_500)])
  })

  test('never begins for a venue that publishes no liquidations', () => {
    const gatherer = new LiquidationGatherer(null, 10)
    gatherer.reset(null)
    gatherer.subscribed(1_000)
    gatherer.received(9_000)
    expect(takeAll(gatherer)).toEqual([])
  })
})

describe('a full queue', () => {
  test('drops liquidations, and coverage ends before the first one and begins again when there is room', () => {
    const gatherer = new LiquidationGatherer(true, 2)
    gatherer.reset(null)
    gatherer.subscribed(1_000)
    const kept = [1_010, 1_020, 1_030, 1_040].map((t) => gatherer.liquidation(at(t), t))
    expect(kept).toEqual([true, true, false, false])
    // A new connection does not make room.
    gatherer.lost(1_050)
    gatherer.subscribed(1_060)
    expect(gatherer.liquidation(at(1_070), 1_070)).toBe(false)
    expect(gatherer.waiting).toBe(2)
    expect(takeAll(gatherer)).toEqual([{ liquidations: [at(1_010), at(1_020)], coverage: cover(1_000, 1_030) }])
    expect(gatherer.liquidation(at(1_080), 1_085)).toBe(true)
    expect(takeAll(gatherer)).toEqual([{ liquidations: [at(1_080)], coverage: cover(1_085, 1_085) }])
    gatherer.received(1_500)
    gatherer.lost(1_500)
    expect(takeAll(gatherer)).toEqual([{ liquidations: [], coverage: cover(1_085, 1_500) }])
  })
})

test('commits cover exactly the times between subscription, faults and losses, and contain each liquidation once', () => {
  const event = fc.record({
    kind: fc.constantFrom('subscribed', 'received', 'received', 'liquidation', 'lost', 'interrupted', 'take'),
    after: fc.integer({ min: 1, max: 700 }),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const gatherer = new LiquidationGatherer(true, 1_000)
      gatherer.reset(null)
      const commits: LiquidationCommit[] = []
      const sent: number[] = []
      const expected: { from: number; to: number }[] = []
      let state: 'off' | 'open' | 'interrupted' = 'off'
      let now = 1_000
      const heard = (): void => {
        if (state === 'interrupted') expected.push({ from: now, to: now })
        if (state !== 'off') state = 'open'
        if (state === 'open') expected[expected.length - 1].to = now
      }
      for (const { kind, after } of events) {
        now += after
        if (kind === 'take') {
          const commit = gatherer.take()
          if (commit !== null) commits.push(commit)
        } else if (kind === 'liquidation') {
          heard()
          sent.push(now - 1)
          gatherer.liquidation(at(now - 1), now)
        } else if (kind === 'received') {
          heard()
          gatherer.received(now)
        } else if (kind === 'subscribed') {
          if (state !== 'open') expected.push({ from: now, to: now })
          state = 'open'
          gatherer.subscribed(now)
        } else if (kind === 'lost') {
          if (state === 'open') expected[expected.length - 1].to = now
          state = 'off'
          gatherer.lost(now)
        } else {
          if (state === 'open') state = 'interrupted'
          gatherer.interrupted()
        }
      }
      gatherer.lost(-Infinity)
      commits.push(...takeAll(gatherer))
      const model = new Model()
      for (const commit of commits) model.append(commit)
      expect(model.rows.map(({ ts }) => ts)).toEqual(sent)
      expect(model.covers.map(({ from, to }) => ({ from, to }))).toEqual(expected.filter(({ from, to }) => from < to))
      expect(gatherer.waiting).toBe(0)
    }),
  )
})
