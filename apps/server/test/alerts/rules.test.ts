import type { AlertRule } from '@flowprint/contract'
import {
  TradeBuilder,
  aggregateTrades,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  analyzeBars,
  parseSettings,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Bars, Trades } from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barEvents } from '../../src/modules/alerts/rules/bar-events.ts'
import type { StudyAlert } from '../../src/modules/alerts/rules/bar-events.ts'
import { BarSums, emptySums, joinSums } from '../../src/modules/alerts/rules/bar-sums.ts'
import type { OpenSums } from '../../src/modules/alerts/rules/bar-sums.ts'
import { RuleFault, ruleInUnits } from '../../src/modules/alerts/rules/in-units.ts'
import { TradeEvaluator } from '../../src/modules/alerts/rules/trade-evaluator.ts'
import type { TradeContext, TradeState } from '../../src/modules/alerts/rules/trade-evaluator.ts'
import { Cooldowns, mayFire, mayFireLate } from '../../src/modules/alerts/rules/waiting-alert.ts'
import type { Hit, RuleInUnits, WaitingAlert } from '../../src/modules/alerts/rules/waiting-alert.ts'
import { decideRetry, outcomeOf } from '../../src/modules/alerts/deliver/send.ts'

const UNITS = { tickSize: '0.01', lotSize: '0.001' }
const NEW: TradeState = { last: null, sweep: null, sums: {} }
const context: TradeContext = {
  sizes: { at: () => null, ended: () => {} },
  isWhole: () => true,
  price: String,
  quantity: String,
  notional: String,
}
const alert = (id: number, rule: RuleInUnits, more: Partial<WaitingAlert> = {}): WaitingAlert =>
  ({
    id,
    armedT: 0,
    lastFiredT: null,
    repeat: 'event',
    cooldownMs: 0,
    expiresAt: null,
    ...rule,
    ...more,
  }) as WaitingAlert

function tradesOf(...rows: readonly (readonly [ts: number, price: number, qty?: number, buy?: boolean])[]): Trades {
  const builder = new TradeBuilder()
  rows.forEach(([ts, price, qty = 1, buy = true], i) => builder.push(ts, price, qty, buy, 1, i + 1))
  return builder.build()
}

function watch(rules: readonly RuleInUnits[], trades: Trades, state: TradeState = NEW): Hit[] {
  return new TradeEvaluator(
    rules.map((rule, i) => alert(i, rule)),
    state,
    new Cooldowns(),
    context,
  ).process(trades)
}

describe('price rule', () => {
  const level = (direction: 'up' | 'down' | 'either'): RuleInUnits => ({
    kind: 'price',
    tick: 100,
    direction,
    cycleMs: 60_000,
  })
  test.each([
    ['reaching it from below', 'up', [99, 100], [1]],
    ['reaching it from below', 'down', [99, 100], []],
    ['passing it upwards', 'either', [99, 105], [1]],
    ['reaching it from above', 'down', [101, 100], [1]],
    ['reaching it from above', 'up', [101, 100], []],
    ['passing it downwards', 'either', [105, 95], [1]],
    ['leaving it', 'either', [100, 101], []],
    ['leaving it', 'either', [100, 99], []],
    ['staying at it', 'either', [100, 100, 100], []],
    ['never near it', 'either', [90, 99, 91], []],
    ['the first trade of a market', 'either', [100], []],
  ] as const)('%s, waiting for %s', (_what, direction, ticks, at) => {
    const hits = watch([level(direction)], tradesOf(...ticks.map((tick, i) => [i, tick] as const)))
    expect(hits.map(({ t }) => t)).toEqual(at)
  })

  test('among a thousand rules triggers exactly as it does alone', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 80, max: 120 })), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(
        steps,
        fc.array(fc.integer({ min: 75, max: 125 }), { minLength: 1, maxLength: 30 }),
        (moves, levels) => {
          let ts = 0
          const trades = tradesOf(...moves.map(([gap, tick]) => [(ts += gap), tick] as const))
          const rules = levels.map((tick): RuleInUnits => ({
            kind: 'price',
            tick,
            direction: 'either',
            cycleMs: 60_000,
          }))
          const together = watch(rules, trades)
            .map(({ alertId, what }) => `${alertId} ${what}`)
            .sort()
          const alone = rules.flatMap((rule, i) => watch([rule], trades).map(({ what }) => `${i} ${what}`)).sort()
          expect(together).toEqual(alone)
        },
      ),
    )
  })
})

