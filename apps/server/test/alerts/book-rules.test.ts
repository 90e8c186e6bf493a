import type { AlertRule } from '@flowprint/contract'
import { ASK, BID, COLUMN_MISSING, COLUMN_PROVEN, liquidityRows, TradedRows } from '@flowprint/orderflow'
import type { BookSide, DepthColumns } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { bookEvents, NEW_BOOK_STATE, restingEvents } from '../../src/modules/alerts/rules/book-events.ts'
import type { BookAlert } from '../../src/modules/alerts/rules/book-events.ts'
import { RuleFault, ruleInUnits } from '../../src/modules/alerts/rules/in-units.ts'
import type { AlertOf } from '../../src/modules/alerts/rules/waiting-alert.ts'

type Cells = readonly (readonly [side: BookSide, row: number, lots: number])[]

/** Columns of one second; null: missing. Rows 0 to 999 are known, the best prices are 99 and 100. */
function columnsOf(list: readonly (Cells | null)[], fromMs = 0): DepthColumns {
  const cells = list.flatMap((column) => column ?? [])
  const all = (value: (column: Cells | null) => number): Float64Array => Float64Array.from(list, value)
  const lots = Float64Array.from(cells, ([, , quantity]) => quantity)
  let end = 0
  return {
    intervalMs: 1000,
    step: 1,
    length: list.length,
    fromMs,
    state: Uint8Array.from(list, (column) => (column === null ? COLUMN_MISSING : COLUMN_PROVEN)),
    seconds: Uint32Array.from(list, (column) => (column === null ? 0 : 1)),
    lowRow: all(() => 0),
    highRow: all((column) => (column === null ? -1 : 999)),
    bestBid: all((column) => (column === null ? Number.NaN : 99)),
    bestAsk: all((column) => (column === null ? Number.NaN : 100)),
    cellEnd: Uint32Array.from(list, (column) => (end += column?.length ?? 0)),
    side: Uint8Array.from(cells, ([side]) => side),
    row: Float64Array.from(cells, ([, row]) => row),
    lots,
    up: new Float64Array(cells.length),
    sum: lots,
    min: lots,
    max: lots,
  }
}

/** Ten on every row from 95 to 104, but `bid` at 97 and `ask` at 102. */
const book = (bid = 10, ask = 10): Cells =>
  Array.from({ length: 10 }, (_, k) => {
    const row = 95 + k
    return [row < 100 ? BID : ASK, row, row === 97 ? bid : row === 102 ? ask : 10] as const
  })

const common = { id: 1, armedT: 0, lastFiredT: null, repeat: 'event', cooldownMs: 0, expiresAt: null } as const
const wall: AlertOf<'wall'> = {
  ...common,
  kind: 'wall',
  events: ['born', 'tested', 'filled', 'pulled'],
  side: 'either',
  ratio: '3',
  atLeast: null,
  distance: 10,
  cycleMs: 60_000,
}
const imbalance: AlertOf<'book_imbalance'> = {
  ...common,
  kind: 'book_imbalance',
  side: 'either',
  atLeast: '0.5',
  seconds: 2,
  distance: 10,
  cycleMs: 60_000,
}

function minuteOf(list: readonly (Cells | null)[], sold: Readonly<Record<number, number>> = {}, fromMs = 0) {
  const columns = columnsOf(list, fromMs)
  const traded = list.map((_, i) => {
    const rows = new TradedRows(1)
    rows.add(BID, 97, sold[i] ?? 0)
    return rows
  })
  return { columns, qtyUnit: '0.1', traded, price: String }
}

const names = (alerts: readonly BookAlert[], minute: Parameters<typeof bookEvents>[0], state = NEW_BOOK_STATE) =>
  bookEvents(minute, alerts, state).hits.map(({ t, facts }) => {
    const event = facts.kind === 'wall' ? facts.event : facts.kind
    return `${t} ${event} ${'side' in facts ? facts.side : ''}`
  })

describe('wall rule', () => {
  test.each([
    ['appears', [book(), book(50)], {}, ['1999 born bid']],
    ['is there from the first column', [book(50), book(50)], {}, []],
    ['is there after a gap', [book(), null, book(50)], {}, []],
    ['is pulled', [book(), book(50), book(10)], {}, ['1999 born bid', '2999 pulled bid']],
    [
      'is tested and filled',
      [book(), book(50), book(10)],
      { 2: 40 },
      ['1999 born bid', '2999 tested bid', '2999 filled bid'],
    ],
    ['is lost in a gap', [book(), book(50), null, book(10)], {}, ['1999 born bid']],
    ['of the other side', [book(), book(10, 50)], {}, ['1999 born ask']],
  ] as const)('a wall that %s', (_what, list, sold, expected) => {
    expect(names([wall], minuteOf(list, sold))).toEqual(expected)
  })

  test('filters side, event and size', () => {
    const minute = minuteOf([book(), book(50), book(10)])
    expect(names([{ ...wall, side: 'ask' }], minute)).toEqual([])
    expect(names([{ ...wall, events: ['pulled'] }], minute)).toEqual(['2999 pulled bid'])
    expect(names([{ ...wall, atLeast: '5' }], minute)).toHaveLength(2)
    expect(names([{ ...wall, atLeast: '5.01' }], minute)).toEqual([])
  })

  test('continues over minutes, but not where trades are missing', () => {
    const first = bookEvents(minuteOf([book(), book(50)]), [wall], NEW_BOOK_STATE)
    const state = JSON.parse(JSON.stringify(first.state)) as typeof first.state
    expect(names([wall], minuteOf([book(10)], {}, 60_000), state)).toEqual(['60999 pulled bid'])
    const unknown = bookEvents({ ...minuteOf([book(50)]), traded: null }, [wall], state)
    expect(unknown.hits).toEqual([])
    expect(names([wall], minuteOf([book(10)]), unknown.state)).toEqual([])
    expect(names([wall], { ...minuteOf([book(10)]), qtyUnit: '0.01' }, state)).toEqual([])
  })
})

