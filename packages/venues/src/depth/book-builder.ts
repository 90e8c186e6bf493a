import {
  ASK,
  BID,
  Book,
  BookChangesBuilder,
  decimalUnit,
  fromUnits,
  OrderflowError,
  toUnits,
} from '@flowprint/orderflow'
import type { BookSide, BookSnapshot, DecimalUnit, KnownWindow } from '@flowprint/orderflow'
import type { MarketListing } from '../live/types.ts'
import type { BookRule, BookSink, RawDepthMessage, RawLevel, RawLevels } from './book-rule.ts'
import type { DepthState, DepthStart, DepthUpdate } from './types.ts'

/** How a snapshot bounds what is known (docs/decisions/order-book.md, known window). */
export type WindowRule =
  /** The whole book. */
  | { readonly kind: 'whole' }
  /** A snapshot of at most so many levels a side; changes come from the whole book. */
  | { readonly kind: 'snapshot'; readonly levels: number }
  /** Only the best levels of each side, always. */
  | { readonly kind: 'fixed'; readonly levels: number }

/** Events of one market's book. */
export interface BuilderEvents {
  snapshot(start: DepthStart, receivedAtMs: number): void
  changes(update: DepthUpdate, receivedAtMs: number): void
  unit(qtyUnit: string, factor: number): void
  /** An update changed nothing. */
  unchanged(exchangeTimeMs: number, receivedAtMs: number): void
  /** `extend` extended the run. */
  extended(exchangeTimeMs: number, receivedAtMs: number): void
  /** A run ended. */
  lost(reason: string, atMs: number): void
  needsSnapshot(): void
}

export interface BookBuilderOptions {
  readonly listing: MarketListing
  /** Unit to start with. */
  readonly qtyUnit: string
  readonly window: WindowRule
  readonly maxCrossedMs: number
  readonly createRule: () => BookRule
  readonly events: BuilderEvents
}

const LOWEST = -Number.MAX_SAFE_INTEGER
const HIGHEST = Number.MAX_SAFE_INTEGER

/** Finest unit, as a power of ten; a quantity with more decimals is a broken message. */
const MIN_EXPONENT = -30

/**
 * One market's book around its continuity rule: converts exact texts to ticks and units, applies them, and emits runs.
 *
 * Input   the raw messages of the market in order of arrival.
 * Output  a snapshot at the start of a run and changes after it: only levels whose quantity changed, including levels that
 *         left a book of fixed depth. Samples of a whole book become changes too. Times never decrease within a run.
 * Ends    a run, with a reason: continuity broken, price not a multiple of the tick, quantity out of range, crossed for more
 *         than `maxCrossedMs`.
 * Cost    per changed level one conversion and one `Book.set`.
 */
export class BookBuilder implements BookSink {
  readonly #options: BookBuilderOptions
  readonly #tick: DecimalUnit
  readonly #book = new Book()
  readonly #changes = new BookChangesBuilder()
  #qtyUnit: string
  #unit: DecimalUnit
  #rule: BookRule | null = null
  #state: DepthState = 'lost'
  #reason = 'not subscribed'
  #runs = 0
  /** Last exchange time of the run. */
  #t = 0
  #receivedAtMs = 0
  #crossedSinceMs: number | null = null
  /** The message changed the run; without changes of levels it still extends it. */
  #isTouched = false
  // Levels of one update while they are converted.
  #count = 0
  #sides: BookSide[] = []
  #ticks: number[] = []
  #lots: number[] = []

  constructor(options: BookBuilderOptions) {
    this.#options = options
    this.#tick = decimalUnit(options.listing.tickSize)
    this.#qtyUnit = options.qtyUnit
    this.#unit = decimalUnit(options.qtyUnit)
  }

  get state(): DepthState {
    return this.#state
  }

  /** Why there is no run; empty during one. */
  get reason(): string {
    return this.#reason
  }

  get isRunning(): boolean {
    return this.#state !== 'syncing' && this.#state !== 'lost'
  }