describe('trades split into frames and passed between evaluators', () => {
  test('give the same hits as in one piece', () => {
    const rules: RuleInUnits[] = [
      { kind: 'price', tick: 100, direction: 'either', cycleMs: 60_000 },
      { kind: 'volume', lots: 12, cycleMs: 60_000 },
      { kind: 'delta', side: 'either', lots: 6, cycleMs: 15_000 },
      { kind: 'big_trade', side: 'either', notional: 700, cycleMs: 60_000 },
    ]
    const rows = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: 96, max: 104 }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
      ),
      { minLength: 2, maxLength: 80 },
    )
    fc.assert(
      fc.property(rows, fc.array(fc.nat(80), { maxLength: 4 }), (moves, cuts) => {
        let ts = 0
        const trades = tradesOf(...moves.map(([gap, tick, qty, buy]) => [(ts += gap), tick, qty, buy] as const))
        const alerts = rules.map((rule, i) => alert(i, rule))
        const begin = (state: TradeState, cooldowns: Cooldowns): TradeEvaluator => {
          const made = new TradeEvaluator(alerts, state, cooldowns, context)
          for (const cycleMs of made.cycles) made.startSums(cycleMs, state.sums[cycleMs] ?? { seq: -1, bars: [] }, 0)
          return made
        }
        const whole = begin(NEW, new Cooldowns()).process(trades)
        const cooldowns = new Cooldowns()
        let state = NEW
        const pieces: Hit[] = []
        const places = [0, ...cuts.map((cut) => cut % (trades.length + 1)).sort((a, b) => a - b), trades.length]
        for (let k = 1; k < places.length; k++) {
          const part = begin(state, cooldowns)
          pieces.push(...part.process(sliceTrades(trades, places[k - 1], places[k])))
          state = structuredClone(part.state)
        }
        const named = (hits: readonly Hit[]): string[] =>
          hits.map(({ alertId, what, t }) => `${alertId} ${what} ${t}`).sort()
        expect(named(pieces)).toEqual(named(whole))
      }),
      {
        // A delta reached during the cooldown, left, and reached again under the next evaluator.
        examples: [
          [
            [
              [0, 96, 1, false],
              [503, 96, 1, false],
              [2527, 96, 1, false],
              [0, 96, 1, false],
              [3756, 96, 1, false],
              [1499, 96, 1, false],
              [1986, 96, 1, false],
              [1534, 96, 1, false],
              [2785, 96, 1, false],
              [410, 96, 1, true],
              [0, 96, 4, true],
              [328, 96, 1, true],
              [476, 96, 1, false],
              [2481, 96, 1, true],
            ],
            [58],
          ],
        ],
      },
    )
  })
})

test('the totals of a bar stored in pieces are those of its trades, with the extremes and the close of delta', () => {
  const quantities = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 30 })
  const sumsOf = (rows: readonly (readonly [number, boolean])[]): OpenSums => {
    const sums = new BarSums(60_000, [])
    for (const [lots, isBuy] of rows) sums.add(0, lots, isBuy, () => {})
    return sums.bars.at(-1) ?? emptySums(0)
  }
  fc.assert(
    fc.property(quantities, fc.nat(30), (rows, cut) => {
      const signed = rows.map(([lots, isBuy]) => (isBuy ? lots : -lots))
      const deltas = signed.map((_, i) => signed.slice(0, i + 1).reduce((sum, value) => sum + value, 0))
      const joined = joinSums(sumsOf(rows.slice(0, cut)), sumsOf(rows.slice(cut)))
      expect(joined).toEqual(sumsOf(rows))
      expect(joined).toMatchObject({
        delta: deltas.at(-1) ?? 0,
        low: Math.min(0, ...deltas),
        high: Math.max(0, ...deltas),
      })
    }),
  )
})