describe('book imbalance rule', () => {
  test.each([
    ['lasts', [book(200), book(200), book(200)], ['1999 book_imbalance bid']],
    ['is too short', [book(200), book(), book(200)], []],
    ['is interrupted by a gap', [book(200), null, book(200)], []],
    [
      'returns',
      [book(200), book(200), book(), book(200), book(200)],
      ['1999 book_imbalance bid', '4999 book_imbalance bid'],
    ],
    ['is on the other side', [book(10, 200), book(10, 200)], ['1999 book_imbalance ask']],
  ] as const)('an imbalance that %s', (_what, list, expected) => {
    expect(names([imbalance], minuteOf(list))).toEqual(expected)
  })

  test('continues over minutes', () => {
    const first = bookEvents(minuteOf([book(200)]), [imbalance], NEW_BOOK_STATE)
    expect(names([imbalance], minuteOf([book(200)], {}, 1000), first.state)).toEqual(['1999 book_imbalance bid'])
  })
})

describe('resting rule', () => {
  const resting: AlertOf<'resting'> = {
    ...common,
    kind: 'resting',
    event: 'pulled',
    side: 'either',
    atLeast: '4',
    cycleMs: 2000,
  }
  const hits = (list: readonly (Cells | null)[], alert = resting) =>
    restingEvents(
      liquidityRows(columnsOf(list), 1000, 3000, new TradedRows(1)),
      { t: 1000, cycleMs: 2000, qtyUnit: '0.1' },
      [alert],
    )

  test('compares the sum of the rows of a side with the size', () => {
    expect(hits([book(50), book(), book()]).map(({ facts }) => facts)).toEqual([
      { kind: 'resting', event: 'pulled', side: 'bid', volume: '4.0', at_least: '4' },
    ])
    expect(hits([book(49), book(), book()])).toEqual([])
    expect(hits([book(), book(), book(10, 50)], { ...resting, event: 'stacked' })).toHaveLength(1)
    expect(hits([book(50), book(), book()], { ...resting, side: 'ask' })).toEqual([])
  })

  test('a gap in the bar or before it fires nothing', () => {
    expect(hits([null, book(50), book()])).toEqual([])
    expect(hits([book(50), null, book()])).toEqual([])
  })
})

describe('rules of the book in units', () => {
  const units = { tickSize: '0.01', lotSize: '0.001' }
  const walls: Extract<AlertRule, { kind: 'wall' }> = {
    kind: 'wall',
    events: ['born'],
    side: 'bid',
    ratio: '3',
    distance: '1.00',
  }
  const lasting = { kind: 'book_imbalance', side: 'bid', at_least: '0.5', seconds: 5, distance: '1.00' } as const
  test.each([
    ['rule.ratio', { ...walls, ratio: '1.99' }],
    ['rule.at_least', { ...walls, at_least: '0' }],
    ['rule.distance', { ...walls, distance: '0.005' }],
    ['rule.distance', { ...walls, distance: '0' }],
    ['rule.cycle', { ...walls, cycle: '7m' }],
    ['rule.at_least', { ...lasting, at_least: '0' }],
    ['rule.at_least', { ...lasting, at_least: '1.01' }],
    ['rule.distance', { ...lasting, distance: '0.001' }],
    ['rule.at_least', { kind: 'resting', event: 'pulled', side: 'bid', at_least: '0', cycle: '1m' }],
    ['rule.cycle', { kind: 'resting', event: 'pulled', side: 'bid', at_least: '1', cycle: '7m' }],
  ] as readonly (readonly [string, AlertRule])[])('names the wrong field %s', (field, rule) => {
    expect(() => ruleInUnits(rule, units)).toThrow(RuleFault)
    expect(() => ruleInUnits(rule, units)).toThrow(field)
  })

  test('accepts valid rules', () => {
    expect(ruleInUnits(walls, units)).toMatchObject({ ratio: '3', atLeast: null, distance: 100, cycleMs: 60_000 })
    expect(ruleInUnits(lasting, units)).toMatchObject({ atLeast: '0.5', seconds: 5, distance: 100 })
  })
})
