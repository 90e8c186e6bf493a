import { ASK, BID, BookChangesBuilder, MINUTE_MS } from '@flowprint/orderflow'
import type { BookChanges, BookSide, KnownWindow } from '@flowprint/orderflow'
import { FIRST_MINUTE } from './cascade.ts'
import type { SimulatorModel } from './demo-markets.ts'
import type { MinuteFlow } from './minute-flow.ts'
import { BEAT_MS, BEATS } from './quote-minute.ts'
import type { QuoteMinute } from './quote-minute.ts'
import { hash3, unitOf } from './random.ts'
import { chanceBeat, createFastLayers, createSlowLayers, orderLots, orderTick } from './resting-orders.ts'
import type { OrderLayer } from './resting-orders.ts'
import { assignTrades, beatOf, drawWalls, meets, refillBeat } from './walls.ts'
import type { Wall } from './walls.ts'

/** A slow order is older than its layer's period at most once: minutes of prices to know. */
const MAX_AGE_MINUTES = 60
/** Orders at the touch are missing this often, which widens the spread. */
const NO_TOUCH = 1 / 14
/** Max time in beats between the arrival of an order and its trade is twice the last power: 25.6 s. */
const WAIT_POWERS = 8
/** Slow orders that were crossed in the minute before are placed again within this time. */
const RETURN_BEATS = 300

const SALT_TOUCH = 71
const SALT_WAIT = 72
const SALT_RETURN = 73

/** The book of one minute: at its start, its changes, and at its end. Lots per tick from `window.low` on. */
export interface BookMinute {
  readonly minute: number
  readonly window: KnownWindow
  /** Resting lots per tick; bids up to the best bid, asks above it. */
  readonly start: Int32Array
  readonly startBid: number
  readonly end: Int32Array
  readonly endBid: number
  /** Without those between the end of the previous minute and the start of this one. */
  readonly changes: BookChanges
}

/** Orders of one minute, as columns; linked lists by the beat of their placement and of their end. */
class OrderColumns {
  length = 0
  tick = new Int32Array(4096)
  side = new Int8Array(4096)
  lots = new Int32Array(4096)
  endBeat = new Int32Array(4096)
  /** Position of the placement in the order of all actions; 0: not placed. */
  placed = new Int32Array(4096)
  nextPlaced = new Int32Array(4096)
  nextEnd = new Int32Array(4096)

  add(tick: number, side: number, lots: number, endBeat: number): number {
    const i = this.length++
    if (i === this.tick.length) this.#grow()
    this.tick[i] = tick
    this.side[i] = side
    this.lots[i] = lots
    this.endBeat[i] = endBeat
    this.placed[i] = 0
    return i
  }

  #grow(): void {
    for (const name of ['tick', 'lots', 'endBeat', 'placed', 'nextPlaced', 'nextEnd'] as const) {
      const column = new Int32Array(2 * this[name].length)
      column.set(this[name])
      this[name] = column
    }
    const side = new Int8Array(2 * this.side.length)
    side.set(this.side)
    this.side = side
  }
}

/**
 * Makes the book of single minutes. A minute depends on its own trades and quotes, on the quotes of the minute before, and
 * on the undisturbed prices of the last hour, but not on another minute's book.
 */
export class BookMinuteMaker {
  readonly #model: SimulatorModel
  readonly #flow: MinuteFlow
  readonly #stream: number
  readonly #fast: readonly OrderLayer[]
  readonly #slow: readonly OrderLayer[]
  readonly #orders = new OrderColumns()
  readonly #placedAt = new Int32Array(BEATS)
  readonly #endAt = new Int32Array(BEATS)
  readonly #arriveAt = new Int32Array(BEATS)
  #arriveWith = new Int32Array(256)
  #nextArrival = new Int32Array(1024)
  #wallOf = new Int16Array(1024)
  /** Undisturbed price at the start of each of the last minutes, and the extremes since; the last entry is the newest. */
  readonly #price = new Float64Array(MAX_AGE_MINUTES + 1)
  readonly #highSince = new Float64Array(MAX_AGE_MINUTES + 1)
  readonly #lowSince = new Float64Array(MAX_AGE_MINUTES + 1)