describe('drawing', () => {
  const line: RuleInUnits = {
    kind: 'drawing',
    drawingId: 'a',
    cycleMs: 60_000,
    shape: {
      kind: 'trend',
      points: [
        { t: 0, tick: 100 },
        { t: 100_000, tick: 200 },
      ],
    },
  }
  test('triggers at the first trade that touches or jumps over it, and again only after prices have left it', () => {
    const trades = tradesOf([0, 150], [20_000, 140], [40_000, 130], [41_000, 142])
    expect(watch([line], trades).map(({ t }) => t)).toEqual([40_000])
  })

  test('with two corners triggers on entering, not while inside', () => {
    const box: RuleInUnits = {
      kind: 'drawing',
      drawingId: 'a',
      cycleMs: 60_000,
      shape: {
        kind: 'rect',
        points: [
          { t: 0, tick: 100 },
          { t: 100_000, tick: 110 },
        ],
      },
    }
    expect(watch([box], tradesOf([0, 120], [1_000, 105], [2_000, 106])).map(({ t }) => t)).toEqual([1_000])
    expect(watch([box], tradesOf([2_000, 106], [3_000, 107]), { ...NEW, last: { tick: 105, ts: 1_000 } })).toEqual([])
  })
})

describe('big trade', () => {
  const big = (side: 'buy' | 'sell' | 'either', notional: number): RuleInUnits => ({
    kind: 'big_trade',
    side,
    notional,
    cycleMs: 60_000,
  })
  test('triggers on its side at the trade that makes its sweep large enough, once per sweep', () => {
    const trades = tradesOf(
      [0, 100, 3],
      [50, 100, 4],
      [60, 101, 9],
      [30_000, 100, 20, false],
      [60_000, 100, 5],
      [60_101, 100, 5],
    )
    expect(watch([big('buy', 700)], trades).map(({ t }) => t)).toEqual([50])
    expect(watch([big('either', 700)], trades).map(({ t }) => t)).toEqual([50, 30_000])
    expect(watch([big('sell', 2_001)], trades)).toEqual([])
  })

  test('does not trigger below the usual size of the market', () => {
    const usual = { ...context, sizes: { at: () => 1_000, ended: () => {} } }
    const evaluate = (trades: Trades) =>
      new TradeEvaluator([alert(1, big('buy', 100))], NEW, new Cooldowns(), usual).process(trades)
    expect(evaluate(tradesOf([0, 100, 9]))).toEqual([])
    expect(evaluate(tradesOf([0, 100, 10]))[0].facts).toMatchObject({ threshold: '1000' })
  })
})

describe('incomplete bars', () => {
  test('trigger no events from their trades', () => {
    const trades = tradesOf([0, 99], [1, 101])
    const torn = { ...context, isWhole: () => false }
    expect(
      new TradeEvaluator(
        [alert(1, { kind: 'price', tick: 100, direction: 'either', cycleMs: 60_000 })],
        NEW,
        new Cooldowns(),
        torn,
      ).process(trades),
    ).toEqual([])
  })
})

