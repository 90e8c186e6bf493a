import { ASK, BID, Book, decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { BookSide, BookSnapshot, KnownWindow } from '@flowprint/orderflow'
import type { MarketListing } from '@flowprint/venues'
import { BookBuilder } from '../../../src/depth/book-builder.ts'
import type { BuilderEvents, WindowRule } from '../../../src/depth/book-builder.ts'
import type { BookRule } from '../../../src/depth/book-rule.ts'
import type { DepthStart, DepthUpdate } from '../../../src/depth/types.ts'

/** Rebuilds a book from what a builder or a feed emits, as its receivers do. */
export class BookTrack implements BuilderEvents {
  readonly book = new Book()
  readonly log: string[] = []
  /** Number of events without a level that differs from the replica; must stay 0. */
  redundant = 0
  isRunning = false
  t = 0
  qtyUnit = ''
  events = 0
  snapshotsNeeded = 0

  snapshot(start: DepthStart): void {
    if (this.isRunning) throw new Error('a run started during another')
    this.isRunning = true
    this.book.load(start.snapshot)
    this.qtyUnit = start.qtyUnit
    this.#advance(start.snapshot.t)
    this.log.push(`snapshot ${start.proof}`)
  }

  changes({ t, changes, window }: DepthUpdate): void {
    if (!this.isRunning) throw new Error('changes without a run')
    for (let i = 0; i < changes.events; i++) {
      this.#advance(changes.t[i])
      const from = i === 0 ? 0 : changes.end[i - 1]
      let effective = 0
      for (let k = from; k < changes.end[i]; k++) {
        const { side, ticks, lots } = changes
        if (this.book.set(side[k] as BookSide, ticks[k], lots[k]) !== lots[k]) effective += 1
      }
      if (effective === 0) this.redundant += 1
      this.events += 1
    }
    if (t !== this.t) throw new Error(`t is ${t}, the last event's ${this.t}`)
    this.book.setWindow(window)
    this.log.push(`changes ${changes.events}`)
  }

  unit(qtyUnit: string, factor: number): void {
    this.book.rescale(factor)
    this.qtyUnit = qtyUnit
    this.log.push(`unit ${qtyUnit} x${factor}`)
  }

  unchanged(exchangeTimeMs: number): void {
    this.#advance(exchangeTimeMs)
    this.log.push('unchanged')
  }

  extended(exchangeTimeMs: number): void {
    this.#advance(exchangeTimeMs)
    this.log.push('extended')
  }

  lost(reason: string): void {
    if (!this.isRunning) throw new Error('a run ended without having started')
    this.isRunning = false
    this.t = 0
    this.log.push(`lost: ${reason}`)
  }

  needsSnapshot(): void {
    this.snapshotsNeeded += 1
    this.log.push('needs snapshot')
  }

  /** Levels of a side as texts with the unit's decimals, from the touch. */
  levels(listing: MarketListing, side: BookSide, most = Infinity): string[] {
    return levelTexts(this.book.snapshot(0), listing, this.qtyUnit, side).slice(0, most)
  }

  get window(): KnownWindow {
    return this.book.window
  }

  #advance(t: number): void {
    if (t < this.t) throw new Error(`time went back from ${this.t} to ${t}`)
    this.t = t
  }
}

function levelTexts(snapshot: BookSnapshot, listing: MarketListing, qtyUnit: string, side: BookSide): string[] {
  const [ticks, lots] = side === BID ? [snapshot.bidTicks, snapshot.bidLots] : [snapshot.askTicks, snapshot.askLots]
  const tick = decimalUnit(listing.tickSize)
  const unit = decimalUnit(qtyUnit)
  return Array.from(ticks, (value, i) => `${fromUnits(value, tick)} ${fromUnits(lots[i], unit)}`)
}

/** A builder around a rule, with the replica of what it emits. */
export class BuilderBench {
  readonly track = new BookTrack()
  readonly builder: BookBuilder
  #receivedAtMs = 1_000_000

  constructor(listing: MarketListing, window: WindowRule, createRule: () => BookRule, qtyUnit = listing.lotSize) {
    this.builder = new BookBuilder({ listing, qtyUnit, window, maxCrossedMs: 1_000, createRule, events: this.track })
    this.builder.start('started')
  }

  /** Reads a message, `afterMs` after the one before. */
  read(message: object | string, afterMs = 1): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    this.#receivedAtMs += afterMs
    const value = JSON.parse(text) as Record<string, unknown>
    this.builder.read({ text, value, receivedAtMs: this.#receivedAtMs })
  }

  snapshot(body: object | string): void {
    this.#receivedAtMs += 1
    this.builder.readSnapshot(typeof body === 'string' ? body : JSON.stringify(body), this.#receivedAtMs)
  }

  get nowMs(): number {
    return this.#receivedAtMs
  }

  get last(): string | undefined {
    return this.track.log.at(-1)
  }
}

export { ASK, BID }