  #now!: QuoteMinute
  #before: QuoteMinute | null = null
  #startMs = 0
  #startBeat = 0
  #low = 0
  #lots = new Int32Array(0)
  /** Position of the last action that removed everything at a tick. */
  #killed = new Int32Array(0)
  /** Event that last touched a tick, and its lots before that event. */
  #stamp = new Int32Array(0)
  #previous = new Int32Array(0)
  #touched: number[] = []
  #event = 0
  #clock = 0
  #bid = 0
  #walls: Wall[] = []
  /** The orders at the best bid and ask: lots and position of their placement. */
  readonly #touchTick = [0, 0]
  readonly #touchLots = [0, 0]
  readonly #touchPlaced = [0, 0]
  readonly #out = new BookChangesBuilder()

  constructor(model: SimulatorModel, flow: MinuteFlow) {
    this.#model = model
    this.#flow = flow
    this.#stream = flow.stream
    this.#fast = createFastLayers(model, flow.stream)
    this.#slow = createSlowLayers(model, flow.stream)
  }

  make(now: QuoteMinute, before: QuoteMinute | null, window: KnownWindow): BookMinute {
    this.#begin(now, before, window)
    this.#walls = drawWalls(this.#flow.levels(now.minute), now, before, this.#model, this.#stream)
    this.#drawPrices(now.minute)
    for (const layer of this.#fast) this.#drawFast(layer)
    for (const layer of this.#slow) this.#drawSlow(layer, window)
    this.#drawArrivals()
    this.#placeTouch(0)
    this.#runBeat(0)
    const start = this.#lots.slice()
    const startBid = this.#bid
    this.#touched.length = 0
    this.#run()
    return {
      minute: now.minute,
      window,
      start,
      startBid,
      end: this.#lots,
      endBid: this.#bid,
      changes: this.#out.build(),
    }
  }

  #begin(now: QuoteMinute, before: QuoteMinute | null, window: KnownWindow): void {
    const size = window.high - window.low + 1
    this.#now = now
    this.#before = before
    this.#startMs = now.minute * MINUTE_MS
    this.#startBeat = now.minute * BEATS
    this.#low = window.low
    this.#lots = new Int32Array(size)
    if (this.#killed.length !== size) {
      this.#killed = new Int32Array(size)
      this.#stamp = new Int32Array(size)
      this.#previous = new Int32Array(size)
    } else {
      this.#killed.fill(0)
      this.#stamp.fill(0)
    }
    this.#orders.length = 0
    this.#placedAt.fill(-1)
    this.#endAt.fill(-1)
    this.#arriveAt.fill(-1)
    this.#event = 1
    this.#clock = 1
    this.#bid = now.moves.bid[0]
    this.#touchPlaced.fill(0)
    this.#out.clear()
  }

  #drawPrices(minute: number): void {
    for (let k = 0; k <= MAX_AGE_MINUTES; k++) {
      const at = Math.max(FIRST_MINUTE, minute - MAX_AGE_MINUTES + k)
      this.#price[k] = this.#flow.node(at).open
    }
    let high = -Infinity
    let low = Infinity
    for (let k = MAX_AGE_MINUTES; k >= 0; k--) {
      high = Math.max(high, this.#price[k])
      low = Math.min(low, this.#price[k])
      this.#highSince[k] = high
      this.#lowSince[k] = low
    }
  }

  /** Fast orders: those resting at the start, then those placed during the minute. */
  #drawFast(layer: OrderLayer): void {
    const { period, width, reach } = layer
    const first = this.#startBeat
    const firstRound = Math.floor(first / period)
    const lastRound = Math.floor((first + BEATS - 1) / period)
    const now = this.#now
    const before = this.#before
    const high = Math.max(
      now.bidAt[0],
      before === null ? now.bidAt[0] : before.highFrom[Math.max(0, BEATS - 2 * period)],
    )
    const low = Math.min(now.bidAt[0], before === null ? now.bidAt[0] : before.lowFrom[Math.max(0, BEATS - 2 * period)])
    for (let cell = Math.floor((low - reach) / width); cell <= Math.floor((high + 1 + reach) / width); cell++) {
      let round = firstRound
      let beat = chanceBeat(layer, cell, round)
      if (beat > first) beat = chanceBeat(layer, cell, --round)
      this.#drawFastOrder(layer, cell, round, beat - first)
    }
    for (let round = firstRound; round <= lastRound; round++) {
      let roundHigh = -Infinity
      let roundLow = Infinity
      const from = Math.max(0, round * period - first)
      const to = Math.min(BEATS, (round + 1) * period - first)
      for (let beat = from; beat < to; beat++) {
        roundHigh = Math.max(roundHigh, now.bidAt[beat])
        roundLow = Math.min(roundLow, now.bidAt[beat])
      }
      const lastCell = Math.floor((roundHigh + 1 + reach) / width)
      for (let cell = Math.floor((roundLow - reach) / width); cell <= lastCell; cell++) {
        const beat = chanceBeat(layer, cell, round) - first
        if (beat > 0 && beat < BEATS) this.#drawFastOrder(layer, cell, round, beat)
      }
    }
  }

  /** `beat`: of the minute; negative: in the minute before. */
  #drawFastOrder(layer: OrderLayer, cell: number, round: number, beat: number): void {
    const minute = beat < 0 ? this.#before : this.#now
    if (minute === null) return
    const at = beat < 0 ? beat + BEATS : beat
    const bid = minute.bidAt[at]
    // In quiet minutes a chance mostly repeats the draw of an earlier round, so that nothing changes.
    const key = (Math.floor(round / 4) << 2) | (((round & 3) >> minute.quiet) << minute.quiet)
    const tick = orderTick(layer, cell, key)
    const side = tick > bid ? 1 : -1
    const lots = orderLots(layer, cell, key, tick, side === 1 ? tick - bid - 1 : bid - tick)
    if (lots === 0) return
    if (beat < 0) {
      const high = Math.max(minute.highFrom[at], this.#bid)
      const low = Math.min(minute.lowFrom[at], this.#bid)
      if (meets(side, tick, 0, low, high)) return
    }
    const end = chanceBeat(layer, cell, round + 1) - this.#startBeat
    if (end <= Math.max(beat, 0)) return
    this.#addOrder(tick, side, lots, Math.max(beat, 0), end)
  }

  #addOrder(tick: number, side: number, lots: number, beat: number, endBeat: number): void {
    const index = tick - this.#low
    if (index < 0 || index >= this.#lots.length) return
    const i = this.#orders.add(index, side, lots, endBeat)
    this.#orders.nextPlaced[i] = this.#placedAt[beat]
    this.#placedAt[beat] = i
  }

  /** Slow orders end when the undisturbed price crosses them; the quotes of a minute hide them for this minute only. */
  #drawSlow(layer: OrderLayer, window: KnownWindow): void {
    const { period, width } = layer
    const first = this.#startBeat
    const round = Math.floor(first / period)
    const lastCell = Math.floor(window.high / width)
    for (let cell = Math.floor(window.low / width); cell <= lastCell; cell++) {
      const beat = chanceBeat(layer, cell, round) - first
      if (beat > 0) {
        this.#drawSlowOrder(layer, cell, round - 1, chanceBeat(layer, cell, round - 1) - first, beat)
        if (beat < BEATS) this.#drawSlowOrder(layer, cell, round, beat, BEATS)
      } else {
        const next = beat + period <= BEATS ? chanceBeat(layer, cell, round + 1) - first : BEATS
        this.#drawSlowOrder(layer, cell, round, beat, next)
      }
    }
  }

  #drawSlowOrder(layer: OrderLayer, cell: number, round: number, beat: number, endBeat: number): void {
    const age = Math.max(0, MAX_AGE_MINUTES + Math.floor(beat / BEATS))
    const price = this.#price[age]
    const tick = orderTick(layer, cell, round)
    const lots = orderLots(layer, cell, round, tick, Math.floor(Math.abs(tick - price)))
    if (lots === 0) return
    const side = tick > price ? 1 : -1
    if (side === 1 ? this.#highSince[age] >= tick : this.#lowSince[age] < tick) return
    if (beat > 0) return this.#addOrder(tick, side, lots, beat, endBeat)
    const before = this.#before
    const returns = before !== null && meets(side, tick, 0, before.lowFrom[0], before.highFrom[0])
    const from = returns ? 1 + (hash3(this.#stream ^ this.#now.minute, tick, SALT_RETURN) % RETURN_BEATS) : 0
    if (from < endBeat) this.#addOrder(tick, side, lots, from, endBeat)
  }

  /**
   * Every trade consumes an order that arrived for it at most 26 s before, in the same minute, and not before the quotes
   * left it on its side.
   */
  #drawArrivals(): void {
    const { trades, moves } = this.#now
    if (this.#nextArrival.length < trades.length) {
      this.#nextArrival = new Int32Array(2 * trades.length)
      this.#wallOf = new Int16Array(2 * trades.length)
    }
    if (this.#arriveWith.length < moves.length) this.#arriveWith = new Int32Array(2 * moves.length)
    this.#arriveWith.fill(-1, 0, moves.length)
    assignTrades(this.#walls, this.#now, this.#startMs, this.#wallOf)
    let move = 0
    for (let i = 0; i < trades.length; i++) {
      while (move + 1 < moves.length && moves.trades[move + 1] <= i) move++
      if (this.#wallOf[i] >= 0) continue
      const bits = hash3(this.#stream ^ Math.floor(trades.id[i] / 4294967296), trades.id[i], SALT_WAIT)
      const longest = 1 << (bits % WAIT_POWERS)
      const beat = Math.max(0, beatOf(trades.ts[i] - this.#startMs) - longest - ((bits >>> 8) % longest))
      const side = trades.buy[i] === 1 ? 1 : -1
      let since = move
      while (since > 0 && moves.ms[since] >= beat * BEAT_MS) {
        const bid = moves.bid[since - 1]
        if (meets(side, trades.price[i], 0, bid, bid)) break
        since--
      }
      if (since > 0 && moves.ms[since] >= beat * BEAT_MS) {
        this.#nextArrival[i] = this.#arriveWith[since]
        this.#arriveWith[since] = i
      } else {
        this.#nextArrival[i] = this.#arriveAt[beat]
        this.#arriveAt[beat] = i
      }
    }
  }

  #run(): void {
    const { trades, moves } = this.#now
    let beat = 1
    let move = 1
    let trade = 0
    while (move < moves.length || trade < trades.length) {
      const isMove = move < moves.length && (trade >= trades.length || moves.trades[move] <= trade)
      const ms = isMove ? moves.ms[move] : trades.ts[trade] - this.#startMs
      while (beat < BEATS && beat * BEAT_MS <= ms) this.#runEventOfBeat(beat++)
      this.#startEvent(this.#startMs + ms)
      if (isMove) this.#runMove(move++)
      else this.#runTrade(trade++)
      this.#endEvent()
    }
    while (beat < BEATS) this.#runEventOfBeat(beat++)
  }

  #runEventOfBeat(beat: number): void {
    this.#startEvent(this.#startMs + beat * BEAT_MS)
    this.#runBeat(beat)
    this.#endEvent()
  }

  #startEvent(t: number): void {
    this.#out.startEvent(t)
    this.#event++
    this.#touched.length = 0
  }

  #endEvent(): void {
    for (const index of this.#touched) {
      if (this.#lots[index] !== this.#previous[index]) this.#push(index, this.#lots[index])
    }
  }

  #push(index: number, lots: number): void {
    const tick = index + this.#low
    this.#out.push(tick > this.#bid ? ASK : BID, tick, lots)
  }

  #change(index: number, lots: number): void {
    if (index < 0 || index >= this.#lots.length) return
    if (this.#stamp[index] !== this.#event) {
      this.#stamp[index] = this.#event
      this.#previous[index] = this.#lots[index]
      this.#touched.push(index)
    }
    this.#lots[index] += lots
  }

  #runBeat(beat: number): void {
    const orders = this.#orders
    this.#clock++
    for (let i = this.#endAt[beat]; i >= 0; i = orders.nextEnd[i]) {
      if (orders.placed[i] > this.#killed[orders.tick[i]]) this.#change(orders.tick[i], -orders.lots[i])
    }
    for (let i = this.#placedAt[beat]; i >= 0; i = orders.nextPlaced[i]) {
      if (meets(orders.side[i] as 1 | -1, orders.tick[i] + this.#low, 0, this.#bid, this.#bid)) continue
      orders.placed[i] = this.#clock
      this.#change(orders.tick[i], orders.lots[i])
      const end = orders.endBeat[i]
      if (end >= BEATS) continue
      orders.nextEnd[i] = this.#endAt[end]
      this.#endAt[end] = i
    }
    this.#runArrivals(this.#arriveAt[beat])
    for (const wall of this.#walls) this.#runWall(wall, beat)
  }

  #runArrivals(first: number): void {
    const { price, qty } = this.#now.trades
    for (let i = first; i >= 0; i = this.#nextArrival[i]) this.#change(price[i] - this.#low, qty[i])
  }

  #runWall(wall: Wall, beat: number): void {
    const index = wall.tick - this.#low
    if (beat === wall.fromBeat) {
      wall.isShown = true
      this.#change(index, wall.lots)
    }
    if (!wall.isShown) return
    if (beat === wall.toBeat) {
      wall.isShown = false
      this.#change(index, wall.spent - wall.lots)
    } else if (beat === wall.refillBeat) {
      this.#change(index, wall.spent)
      wall.spent = 0
    }
  }

  #runTrade(i: number): void {
    const { price, qty, id, ts } = this.#now.trades
    this.#change(price[i] - this.#low, -qty[i])
    if (this.#wallOf[i] < 0) return
    const wall = this.#walls[this.#wallOf[i]]
    const beat = beatOf(ts[i] - this.#startMs)
    if (beat >= wall.refillBeat) wall.refillBeat = refillBeat(id[i], beat)
    wall.spent += qty[i]
  }

  /** The best bid moves: what rests between the old and the new one is cancelled, and orders at the touch are placed. */
  #runMove(move: number): void {
    const bid = this.#now.moves.bid[move]
    this.#clock++
    const from = Math.max(0, Math.min(this.#bid, bid) + 1 - this.#low)
    const to = Math.min(this.#lots.length, Math.max(this.#bid, bid) + 1 - this.#low)
    for (let index = from; index < to; index++) {
      this.#killed[index] = this.#clock
      if (this.#lots[index] === 0) continue
      this.#push(index, 0)
      this.#lots[index] = 0
    }
    this.#bid = bid
    this.#clock++
    for (const wall of this.#walls) {
      if (!wall.isShown || wall.endMove !== move) continue
      wall.isShown = false
      if (wall.isPulled) this.#change(wall.tick - this.#low, wall.spent - wall.lots)
    }
    this.#placeTouch(move)
    this.#runArrivals(this.#arriveWith[move])
  }

  #placeTouch(move: number): void {
    for (let side = BID; side <= ASK; side++) {
      const old = this.#touchTick[side]
      if (this.#touchPlaced[side] > 0 && this.#touchPlaced[side] > this.#killed[old])
        this.#change(old, -this.#touchLots[side])
      const bits = hash3(this.#stream ^ this.#now.minute, 2 * move + side, SALT_TOUCH)
      const exists = unitOf(bits) >= NO_TOUCH
      const u = unitOf(hash3(this.#stream ^ this.#now.minute, bits, SALT_TOUCH))
      const index = this.#bid + side - this.#low
      this.#touchPlaced[side] = exists && index >= 0 && index < this.#lots.length ? this.#clock : 0
      if (this.#touchPlaced[side] === 0) continue
      this.#touchTick[side] = index
      this.#touchLots[side] = 1 + Math.floor(this.#model.sizeLots * (1 + Math.min(24, 3 / Math.sqrt(u) - 3)))
      this.#change(index, this.#touchLots[side])
    }
  }
}

/** The changes from the end of a minute (null: no book yet) to the start of the next one, as one event at its start. */
export function bridgeMinutes(before: BookMinute | null, next: BookMinute, out: BookChangesBuilder): void {
  out.startEvent(next.minute * MINUTE_MS)
  const low = before === null ? next.window.low : Math.min(before.window.low, next.window.low)
  const high = before === null ? next.window.high : Math.max(before.window.high, next.window.high)
  for (let tick = low; tick <= high; tick++) {
    const was = before === null ? 0 : (before.end[tick - before.window.low] ?? 0)
    const is = next.start[tick - next.window.low] ?? 0
    if (was === is && (was === 0 || tick > before!.endBid === tick > next.startBid)) continue
    const oldSide: BookSide = before !== null && tick > before.endBid ? ASK : BID
    const side: BookSide = tick > next.startBid ? ASK : BID
    if (was > 0 && (is === 0 || oldSide !== side)) out.push(oldSide, tick, 0)
    if (is > 0) out.push(side, tick, is)
  }
}