describe('alert schedule', () => {
  const rule = { armedT: 100, repeat: 'event', cooldownMs: 0, expiresAt: null, cycleMs: 1000 } as const
  test.each([
    [{}, null, 99, false],
    [{}, null, 100, true],
    [{ expiresAt: 200 }, null, 199, true],
    [{ expiresAt: 200 }, null, 200, false],
    [{ repeat: 'once' }, 150, 9_000, false],
    [{}, 150, 149, false],
    [{}, 150, 150, true],
    [{ cooldownMs: 500 }, 150, 649, false],
    [{ cooldownMs: 500 }, 150, 650, true],
    [{ repeat: 'bar' }, 1_500, 1_999, false],
    [{ repeat: 'bar' }, 1_500, 2_000, true],
    [{ repeat: 'bar', cooldownMs: 600 }, 1_500, 2_000, false],
  ] as const)('%j, fired at %s: at %i %s', (given, firedT, t, may) => {
    expect(mayFire({ ...rule, ...given }, firedT, t)).toBe(may)
  })

  test.each([
    [{}, null, 149, 150, true],
    [{}, 149, 149, 150, true],
    [{}, null, 99, 150, false],
    [{ repeat: 'once' }, null, 149, 150, false],
    [{ cooldownMs: 500 }, 1_000, 1_500, 2_000, true],
    [{ cooldownMs: 500 }, 1_001, 1_500, 2_000, false],
    [{ cooldownMs: 500 }, 1_000, 1_500, 1_999, false],
    [{ repeat: 'bar' }, 1_999, 2_000, 3_000, true],
    [{ repeat: 'bar' }, 2_000, 2_500, 3_000, false],
    [{ repeat: 'bar' }, 1_999, 2_500, 2_999, false],
    [{ cooldownMs: 500 }, 1_000, 1_500, null, true],
  ] as const)('%j, fired before at %s: late at %i, fired after at %s: %s', (given, before, t, after, may) => {
    expect(mayFireLate({ ...rule, ...given }, before, t, after)).toBe(may)
  })
})

describe('events at the close of bars', () => {
  const settings = parseSettings({ zones: { kinds: { stack: true, effort: true, cluster: true, nakedPoc: true } } })
  const study = (kind: 'zone' | 'stack' | 'effort', id: number): StudyAlert =>
    alert(
      id,
      {
        zone: {
          kind: 'zone',
          events: ['born', 'touched', 'broken'],
          side: 'either',
          cycleMs: 60_000,
          step: 5,
          settings,
        },
        stack: { kind: 'stack', side: 'either', minRows: 3, cycleMs: 60_000, step: 5, settings },
        effort: { kind: 'effort', side: 'either', cycleMs: 60_000, step: 5, settings },
      }[kind] as RuleInUnits,
    ) as StudyAlert
  const trades = simulatedTape({ seed: 7, minutes: 240 })
  const whole = aggregateTrades(trades, { cycleMs: 60_000, step: 5 })
  const bars: Bars = { ...whole, state: new Uint8Array(whole.length).fill(BAR_COMPLETE) }
  const texts = { units: UNITS, price: String, quantity: String }
  const alerts = [study('zone', 1), study('stack', 2), study('effort', 3)]

  test('match the chart, whichever bars are evaluated together', () => {
    const named = (hits: readonly Hit[]): string[] => hits.map(({ alertId, what }) => `${alertId} ${what}`).sort()
    const all = barEvents(bars, () => true, alerts, texts).hits
    expect(all.length).toBeGreaterThan(10)
    const single = [...bars.t].slice(0, 120).flatMap((t) => barEvents(bars, (one) => one === t, alerts, texts).hits)
    expect(named(single)).toEqual(named(all.filter(({ barT }) => barT <= bars.t[119])))
    const analysis = analyzeBars(bars, settings, { units: UNITS })
    expect(all.filter(({ alertId }) => alertId === 2)).toHaveLength(analysis.stacks.length)
    expect(all.filter(({ alertId }) => alertId === 3)).toHaveLength(analysis.efforts.length)
    expect(all.filter(({ what }) => what.startsWith('z born'))).toHaveLength(analysis.zones.length)
    expect(all.filter(({ what }) => what.startsWith('z touched'))).toHaveLength(
      analysis.zones.reduce((sum, { tests }) => sum + tests, 0),
    )
    expect(all.filter(({ what }) => what.startsWith('z broken'))).toHaveLength(
      analysis.zones.filter(({ state }) => state === 'broken' || state === 'filled').length,
    )
  })

  test('wait while the bar is incomplete', () => {
    const state = bars.state.slice()
    state[100] = BAR_INCOMPLETE
    const { hits, waiting } = barEvents({ ...bars, state }, (t) => t >= bars.t[99] && t <= bars.t[101], alerts, texts)
    expect(waiting).toEqual([bars.t[100]])
    expect(hits.some(({ barT }) => barT === bars.t[100])).toBe(false)
  })
})

