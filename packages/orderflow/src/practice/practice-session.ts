import { MICROS, PracticeAccount } from './account.ts'
import { copyLevels, restingAt } from './book-levels.ts'
import type { BookLevels } from './book-levels.ts'
import { checkAction, checkOptions, MAX_ACTIONS } from './check-practice.ts'
import { fraction } from './rational.ts'
import type {
  PracticeAction,
  PracticeAssumption,
  PracticeEntry,
  PracticeFill,
  PracticeJournal,
  PracticeOptions,
  PracticeOrder,
  PracticePosition,
  PracticeReason,
  PracticeState,
  PracticeTrip,
} from './practice.ts'
import type { Book } from '../depth/book.ts'
import type { Trades } from '../trades/trades.ts'
import type { Ticks, UnixMs } from '../units/units.ts'

/**
 * The book as of a time: every change up to and including it, none later; quantities in lots. Null: not known. Asked once per
 * time; the answer belongs to the journal.
 */
export type BookAt = (time: UnixMs) => Book | null

/** Trades between two snapshots. */
const SNAPSHOT_TRADES = 4096
const MAX_SNAPSHOTS = 256

type Order = { -readonly [Key in keyof PracticeOrder]: PracticeOrder[Key] }

type PlaceAction = Omit<Extract<PracticeAction, { kind: 'place' }>, 'kind'>

/** The state at a position, from which a later one is computed again. */
interface Snapshot {
  readonly at: PracticePosition
  readonly actions: number
  readonly lastTick: Ticks | null
  readonly nextId: number
  readonly account: PracticeAccount
  readonly working: readonly Order[]
  readonly ended: number
  readonly fills: number
  readonly trips: number
  readonly consumed: Consumed
}

/** Quantities of a book that earlier fills of the same moment took. */
interface Consumed {
  readonly time: UnixMs
  readonly lots: ReadonlyMap<string, number>
}

const NOTHING_CONSUMED: Consumed = { time: -Infinity, lots: new Map() }

const remaining = (order: Order): number => order.lots - order.filledLots

/**
 * A practice session: orders against replayed trades, without influence on them.
 *
 * Input   trades in canonical order, each once, and the book where it is known.
 * Output  the same state for the same trades, books and actions, however they are divided into calls.
 * Cost    per trade constant while there is neither a position nor an order, else linear in the working orders; a rewind repeats
 *         the trades since a snapshot. At most 256 snapshots are stored.
 * Source  docs/formulas/practice.md; rules in words: docs/practice.md.
 */
export class PracticeSession {
  readonly options: PracticeOptions
  readonly #bookAt: BookAt
  readonly #entries: PracticeEntry[]
  readonly #books: Map<UnixMs, BookLevels | null>
  #snapshots: Snapshot[] = []
  #snapshotTrades: number
  #at: PracticePosition
  /** Entries already applied. */
  #actions = 0
  #lastTick: Ticks | null
  #nextId = 1
  #account = new PracticeAccount()
  #working: Order[] = []
  readonly #ended: PracticeOrder[] = []
  readonly #fills: PracticeFill[] = []
  readonly #trips: PracticeTrip[] = []
  #consumed = NOTHING_CONSUMED

  /** Throws RangeError for options out of range. */
  constructor(journal: PracticeJournal, bookAt: BookAt = () => null, snapshotTrades: number = SNAPSHOT_TRADES) {
    checkOptions(journal.options)
    this.#snapshotTrades = snapshotTrades
    this.options = journal.options
    this.#bookAt = bookAt
    this.#entries = [...journal.entries]
    this.#books = new Map(journal.books)
    this.#at = { trades: 0, time: journal.options.startMs }
    this.#lastTick = journal.options.startTick
    this.#store()
  }

  get at(): PracticePosition {
    return this.#at
  }

