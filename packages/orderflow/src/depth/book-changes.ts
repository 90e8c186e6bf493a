import { BID } from './depth.ts'
import type { BookChanges, BookSide } from './depth.ts'
import { checkLevel } from './book.ts'
import type { UnixMs } from '../units/units.ts'

/**
 * Collects changes of a book into growing columns.
 *
 * Input   events with times that never decrease; their levels in any order. Of a level that occurs more than once in an
 *         event the last quantity counts.
 * Output  canonical changes: the levels of an event are sorted by side (bids first) and then from the touch, and events
 *         without a level are left out.
 * Cost    one pass when the levels of an event arrive sorted from the touch, else a sort of that event.
 * Throws  RangeError for a level outside the ranges of `Book`, a time that is not a safe integer or decreases, and a level
 *         before the first event.
 * Source  docs/data/book.md.
 */
export class BookChangesBuilder {
  #t = new Float64Array(64)
  #end = new Uint32Array(64)
  #side = new Uint8Array(256)
  #ticks = new Float64Array(256)
  #lots = new Float64Array(256)
  /** Events with at least one level; the open one included. */
  #events = 0
  #levels = 0
  /** Time of the open event, null before the first. */
  #openT: UnixMs | null = null
  /** Index of the open event's first level. */
  #openFrom = 0
  #isSorted = true

  /** Begins an event; the levels that follow belong to it. */
  startEvent(t: UnixMs): void {
    if (!Number.isSafeInteger(t) || (this.#openT !== null && t < this.#openT)) {
      throw new RangeError(`Condition failed: times are whole and never decrease, had ${t} after ${this.#openT}`)
    }
    this.#closeEvent()
    this.#openT = t
  }

  push(side: BookSide, tick: number, lots: number): void {
    checkLevel(side, tick, lots)
    if (this.#openT === null) throw new RangeError('Condition failed: a level belongs to an event')
    const at = this.#levels
    if (at === this.#ticks.length) this.#growLevels()
    if (at === this.#openFrom) this.#openEvent(this.#openT)
    else if (this.#isSorted && !isBefore(this.#side[at - 1], this.#ticks[at - 1], side, tick)) this.#isSorted = false
    this.#side[at] = side
    this.#ticks[at] = tick
    this.#lots[at] = lots
    this.#levels = at + 1
  }

  /** Events with at least one level. */
  get events(): number {
    return this.#events
  }

  /** Levels of all events; repeated ones of the open event count until it ends. */
  get levels(): number {
    return this.#levels
  }

  /** The changes so far, as copies. Ends the open event: levels pushed later belong to a further event of the same time. */
  build(): BookChanges {
    this.#closeEvent()
    return {
      events: this.#events,
      t: this.#t.slice(0, this.#events),
      end: this.#end.slice(0, this.#events),
      side: this.#side.slice(0, this.#levels),
      ticks: this.#ticks.slice(0, this.#levels),
      lots: this.#lots.slice(0, this.#levels),
    }
  }

  /** Removes everything but keeps the memory. */
  clear(): void {
    this.#events = 0
    this.#levels = 0
    this.#openT = null
    this.#openFrom = 0
    this.#isSorted = true
  }

  #openEvent(t: UnixMs): void {
    if (this.#events === this.#t.length) {
      this.#t = grown(this.#t, Float64Array)
      this.#end = grown(this.#end, Uint32Array)
    }
    this.#t[this.#events++] = t
    this.#isSorted = true
  }

  #closeEvent(): void {
    if (this.#levels === this.#openFrom) return
    if (!this.#isSorted) this.#sortEvent()
    this.#end[this.#events - 1] = this.#levels
    this.#openFrom = this.#levels
  }

  /** Sorts the open event and keeps the last quantity of each level. */
  #sortEvent(): void {
    const from = this.#openFrom
    const side = this.#side.slice(from, this.#levels)
    const ticks = this.#ticks.slice(from, this.#levels)
    const lots = this.#lots.slice(from, this.#levels)
    const order = Array.from(side, (_, k) => k)
    order.sort((a, b) => side[a] - side[b] || (side[a] === BID ? ticks[b] - ticks[a] : ticks[a] - ticks[b]) || a - b)
    let at = from
    for (const k of order) {
      if (at > from && this.#side[at - 1] === side[k] && this.#ticks[at - 1] === ticks[k]) at--
      this.#side[at] = side[k]
      this.#ticks[at] = ticks[k]
      this.#lots[at++] = lots[k]
    }
    this.#levels = at
  }

  #growLevels(): void {
    this.#side = grown(this.#side, Uint8Array)
    this.#ticks = grown(this.#ticks, Float64Array)
    this.#lots = grown(this.#lots, Float64Array)
  }
}

/** Whether a level comes before another one of the same event: bids first, each side from the touch. */
export function isBefore(side: number, tick: number, nextSide: number, nextTick: number): boolean {
  if (side !== nextSide) return side < nextSide
  return side === BID ? tick > nextTick : tick < nextTick
}

function grown<Column extends Float64Array | Uint32Array | Uint8Array>(
  column: Column,
  type: new (length: number) => Column,
): Column {
  const larger = new type(2 * column.length)
  larger.set(column)
  return larger
}
