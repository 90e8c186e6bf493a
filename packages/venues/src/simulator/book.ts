import { BookChangesBuilder, MINUTE_MS } from '@flowprint/orderflow'
import type { BookChanges, BookSide, BookSnapshot, KnownWindow } from '@flowprint/orderflow'
import { BookMinuteMaker, bridgeMinutes } from './book-minute.ts'
import type { BookMinute } from './book-minute.ts'
import { FIRST_MINUTE } from './cascade.ts'
import { MinuteFlow } from './minute-flow.ts'
import type { SimulatorOptions } from './minute-flow.ts'
import { QuoteMinute } from './quote-minute.ts'

/** Half of the known window, as a share of the price. */
const HALF_WINDOW = 0.05
/** The window is centred every hour, and every minute in which the price is this far away from its centre. */
const WINDOW_MINUTES = 60
const MAX_OFF_CENTRE = 0.02
/** Minutes kept: this one and the one before it are needed together. */
const KEPT_MINUTES = 3

/** The order book of a simulated market. Holds only caches: every result depends on the arguments alone. */
export interface SimulatedBook {
  /**
   * The book at a moment: after all changes with t < ms.
   *
   * Input   ms since the epoch, whole; the book is empty until 2020-01-11T17:04Z, inclusive.
   * Output  ticks and lots of the market (`qtyUnit` = its lot), never crossed; everything lies inside the window.
   * Cost    some 5 ms for a random minute, less than 1 ms within one of the last.
   * Throws  RangeError for a time that is not a safe integer.
   * Source  docs/decisions/simulator.md, "Order book".
   */
  snapshotAt(ms: number): BookSnapshot
  /**
   * Changes with fromMs <= t < toMs: applied to `snapshotAt(fromMs)` they give `snapshotAt(toMs)`. Adjacent ranges
   * concatenated equal the whole range. Several events may have the same t: each trade is a separate event.
   *
   * Input   whole ms; an empty or reversed range has no changes.
   * Cost    whole minutes are made even for a part of one: a few ms each; the last ones are cached.
   * Throws  RangeError for a time that is not a safe integer.
   */
  changes(fromMs: number, toMs: number): BookChanges
  /** The known window of `snapshotAt(ms)`: about 5 % on either side of the price, moved only at full minutes. */
  windowAt(ms: number): KnownWindow
}

/** Opens the order book of a simulated market; cheap, and worth reusing for consecutive times. */
export function createSimulatedBook(options: SimulatorOptions): SimulatedBook {
  return new MinuteBooks(options)
}

class MinuteBooks implements SimulatedBook {
  readonly #options: SimulatorOptions
  readonly #flow: MinuteFlow
  readonly #maker: BookMinuteMaker
  readonly #quotes = new Map<number, QuoteMinute>()
  readonly #books = new Map<number, BookMinute>()

  constructor(options: SimulatorOptions) {
    this.#options = options
    this.#flow = new MinuteFlow(options)
    this.#maker = new BookMinuteMaker(options.market.model, this.#flow)
  }

  snapshotAt(ms: number): BookSnapshot {
    const minute = minuteBefore(ms)
    const window = this.windowAt(ms)
    if (minute < FIRST_MINUTE) return snapshotOf(ms, window, new Int32Array(0), window.low)
    const book = this.#book(minute)
    const lots = book.start.slice()
    applyToTicks(book.changes, countBefore(book.changes.t, ms), lots, window.low)
    const { moves } = this.#quote(minute)
    const bid = moves.bid[this.#quote(minute).moveBefore(ms - minute * MINUTE_MS)]
    return snapshotOf(ms, window, lots, bid)
  }

  changes(fromMs: number, toMs: number): BookChanges {
    checkTime(fromMs)
    checkTime(toMs)
    const out = new BookChangesBuilder()
    const first = Math.max(FIRST_MINUTE, Math.floor(fromMs / MINUTE_MS))
    for (let minute = first; minute * MINUTE_MS < toMs; minute++) {
      if (minute * MINUTE_MS >= fromMs) {
        bridgeMinutes(minute === FIRST_MINUTE ? null : this.#book(minute - 1), this.#book(minute), out)
      }
      const { changes } = this.#book(minute)
      append(changes, countBefore(changes.t, fromMs), countBefore(changes.t, toMs), out)
    }
    return out.build()
  }

  windowAt(ms: number): KnownWindow {
    return this.#window(Math.max(FIRST_MINUTE, minuteBefore(ms)))
  }

  #window(minute: number): KnownWindow {
    const { greatRoundTicks } = this.#options.market.model
    const hour = Math.max(FIRST_MINUTE, minute - (minute % WINDOW_MINUTES))
    const price = this.#flow.node(minute).open
    const usual = Math.round(this.#flow.node(hour).open / greatRoundTicks) * greatRoundTicks
    const isNear = Math.abs(price - usual) <= MAX_OFF_CENTRE * usual
    const centre = isNear ? usual : Math.round(price / greatRoundTicks) * greatRoundTicks
    const half = Math.floor(centre * HALF_WINDOW)
    return { low: centre - half, high: centre + half }
  }

  #quote(minute: number): QuoteMinute {
    return cached(
      this.#quotes,
      minute,
      () => new QuoteMinute(this.#flow, minute, this.#options.market.model.fillsPerMinute),
    )
  }

  #book(minute: number): BookMinute {
    return cached(this.#books, minute, () => {
      const before = minute === FIRST_MINUTE ? null : this.#quote(minute - 1)
      return this.#maker.make(this.#quote(minute), before, this.#window(minute))
    })
  }
}