  /** What this session is computed from, apart from the trades. */
  journal(): PracticeJournal {
    return { options: this.options, entries: [...this.#entries], books: [...this.#books] }
  }

  /**
   * Moves the cutoff forwards.
   *
   * Input   the trades after the current position up to the new one; `time`: the new cutoff, not before their last.
   * Throws  RangeError when times decrease; nothing is applied then.
   */
  advance(trades: Trades, time: UnixMs): void {
    let previous = this.#at.time
    for (let i = 0; i < trades.length; i++) {
      if (!(trades.ts[i] >= previous)) {
        throw new RangeError(`Condition failed: trades follow the cutoff, had ${trades.ts[i]} after ${previous}`)
      }
      previous = trades.ts[i]
    }
    if (!(time >= previous)) {
      throw new RangeError(`Condition failed: the cutoff is not before its trades, had ${time} after ${previous}`)
    }
    for (let i = 0; i < trades.length; i++) {
      this.#applyActions(trades.ts[i])
      this.#trade(trades.ts[i], trades.price[i], trades.qty[i], trades.buy[i] === 1)
    }
    this.#applyActions(time)
    this.#at = { trades: this.#at.trades, time }
  }

  /**
   * Goes back to the last snapshot at or before a position.
   *
   * Output  the position of the snapshot. The caller then advances with the trades after it, up to the position it wants; the
   *         actions made on the way are repeated.
   * Throws  RangeError for a position after the current one or before the start.
   */
  rewind(to: PracticePosition): PracticePosition {
    const isLater = (at: PracticePosition) => at.trades > to.trades || at.time > to.time
    if (this.#at.trades < to.trades || this.#at.time < to.time || isLater(this.#snapshots[0].at)) {
      throw new RangeError(`Condition failed: the position is in the session, had ${to.trades} trades at ${to.time}`)
    }
    while (isLater(this.#snapshots[this.#snapshots.length - 1].at)) this.#snapshots.pop()
    this.#restore(this.#snapshots[this.#snapshots.length - 1])
    return this.#at
  }

  /**
   * Places, moves or cancels an order at the current position. Actions of later positions are discarded: after a rewind a new
   * action begins another course.
   *
   * Output  the order, in the state after the action.
   * Throws  RangeError for values out of range and for an order that is not working; nothing changes then.
   */
  act(action: PracticeAction): PracticeOrder {
    checkAction(action)
    if (action.kind !== 'place') {
      const order = this.#working.find(({ id }) => id === action.order)
      if (order === undefined) throw new RangeError(`Condition failed: order ${action.order} is working`)
      if (action.kind === 'move' && (order.tick === null || order.isTriggered)) {
        throw new RangeError(`Condition failed: order ${action.order} has a price`)
      }
    }
    if (this.#actions >= MAX_ACTIONS) throw new RangeError(`Condition failed: at most ${MAX_ACTIONS} actions`)
    const id = action.kind === 'place' ? this.#nextId : action.order
    this.#entries.length = this.#actions
    this.#entries.push({ at: this.#at, action })
    this.#apply(action)
    this.#actions += 1
    const order = this.#working.find((each) => each.id === id) ?? this.#ended.find((each) => each.id === id)
    if (order === undefined) throw new Error(`Invariant: order ${id} exists after its action`)
    return { ...order }
  }

  state(): PracticeState {
    const account = this.#account
    const realised = account.realised()
    const gross = account.grossAt(this.#lastTick ?? 0)
    const net = gross * MICROS - account.fees
    return {
      at: this.#at,
      lastTick: this.#lastTick,
      size: account.size,
      entryTick: account.entryTick,
      openedAt: account.openedAt,
      realised: fraction(realised.num * MICROS, realised.den),
      unrealised: fraction((gross * realised.den - realised.num) * MICROS, realised.den),
      gross: gross * MICROS,
      fees: account.fees,
      net,
      maxDrawdown: account.maxDrawdown,
      working: this.#working.map((order) => ({ ...order })),
      ended: [...this.#ended],
      fills: [...this.#fills],
      trips: [...this.#trips],
      laterActions: this.#entries.length - this.#actions,
    }
  }

  #store(): void {
    this.#snapshots.push({
      at: this.#at,
      actions: this.#actions,
      lastTick: this.#lastTick,
      nextId: this.#nextId,
      account: this.#account.clone(),
      working: this.#working.map((order) => ({ ...order })),
      ended: this.#ended.length,
      fills: this.#fills.length,
      trips: this.#trips.length,
      consumed: this.#consumed,
    })
    if (this.#snapshots.length <= MAX_SNAPSHOTS) return
    this.#snapshots = this.#snapshots.filter((_, i) => i % 2 === 0)
    this.#snapshotTrades *= 2
  }

  #restore(snapshot: Snapshot): void {
    this.#at = snapshot.at
    this.#actions = snapshot.actions
    this.#lastTick = snapshot.lastTick
    this.#nextId = snapshot.nextId
    this.#account = snapshot.account.clone()
    this.#working = snapshot.working.map((order) => ({ ...order }))
    this.#ended.length = snapshot.ended
    this.#fills.length = snapshot.fills
    this.#trips.length = snapshot.trips
    this.#consumed = snapshot.consumed
  }

  /** Applies the actions that were made after the current trade and up to this time. */
  #applyActions(time: UnixMs): void {
    while (this.#actions < this.#entries.length) {
      const { at, action } = this.#entries[this.#actions]
      if (at.trades > this.#at.trades || at.time > time) return
      this.#at = { trades: this.#at.trades, time: Math.max(at.time, this.#at.time) }
      this.#apply(action)
      this.#actions += 1
    }
  }

  #apply(action: PracticeAction): void {
    if (action.kind === 'place') {
      const { kind: _, ...order } = action
      this.#place({ ...order, bracketOf: null })
      return
    }
    // A stored journal can meet other trades than those it was made with: the order may have ended.
    const order = this.#working.find(({ id }) => id === action.order)
    if (order === undefined) return
    if (action.kind === 'cancel') return this.#end(order, 'cancelled', 'user')
    if (order.tick === null || order.isTriggered) return
    order.tick = action.tick
    order.placed = this.#at
    this.#enter(order)
  }

  #place(fields: PlaceAction & { readonly bracketOf: number | null }): Order {
    const order: Order = {
      id: this.#nextId++,
      ...fields,
      filledLots: 0,
      placed: this.#at,
      isTriggered: false,
      takesLiquidity: fields.type !== 'limit',
      aheadLots: null,
      status: 'working',
      reason: null,
    }
    let most = Math.abs(this.#account.size) + order.lots
    for (const other of this.#working) most += remaining(other)
    this.#working.push(order)
    // Exits of a bracket only reduce what its entry opened.
    if (order.bracketOf === null && !Number.isSafeInteger(most)) this.#end(order, 'rejected', 'size')
    else if (order.reduceOnly && this.#reducible(order) === 0) this.#end(order, 'rejected', 'flat')
    else this.#enter(order)
    return order
  }

  /** An order begins to work at its price: it is filled, triggered or queued. */
  #enter(order: Order): void {
    const isBuy = order.side === 'buy'
    if (order.type === 'stop') {
      if (this.#lastTick !== null && isReached(order, this.#lastTick)) this.#trigger(order)
      return
    }
    const levels = this.#levels()
    if (order.type === 'market') return this.#takeAll(order, levels)
    if (order.tick === null) return
    order.aheadLots = null
    // Without a book only the last trade tells whether the price is beyond the other side.
    const beyond = this.#lastTick === null ? 0 : (order.tick - this.#lastTick) * (isBuy ? 1 : -1)
    order.takesLiquidity = levels === null && beyond > 0
    if (levels === null) return
    this.#take(order, levels, order.tick)
    if (order.status === 'working') order.aheadLots = restingAt(levels, isBuy, order.tick)
  }

  #trigger(order: Order): void {
    order.isTriggered = true
    order.placed = this.#at
    for (const other of this.#siblings(order)) this.#end(other, 'cancelled', 'bracket')
    this.#takeAll(order, this.#levels())
  }

  /** A market order takes what the known book has, and nothing beyond; without a book it waits for trades. */
  #takeAll(order: Order, levels: BookLevels | null): void {
    if (levels === null) return
    this.#take(order, levels, null)
    if (order.status !== 'working') return
    this.#end(order, order.filledLots === 0 ? 'rejected' : 'cancelled', 'liquidity')
  }

  #take(order: Order, levels: BookLevels, limit: Ticks | null): void {
    const isBuy = order.side === 'buy'
    if (this.#consumed.time !== this.#at.time) this.#consumed = { time: this.#at.time, lots: new Map() }
    let opened = 0
    for (const [tick, resting] of isBuy ? levels.asks : levels.bids) {
      if (order.status !== 'working' || (limit !== null && (isBuy ? tick > limit : tick < limit))) break
      const key = `${order.side}${tick}`
      const taken = this.#consumed.lots.get(key) ?? 0
      const lots = this.#allowed(order, resting - taken)
      if (lots === 0) continue
      // Copied, not changed: snapshots share the map.
      this.#consumed = { time: this.#at.time, lots: new Map(this.#consumed.lots).set(key, taken + lots) }
      opened += this.#fill(order, tick, lots, 'taker', 'book')
    }
    this.#attachExits(order, opened)
  }

  #trade(ts: UnixMs, tick: Ticks, qty: number, isBuy: boolean): void {
    this.#at = { trades: this.#at.trades + 1, time: ts }
    this.#lastTick = tick
    if (this.#working.length > 0) this.#match(tick, qty, isBuy)
    // After the limit orders, which were filled on the way to this price, and before the stops, which it triggers.
    this.#account.see(tick)
    if (this.#working.length > 0) this.#triggerStops(tick)
    if (this.#account.size !== 0) this.#account.value(tick)
    if (this.#at.trades % this.#snapshotTrades === 0) this.#store()
  }

  /** Fills waiting market orders and limit orders from a trade; together at most its quantity. */
  #match(tick: Ticks, qty: number, isBuy: boolean): void {
    let left = qty
    const orders = this.#working.filter(({ placed }) => placed.trades < this.#at.trades)
    for (const order of orders.filter(({ type, isTriggered }) => type === 'market' || isTriggered)) {
      if (order.status !== 'working' || (order.side === 'buy') !== isBuy) continue
      const price = tick + (isBuy ? this.options.slippageTicks : -this.options.slippageTicks)
      left -= this.#fillFromTrade(order, price, left, 'taker', 'next trade')
    }
    // Better prices first, then earlier orders: the sort is stable.
    const distance = (order: Order) => ((order.tick ?? tick) - tick) * (order.side === 'buy' ? 1 : -1)
    const limits = orders.filter(({ type }) => type === 'limit').toSorted((a, b) => distance(b) - distance(a))
    for (const order of limits) {
      if (order.status !== 'working' || order.tick === null || distance(order) < 0) continue
      if (distance(order) > 0) {
        if (order.aheadLots !== null) order.aheadLots = 0
        left -= this.#fillFromTrade(order, order.tick, left, order.takesLiquidity ? 'taker' : 'maker', 'through')
      } else if (order.aheadLots !== null && isBuy !== (order.side === 'buy')) {
        const ahead = Math.min(order.aheadLots, qty)
        order.aheadLots -= ahead
        left -= this.#fillFromTrade(order, order.tick, Math.min(left, qty - ahead), 'maker', 'queue')
      }
    }
  }

  #triggerStops(tick: Ticks): void {
    for (const order of [...this.#working]) {
      const isWaiting = order.type === 'stop' && !order.isTriggered && order.status === 'working'
      if (isWaiting && order.placed.trades < this.#at.trades && isReached(order, tick)) this.#trigger(order)
    }
  }

  #fillFromTrade(
    order: Order,
    tick: Ticks,
    available: number,
    liquidity: 'maker' | 'taker',
    assumption: PracticeAssumption,
  ): number {
    const lots = this.#allowed(order, available)
    if (lots > 0) this.#attachExits(order, this.#fill(order, tick, lots, liquidity, assumption))
    return lots
  }

  /** The part of an available quantity that an order may take. */
  #allowed(order: Order, available: number): number {
    const wanted = Math.min(remaining(order), Math.max(0, available))
    return order.reduceOnly ? Math.min(wanted, this.#reducible(order)) : wanted
  }

  /** Lots by which an order could reduce the position. */
  #reducible({ side }: Order): number {
    return Math.max(0, side === 'sell' ? this.#account.size : -this.#account.size)
  }

  /** Books a fill; returns the lots that opened a position. */
  #fill(order: Order, tick: Ticks, lots: number, liquidity: 'maker' | 'taker', assumption: PracticeAssumption): number {
    const isBuy = order.side === 'buy'
    const feePpm = liquidity === 'maker' ? this.options.makerPpm : this.options.takerPpm
    const fees = this.#account.fees
    const opened = this.#account.book({ isBuy, tick, lots, time: this.#at.time, feePpm }, (trip) =>
      this.#trips.push(trip),
    )
    const fee = this.#account.fees - fees
    this.#fills.push({ order: order.id, side: order.side, at: this.#at, tick, lots, fee, liquidity, assumption })
    this.#account.value(this.#lastTick ?? tick)
    order.filledLots += lots
    if (remaining(order) === 0) this.#end(order, 'filled', null)
    for (const other of this.#siblings(order)) {
      if (remaining(other) <= lots) this.#end(other, 'cancelled', 'bracket')
      else other.lots -= lots
    }
    for (const other of [...this.#working]) {
      if (other.reduceOnly && this.#reducible(other) === 0) this.#end(other, 'cancelled', 'flat')
    }
    return opened
  }

  /** Stop and target for the lots that an entry order opened. */
  #attachExits(entry: Order, opened: number): void {
    if (opened === 0 || (entry.stopTick === null && entry.targetTick === null)) return
    const waiting = this.#working.filter(({ bracketOf, isTriggered }) => bracketOf === entry.id && !isTriggered)
    for (const exit of waiting) {
      exit.lots += opened
      // The added lots are last in the queue, and with them the order.
      if (exit.type === 'limit' && exit.tick !== null) {
        const levels = this.#levels()
        exit.aheadLots = levels && restingAt(levels, exit.side === 'buy', exit.tick)
      }
    }
    if (waiting.length > 0) return
    const side = entry.side === 'buy' ? 'sell' : 'buy'
    const fields = {
      side,
      lots: opened,
      reduceOnly: true,
      stopTick: null,
      targetTick: null,
      bracketOf: entry.id,
    } as const
    const target = entry.targetTick === null ? null : this.#place({ ...fields, type: 'limit', tick: entry.targetTick })
    // A target inside the book may have closed lots at once.
    const open = side === 'sell' ? this.#account.size : -this.#account.size
    const lots = Math.min(target === null ? opened : remaining(target), open)
    if (entry.stopTick !== null && lots > 0) this.#place({ ...fields, lots, type: 'stop', tick: entry.stopTick })
  }

  #siblings(order: Order): Order[] {
    if (order.bracketOf === null) return []
    return this.#working.filter((other) => other.bracketOf === order.bracketOf && other !== order && !other.isTriggered)
  }

  #end(order: Order, status: 'filled' | 'cancelled' | 'rejected', reason: PracticeReason | null): void {
    if (order.status !== 'working') return
    order.status = status
    order.reason = reason
    this.#working = this.#working.filter((other) => other !== order)
    this.#ended.push({ ...order })
  }

  /** The book at the current time, the same whenever it is asked for again. */
  #levels(): BookLevels | null {
    const { time } = this.#at
    const known = this.#books.get(time)
    if (known !== undefined) return known
    const book = this.#bookAt(time)
    const levels = book === null ? null : copyLevels(book)
    this.#books.set(time, levels)
    return levels
  }
}

/** Whether a price reaches that of a stop order. */
function isReached({ side, tick }: Order, price: Ticks): boolean {
  return tick !== null && (side === 'buy' ? price >= tick : price <= tick)
}