  get runs(): number {
    return this.#runs
  }

  /** Whether messages are read: false until `start`, and after a failure, which requires syncing again. */
  get isStarted(): boolean {
    return this.#rule !== null
  }

  /** Starts syncing with a new rule. */
  start(reason: string): void {
    this.#rule = this.#options.createRule()
    this.#state = 'syncing'
    this.#reason = reason
  }

  read(message: RawDepthMessage): void {
    this.#use(message.receivedAtMs, (rule) => rule.read(message, this))
  }

  /** Reads the response to `needsSnapshot`. */
  readSnapshot(text: string, receivedAtMs: number): void {
    this.#use(receivedAtMs, (rule) => rule.readSnapshot?.(text, this))
  }

  /** Extends the run until this exchange time, without a message of its market. Nothing is known between samples. */
  extend(exchangeTimeMs: number, receivedAtMs: number): void {
    if (!this.isRunning || this.#state === 'sampled' || exchangeTimeMs <= this.#t) return
    this.#t = exchangeTimeMs
    this.#options.events.extended(exchangeTimeMs, receivedAtMs)
  }

  /** Ends the run, if any, from outside: the connection closed, or the book is crossed without new messages. */
  end(reason: string, atMs: number): void {
    this.#flush()
    const wasRunning = this.isRunning
    this.#rule = null
    this.#state = 'lost'
    this.#reason = reason
    this.#crossedSinceMs = null
    this.#book.clear()
    if (wasRunning) this.#options.events.lost(reason, atMs)
  }

  /** Ends a run that has been crossed for too long. */
  checkCrossed(nowMs: number): void {
    if (this.isRunning && this.#isCrossedTooLong(nowMs)) this.#fail(this.#crossedReason(), nowMs)
  }

  // What the rule finds. A rule that failed is not used for the rest of its message.

  snapshot(t: number, levels: RawLevels, restart?: string): void {
    this.#guard(() => {
      if (this.#rule === null) return
      if (this.isRunning && restart === undefined && this.#rule.proof === 'sampled') return this.#sample(t, levels)
      if (this.isRunning) this.#restart(restart ?? 'the venue sent a new book')
      this.#startRun(t, levels)
    })
  }

  changes(t: number, levels: RawLevels): void {
    this.#guard(() => {
      if (!this.isRunning) return
      this.#convert(levels)
      this.#beginEvent(t)
      for (let i = 0; i < this.#count; i++) this.#set(this.#sides[i], this.#ticks[i], this.#lots[i])
      this.#endEvent()
    })
  }

  lost(reason: string): void {
    this.#fail(reason, this.#receivedAtMs)
  }

  needsSnapshot(): void {
    if (this.#rule !== null) this.#options.events.needsSnapshot()
  }

  ignored(): void {
    // Not every message concerns the book.
  }

  #use(receivedAtMs: number, read: (rule: BookRule) => void): void {
    const rule = this.#rule
    if (rule === null) return
    this.#receivedAtMs = receivedAtMs
    this.#guard(() => read(rule))
    if (this.isRunning && this.#isCrossedTooLong(receivedAtMs)) this.#fail(this.#crossedReason(), receivedAtMs)
    this.#flush()
  }

  /** Numbers that cannot be converted end the run: dropping one level would falsify the book. */
  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof OrderflowError) && !(error instanceof RangeError)) throw error
      this.#fail(error.message, this.#receivedAtMs)
    }
  }

  #fail(reason: string, atMs: number): void {
    if (this.#rule === null) return
    this.end(reason, atMs)
  }

  #restart(reason: string): void {
    this.#flush()
    this.#options.events.lost(reason, this.#receivedAtMs)
    this.#state = 'syncing'
  }

  #startRun(t: number, levels: RawLevels): void {
    const rule = this.#rule as BookRule
    this.#crossedSinceMs = null
    this.#book.load(this.#snapshotOf(t, levels))
    this.#cutToDepth()
    this.#noteCrossed()
    this.#t = t
    this.#state = rule.proof
    this.#reason = ''
    this.#runs += 1
    const snapshot = this.#book.snapshot(t)
    this.#options.events.snapshot({ snapshot, qtyUnit: this.#qtyUnit, proof: rule.proof }, this.#receivedAtMs)
  }

  #snapshotOf(t: number, levels: RawLevels): BookSnapshot {
    this.#convert(levels)
    const sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()]
    for (let i = 0; i < this.#count; i++) {
      if (this.#lots[i] > 0) sides[this.#sides[i]].set(this.#ticks[i], this.#lots[i])
    }
    const bidTicks = Float64Array.from(sides[BID].keys()).sort().reverse()
    const askTicks = Float64Array.from(sides[ASK].keys()).sort()
    return {
      t,
      window: this.#windowOf(bidTicks.length, askTicks.length, bidTicks.at(-1), askTicks.at(-1)),
      bidTicks,
      bidLots: bidTicks.map((tick) => sides[BID].get(tick) as number),
      askTicks,
      askLots: askTicks.map((tick) => sides[ASK].get(tick) as number),
    }
  }

  /** A side with fewer levels than the venue sends at most is known completely. */
  #windowOf(bids: number, asks: number, lowest: number | undefined, highest: number | undefined): KnownWindow {
    const { window } = this.#options
    const most = window.kind === 'whole' ? Infinity : window.levels
    return {
      low: bids < most || lowest === undefined ? LOWEST : lowest,
      high: asks < most || highest === undefined ? HIGHEST : highest,
    }
  }

  /** The next whole book of a sampled venue, as changes. */
  #sample(t: number, levels: RawLevels): void {
    this.#convert(levels)
    const sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()]
    for (let i = 0; i < this.#count; i++) sides[this.#sides[i]].set(this.#ticks[i], this.#lots[i])
    this.#beginEvent(t)
    for (const side of [BID, ASK] as const) {
      const gone: number[] = []
      this.#book.visit(side, LOWEST, HIGHEST, (tick) => {
        if (!sides[side].has(tick)) gone.push(tick)
      })
      for (const tick of gone) this.#set(side, tick, 0)
      for (const [tick, lots] of sides[side]) this.#set(side, tick, lots)
    }
    this.#endEvent()
  }

  #beginEvent(t: number): void {
    // Clocks of a venue may step back by some ms.
    this.#t = Math.max(this.#t, t)
    this.#changes.startEvent(this.#t)
    this.#isTouched = true
  }

  #set(side: BookSide, tick: number, lots: number): void {
    if (this.#book.set(side, tick, lots) === lots) return
    this.#changes.push(side, tick, lots)
  }

  #endEvent(): void {
    this.#cutToDepth()
    this.#noteCrossed()
  }

  /** Levels beyond the depth of the venue's book are not updated any more: they are removed, and unknown. */
  #cutToDepth(): void {
    const { window } = this.#options
    if (window.kind !== 'fixed') return
    for (const side of [BID, ASK] as const) {
      if (this.#book.size(side) <= window.levels) continue
      for (const tick of this.#book.truncate(side, window.levels)) {
        if (this.isRunning) this.#changes.push(side, tick, 0)
      }
    }
    let lowest = NaN
    let highest = NaN
    this.#book.visit(BID, LOWEST, HIGHEST, (tick) => (lowest = tick))
    this.#book.visit(ASK, LOWEST, HIGHEST, (tick) => (highest = tick))
    this.#book.setWindow(this.#windowOf(this.#book.size(BID), this.#book.size(ASK), lowest, highest))
  }

  #noteCrossed(): void {
    if (!this.#book.isCrossed()) this.#crossedSinceMs = null
    else this.#crossedSinceMs ??= this.#receivedAtMs
  }

  #isCrossedTooLong(nowMs: number): boolean {
    return this.#crossedSinceMs !== null && nowMs - this.#crossedSinceMs > this.#options.maxCrossedMs
  }

  #crossedReason(): string {
    const bid = fromUnits(this.#book.bestBid(), this.#tick)
    const ask = fromUnits(this.#book.bestAsk(), this.#tick)
    return `the book is crossed: bid ${bid}, ask ${ask}`
  }

  /** Emits what the message changed. */
  #flush(): void {
    if (!this.#isTouched) return
    this.#isTouched = false
    if (this.#changes.levels > 0) {
      const update = { t: this.#t, changes: this.#changes.build(), window: this.#book.window }
      this.#options.events.changes(update, this.#receivedAtMs)
    } else {
      this.#options.events.unchanged(this.#t, this.#receivedAtMs)
    }
    this.#changes.clear()
  }

  #convert(levels: RawLevels): void {
    this.#count = 0
    for (const level of levels.bids) this.#convertLevel(BID, level)
    for (const level of levels.asks) this.#convertLevel(ASK, level)
  }

  #convertLevel(side: BookSide, [price, qty]: RawLevel): void {
    if (typeof price !== 'string' || typeof qty !== 'string')
      throw new RangeError(`a level without texts: ${JSON.stringify([price, qty])}`)
    const tick = toUnits(price, this.#tick)
    const lots = this.#toLots(qty)
    if (tick <= 0 || lots < 0) throw new RangeError(`a level with the price ${price} and the quantity ${qty}`)
    const i = this.#count++
    this.#sides[i] = side
    this.#ticks[i] = tick
    this.#lots[i] = lots
  }

  #toLots(qty: string): number {
    try {
      return toUnits(qty, this.#unit)
    } catch (error) {
      if (!(error instanceof OrderflowError) || error.code !== 'NOT_A_MULTIPLE') throw error
      this.#refine(qty)
      return toUnits(qty, this.#unit)
    }
  }

  /** Makes the unit finer by the smallest power of ten that divides the quantity; nothing is rounded. */
  #refine(qty: string): void {
    const wanted = decimalUnit(qty)
    let { mantissa, exponent } = this.#unit
    let factor = 1
    // Of 0.0025 no power of ten divides 0.001: such a unit becomes a power of ten itself.
    if (wanted.mantissa % withoutTens(mantissa) !== 0n) {
      factor *= Number(mantissa)
      mantissa = 1n
    }
    while (!divides({ mantissa, exponent }, wanted)) {
      exponent -= 1
      factor *= 10
      if (exponent < MIN_EXPONENT) throw new RangeError(`the quantity ${qty} has too many decimals`)
    }
    // The changes of this message so far count the coarser unit.
    this.#flush()
    if (!Number.isSafeInteger(factor)) throw new RangeError(`the quantity ${qty} is too fine for ${this.#qtyUnit}`)
    this.#book.rescale(factor)
    for (let i = 0; i < this.#count; i++) this.#lots[i] = rescaled(this.#lots[i], factor)
    this.#unit = { mantissa, exponent }
    this.#qtyUnit = fromUnits(1, this.#unit)
    if (this.isRunning) this.#options.events.unit(this.#qtyUnit, factor)
  }
}

function rescaled(lots: number, factor: number): number {
  if (lots * factor > Number.MAX_SAFE_INTEGER) throw new RangeError(`the quantity ${lots} x ${factor} is out of range`)
  return lots * factor
}

/** Whether the unit divides the quantity, both as mantissa x 10^exponent. */
function divides(unit: DecimalUnit, qty: DecimalUnit): boolean {
  const exponent = Math.min(unit.exponent, qty.exponent)
  return (
    (qty.mantissa * 10n ** BigInt(qty.exponent - exponent)) %
      (unit.mantissa * 10n ** BigInt(unit.exponent - exponent)) ===
    0n
  )
}

/** The part of a unit's mantissa that powers of ten cannot absorb. */
function withoutTens(mantissa: bigint): bigint {
  let rest = mantissa
  while (rest % 2n === 0n) rest /= 2n
  while (rest % 5n === 0n) rest /= 5n
  return rest
}
