import * as fc from 'fast-check'
import { aggregateTrades, BAR_INCOMPLETE, regroupBars } from '@flowprint/orderflow'
import type { Bars, Trades } from '@flowprint/orderflow'
import { tapeArbitrary } from '@flowprint/testkit'

const MAX = Number.MAX_SAFE_INTEGER
const UINT32 = 0xffffffff
const TIME = 2 ** 49

/** Small values mostly, the very largest now and then. */
function sized(max: number, min = 0): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min, max: Math.min(max, 300) }) },
    { weight: 2, arbitrary: fc.maxSafeInteger().map((n) => Math.max(min, Math.abs(n) % max)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        min,
        max,
        Math.max(min, Math.floor(max / 2)),
        Math.min(max, 2 ** 32 - 1),
        Math.min(max, 2 ** 28),
      ),
    },
  )
}

const textId = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }).map(String),
  fc.uuid(),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('007', '', '\ud800', 'é漢😀', '9999999999999999999999999999999'),
)
const textIds = (length: number): fc.Arbitrary<string[] | null> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    ...[fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }).map(String), fc.uuid(), textId].map((one) => ({
      weight: 1,
      arbitrary: fc.array(one, { minLength: length, maxLength: length }),
    })),
  )

/** Columns of any legal values, sorted or not, short runs and some over one block of the format. */
export function anyTrades(): fc.Arbitrary<Trades> {
  const lengths = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }) },
    fc.constantFrom(1023, 1024, 1025, 2100),
  )
  return lengths.chain((length) => {
    const column = (one: fc.Arbitrary<number>) => manyOf(one, length)
    return fc
      .record({
        ts: column(
          fc.oneof(
            sized(TIME),
            sized(TIME).map((n) => -n),
          ),
        ),
        sorted: fc.boolean(),
        price: column(
          fc.oneof(fc.integer({ min: -2147483647, max: 2147483647 }), fc.integer({ min: 8300, max: 8340 })),
        ),
        qty: column(sized(MAX, 1)),
        buy: column(fc.integer({ min: 0, max: 1 })),
        fills: column(sized(UINT32, 1)),
        id: fc.oneof(column(sized(MAX)), fc.constant(null)),
        seq: fc.oneof(
          fc.constant(null),
          column(sized(MAX)),
          sized(MAX).map((n) => Array.from({ length }, () => n)),
          fc.constant('consecutive'),
        ),
        textId: textIds(length),
      })
      .map(({ ts, sorted, price, qty, buy, fills, id, seq, textId: texts }) => ({
        length,
        ts: sorted ? Float64Array.from(ts).sort() : Float64Array.from(ts),
        price: Int32Array.from(price),
        qty: Float64Array.from(qty),
        buy: Uint8Array.from(buy),
        fills: Uint32Array.from(fills),
        id: id === null ? Float64Array.from(fills, (_, i) => 1000 + i) : Float64Array.from(id),
        textId: texts,
        seq:
          seq === null
            ? null
            : seq === 'consecutive'
              ? Float64Array.from(ts, (_, i) => 77 + i)
              : Float64Array.from(seq as number[]),
      }))
  })
}

/** `length` draws for short columns; long ones repeat forty of them in a scrambled way, which shrinks faster. */
function manyOf(one: fc.Arbitrary<number>, length: number): fc.Arbitrary<number[]> {
  const drawn = Math.min(length, 40)
  return fc
    .array(one, { minLength: drawn, maxLength: drawn })
    .map((values) => Array.from({ length }, (_, i) => values[(i * 7 + (i >> 5)) % drawn]))
}

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]

/** Bars of real tapes with any states, revisions and missing values. */
export function anyBars(): fc.Arbitrary<Bars> {
  return fc
    .record({
      tape: tapeArbitrary({ minLength: 0, maxLength: 150, negative: true }),
      cycleMs: fc.constantFrom(15_000, 60_000, 3_600_000, 604_800_000),
      step: fc.constantFrom(1, 1, 3, 10, 1000),
      regroup: fc.constantFrom(1, 1, 7),
      states: fc.array(fc.integer({ min: 0, max: BAR_INCOMPLETE }), { minLength: 1, maxLength: 9 }),
      revisions: fc.array(sized(UINT32), { minLength: 1, maxLength: 5 }),
      known: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    })
    .map(({ tape, cycleMs, step, regroup, states, revisions, known }) => {
      const bars = regroupBars(aggregateTrades(tape, { cycleMs, step }), step * regroup)
      return {
        ...bars,
        state: bars.state.map((_, i) => pick(states, i)),
        revision: bars.revision.map((_, i) => pick(revisions, i)),
        minDeltaQuote: bars.minDeltaQuote.map((value, i) => (pick(known, i) ? value : Number.NaN)),
        maxDeltaQuote: bars.maxDeltaQuote.map((value, i) => (pick(known, i + 1) ? value : Number.NaN)),
        squares:
          bars.step === 1
            ? bars.squares
            : bars.squares.map((value, k) => (pick(known, Math.floor(k / 3)) ? value : Number.NaN)),
      }
    })
}

/** One bar at the limits of every column. */
export function extremeBar(): Bars {
  return {
    length: 1,
    cycleMs: 604_800_000,
    step: 2,
    t: Float64Array.of(-(2 ** 49)),
    open: Int32Array.of(-2147483647),
    high: Int32Array.of(2147483647),
    low: Int32Array.of(-2147483647),
    close: Int32Array.of(2147483647),
    bid: Float64Array.of(MAX - 3),
    ask: Float64Array.of(3),
    minDelta: Float64Array.of(-MAX),
    maxDelta: Float64Array.of(MAX),
    minDeltaQuote: Float64Array.of(-MAX),
    maxDeltaQuote: Float64Array.of(MAX),
    squares: Float64Array.of(2 ** 48 - 1, 2 ** 48 - 1, 2 ** 48 - 1),
    trades: Uint32Array.of(UINT32),
    rawPoc: Int32Array.of(2147483647),
    state: Uint8Array.of(3),
    revision: Uint32Array.of(UINT32),
    cellStart: Uint32Array.of(0, 2),
    row: Int32Array.of(-1073741824, 1073741823),
    cellBid: Float64Array.of(MAX - 3, 0),
    cellAsk: Float64Array.of(0, 3),
    cellBidTrades: Uint32Array.of(UINT32 - 1, 0),
    cellAskTrades: Uint32Array.of(0, 1),
    cellBidOffset: Float64Array.of(MAX, 0),
    cellAskOffset: Float64Array.of(0, 3),
    overflow: null,
    edges: null,
  }
}

/** The first place where two runs of trades differ, null when they are equal. */
export function tradesDifference(a: Trades, b: Trades): string | null {
  if (a.length !== b.length) return `length ${a.length} and ${b.length}`
  for (const name of ['ts', 'price', 'qty', 'buy', 'fills', 'id', 'textId', 'seq'] as const) {
    const left = a[name]
    const right = b[name]
    if (left === null || right === null) {
      if (left !== right) return `${name} is missing on one side`
      continue
    }
    if (left.length !== right.length || left.constructor !== right.constructor) return `${name} is another array`
    for (let i = 0; i < left.length; i++) {
      const same =
        typeof left[i] === 'string' ? left[i] === right[i] : Object.is(Number(left[i]) + 0, Number(right[i]) + 0)
      if (!same) return `${name}[${i}] is ${left[i]} and ${right[i]}`
    }
  }
  return null
}