describe('rule validation', () => {
  const fault = (rule: AlertRule): string => {
    try {
      ruleInUnits(rule, UNITS)
      return 'none'
    } catch (error) {
      return error instanceof RuleFault ? `${error.fault.field} ${error.fault.error}` : String(error)
    }
  }
  const id = '00000000-0000-4000-8000-000000000000'
  const drawing = { id, kind: 'trend', points: [{ t: 0, price: '1.00' }], colour: '#000000', width: 1 } as const
  test.each<[AlertRule, string]>([
    [{ kind: 'price', price: '1.005', direction: 'up' }, 'rule.price NOT_A_MULTIPLE'],
    [{ kind: 'volume', at_least: '1', cycle: '7m' }, 'rule.cycle BAD_BODY'],
    [{ kind: 'stack', side: 'buy', min_rows: 3, cycle: '5m', precision: '0.015' }, 'rule.precision NOT_A_MULTIPLE'],
    [{ kind: 'stack', side: 'buy', min_rows: 3, cycle: '5m', precision: '0' }, 'rule.precision NOT_A_MULTIPLE'],
    [{ kind: 'effort', side: 'either', cycle: '5m', precision: '0.05', settings: '!!' }, 'rule.settings BAD_SETTING'],
    [{ kind: 'drawing', drawing: { ...drawing, points: [...drawing.points] } }, 'rule.drawing.points BAD_BODY'],
    [
      { kind: 'drawing', drawing: { ...drawing, kind: 'text', points: [...drawing.points] } },
      'rule.drawing.kind NOT_A_CHOICE',
    ],
  ])('%j is rejected: %s', (rule, said) => {
    expect(fault(rule)).toBe(said)
  })

  test('rounds sizes up to whole units', () => {
    expect(ruleInUnits({ kind: 'volume', at_least: '0.0005', cycle: '1m' }, UNITS)).toMatchObject({ lots: 1 })
    expect(ruleInUnits({ kind: 'volume', at_least: '1.2345', cycle: '1m' }, UNITS)).toMatchObject({ lots: 1235 })
    expect(
      ruleInUnits({ kind: 'volume', at_least: '12', cycle: '1m' }, { tickSize: '1', lotSize: '10' }),
    ).toMatchObject({ lots: 2 })
    expect(ruleInUnits({ kind: 'big_trade', side: 'buy', at_least: '100' }, UNITS)).toMatchObject({
      notional: 10_000_000,
    })
  })
})

describe('delivery attempts', () => {
  test.each([
    [200, 'sent'],
    [204, 'sent'],
    [301, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [408, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const)('status %i: %s', (status, kind) => {
    expect(outcomeOf(status, null).kind).toBe(kind)
  })

  test('are retried with increasing delays, no earlier than the target asks and no later than two hours', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => decideRetry(attempts, 0, 0, null))).toEqual([
      5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000,
    ])
    expect(decideRetry(7, 0, 0, null)).toBeNull()
    expect(decideRetry(1, 0, 0, 60_000)).toBe(60_000)
    expect(decideRetry(5, 0, 6_000_000, null)).toBeNull()
  })
})