/** The cached value of a minute, else a new one; drops the oldest of too many. */
function cached<Value>(values: Map<number, Value>, minute: number, make: () => Value): Value {
  const known = values.get(minute)
  if (known !== undefined) return known
  const value = make()
  values.set(minute, value)
  if (values.size > KEPT_MINUTES) for (const oldest of [...values.keys()].slice(0, 1)) values.delete(oldest)
  return value
}

function append(changes: BookChanges, fromEvent: number, toEvent: number, out: BookChangesBuilder): void {
  const { t, end, side, ticks, lots } = changes
  let k = fromEvent === 0 ? 0 : end[fromEvent - 1]
  for (let event = fromEvent; event < toEvent; event++) {
    out.startEvent(t[event])
    for (; k < end[event]; k++) out.push(side[k] as BookSide, ticks[k], lots[k])
  }
}

/** Applies the first events to the lots per tick from `low` on. */
function applyToTicks(changes: BookChanges, events: number, tickLots: Int32Array, low: number): void {
  const { end, ticks, lots } = changes
  let from = 0
  for (let event = 0; event < events; event++) {
    // A tick can leave one side and join the other in the same event: removals first.
    for (let k = from; k < end[event]; k++) if (lots[k] === 0) tickLots[ticks[k] - low] = 0
    for (let k = from; k < end[event]; k++) if (lots[k] > 0) tickLots[ticks[k] - low] = lots[k]
    from = end[event]
  }
}

/** The lots per tick as a snapshot: bids from `bid` down, asks above it. */
function snapshotOf(t: number, window: KnownWindow, lots: Int32Array, bid: number): BookSnapshot {
  const bidTicks: number[] = []
  const bidLots: number[] = []
  const askTicks: number[] = []
  const askLots: number[] = []
  for (let index = Math.min(bid - window.low, lots.length - 1); index >= 0; index--) {
    if (lots[index] === 0) continue
    bidTicks.push(index + window.low)
    bidLots.push(lots[index])
  }
  for (let index = Math.max(0, bid + 1 - window.low); index < lots.length; index++) {
    if (lots[index] === 0) continue
    askTicks.push(index + window.low)
    askLots.push(lots[index])
  }
  return {
    t,
    window,
    bidTicks: Float64Array.from(bidTicks),
    bidLots: Float64Array.from(bidLots),
    askTicks: Float64Array.from(askTicks),
    askLots: Float64Array.from(askLots),
  }
}

/** The minute whose book is the one at `ms`, exclusive of changes at `ms`. */
function minuteBefore(ms: number): number {
  checkTime(ms)
  return Math.ceil(ms / MINUTE_MS) - 1
}

/** Number of events with t < ms. */
function countBefore(t: Float64Array, ms: number): number {
  let low = 0
  let high = t.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (t[middle] < ms) low = middle + 1
    else high = middle
  }
  return low
}

function checkTime(ms: number): void {
  if (!Number.isSafeInteger(ms)) throw new RangeError(`Condition failed: a time is a whole number of ms, had ${ms}`)
}
