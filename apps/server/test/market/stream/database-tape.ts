import { TradeBuilder, sortTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { Instrument, Lease, TapeStore } from '../../../src/market/store/index.ts'
import type { Bus } from '../../../src/platform/bus/index.ts'
import { spec } from '../../test-database.ts'
import type { Trade } from './memory-tape.ts'

/** A live instrument in a real store, driven trade by trade like by a feed and a repair. */
export class DatabaseTape {
  readonly store: TapeStore
  readonly bus: Bus
  readonly instrument: Instrument
  readonly #lease: Lease
  #nextId = 1
  /** Like a feed that lost no trade while its lease changed. */
  #unbroken = false
  /** Like a feed that closes minutes separately from its commits, slightly later. */
  closesLater = false
  readonly #closing = new Set<Promise<void>>()

  private constructor(store: TapeStore, bus: Bus, lease: Lease) {
    this.store = store
    this.bus = bus
    this.instrument = lease.instrument
    this.#lease = lease
  }

  static async open(store: TapeStore, bus: Bus, symbol: string): Promise<DatabaseTape> {
    const instrument = await store.ensureInstrument(spec(symbol, { live: true, ids: 'none' }))
    return new DatabaseTape(store, bus, await store.acquireLease(instrument))
  }

  async commit(trades: readonly Trade[], watermark: number): Promise<void> {
    await this.store.appendLive(this.#lease, this.#trades(trades), watermark, {
      unbroken: this.#unbroken,
      ...(this.closesLater ? { closing: 'later' } : {}),
    })
    if (!this.closesLater || !this.#lease.hasPassedMinutes) return
    const closing = new Promise((resolve) => setTimeout(resolve, 40))
      .then(() => this.store.closePassed(this.#lease))
      .finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }

  /** A trade after a disconnection. */
  async commitAfter(trade: Trade, from: number, to: number): Promise<void> {
    await this.store.appendLive(this.#lease, this.#trades([trade]), trade.ts, { unproven: { from, to } })
  }

  async revise(trades: readonly Trade[]): Promise<void> {
    await this.store.importRun(this.instrument, [this.#trades(trades)], { reason: 'repair' })
  }

  async tick(watermark: number): Promise<void> {
    await this.store.closeUpTo(this.#lease, watermark)
  }

  /** The same market in other units under a separate lease; ids continue. */
  async convert(units: { tickSize: string; lotSize: string }): Promise<DatabaseTape> {
    const instrument = await this.store.convert(this.#lease, units)
    const next = new DatabaseTape(this.store, this.bus, await this.store.acquireLease(instrument))
    next.#nextId = this.#nextId
    next.#unbroken = true
    return next
  }

  async lastSeq(): Promise<number> {
    return (await this.store.coverage(this.instrument)).lastSeq
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing)
    await this.#lease.release()
  }

  #trades(trades: readonly Trade[]): Trades {
    const builder = new TradeBuilder()
    for (const { ts, price, qty, buy } of trades) builder.push(ts, price, qty, buy, 1, this.#nextId++)
    return sortTrades(builder.build())
  }
}
