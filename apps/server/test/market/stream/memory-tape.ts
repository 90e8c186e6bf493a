import {
  MINUTE_MS,
  TradeBuilder,
  aggregateTrades,
  barStart,
  composeBars,
  emptyTrades,
  encodeFrame,
  filterTrades,
  sliceBars,
  sortTrades,
} from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { tapeTopic } from '../../../src/platform/bus/index.ts'
import type { Bus } from '../../../src/platform/bus/index.ts'
import type {
  Coverage,
  History,
  HistoryQuery,
  Instrument,
  InstrumentSummary,
  LogEntry,
  TapeStore,
  TradesQuery,
} from '../../../src/market/store/index.ts'

export interface Trade {
  readonly ts: number
  readonly price: number
  readonly qty: number
  readonly buy: boolean
}

interface Stored extends Trade {
  readonly id: number
  readonly seq: number
}

interface Entry extends LogEntry {
  readonly watermark: number
}

export const LTC: Instrument = {
  id: 1,
  symbol: 'BINANCE:LTCUSDT',
  exchange: 'BINANCE',
  kind: 'spot',
  label: 'LTC/USDT',
  tickSize: '0.01',
  lotSize: '0.001',
  side: 'given',
  qtyUnit: 'base',
  ids: 'fills',
  live: true,
  simulated: false,
  version: 1,
  tape: 'tape-1',
  sinceSeq: 0,
}

/**
 * A tape of one instrument in memory: the simplest log, for tests of the layers above the store.
 * Every answer is recomputed from all trades.
 */
export class MemoryTape {
  instrument: Instrument = LTC
  watermark: number | null = null
  stored: Stored[] = []
  log: Entry[] = []
  gaps: Coverage['gaps'] = []
  /** Entries before this one are evicted. */
  logFrom = 0
  /** Suppresses bus messages while true, like lost notifications. */
  mute = false
  /** Every call of the store fails with this error. */
  failure: Error | null = null
  /** Instruments are found when it resolves, as in a database that does not answer. */
  silence: Promise<void> | null = null
  readonly #bus: Bus
  #lastId = 0

  constructor(bus: Bus) {
    this.#bus = bus
  }

  get lastSeq(): number {
    return this.log.at(-1)?.lastSeq ?? 0
  }

  get closedUntil(): number | null {
    return this.watermark === null ? null : Math.floor((this.watermark - 2000) / MINUTE_MS) * MINUTE_MS
  }

  /** One live commit: trades in the order given, none older than the watermark allows. */
  commit(trades: readonly Trade[], watermark: number): void {
    const firstSeq = this.lastSeq + 1
    const added = trades.map((trade, i): Stored => ({ ...trade, id: ++this.#lastId, seq: firstSeq + i }))
    this.stored.push(...added)
    this.watermark = Math.max(this.watermark ?? 0, watermark, ...trades.map((trade) => trade.ts))
    const times = trades.map((trade) => trade.ts)
    const entry: Entry = {
      kind: 'trades',
      reason: 'live',
      firstSeq,
      lastSeq: firstSeq + trades.length - 1,
      fromTs: Math.min(...times),
      toTs: Math.max(...times),
      newestTs: Math.max(...times),
      watermark: this.watermark,
    }
    this.log.push(entry)
    if (this.mute) return
    const { symbol } = this.instrument
    this.#bus.publish(tapeTopic(symbol), { ...entry, symbol, frame: this.#frame(entry) })
  }

  /** Trades of the past, as one revision. */
  revise(trades: readonly Trade[], reason: LogEntry['reason'] = 'repair'): void {
    const seq = this.lastSeq + 1
    this.stored.push(...trades.map((trade): Stored => ({ ...trade, id: ++this.#lastId, seq })))
    const times = trades.map((trade) => trade.ts)
    const [from, to] = [barStart(Math.min(...times), MINUTE_MS), barStart(Math.max(...times), MINUTE_MS) + MINUTE_MS]
    const newestTs = Math.max(...times)
    this.log.push({
      kind: 'revision',
      reason,
      firstSeq: seq,
      lastSeq: seq,
      fromTs: from,
      toTs: to,
      newestTs,
      watermark: 0,
    })
    if (this.mute) return
    const { symbol } = this.instrument
    this.#bus.publish(tapeTopic(symbol), { kind: 'revision', symbol, seq, from, to, reason, newestTs })
  }

  tick(watermark: number): void {
    this.watermark = Math.max(this.watermark ?? 0, watermark)
    const { symbol } = this.instrument
    this.#bus.publish(tapeTopic(symbol), { kind: 'clock', symbol, watermark, lastSeq: this.lastSeq })
  }

  /** All trades in canonical order, or those that match a condition. */
  trades(keep: (trade: Stored) => boolean = () => true): Trades {
    const builder = new TradeBuilder()
    for (const trade of this.stored.filter(keep)) {
      builder.push(trade.ts, trade.price, trade.qty, trade.buy, 1, trade.id, undefined, trade.seq)
    }
    return sortTrades(builder.build())
  }

  asStore(): TapeStore {
    const store: Partial<TapeStore> = {
      queues: () => [],
      findInstrument: async (symbol) => {
        await this.silence
        return this.#found(symbol === this.instrument.symbol ? this.instrument : null)
      },
      listInstruments: async () => this.#found([this.#summary()]),
      coverage: async (_instrument, cut) => this.#found(this.#coverage(cut)),
      readHistory: async (_instrument, query) => this.#found(this.#history(query)),
      // Empty: the tests of the store cover the big-trade threshold.
      readBigTrades: async (_instrument, { from }) =>
        this.#found({
          from,
          to: from,
          list: [],
          unfinished: null,
          open: emptyTrades(),
          sizes: { minutes: [], sizes: [], floor: 0 },
        }),
      readTrades: async (_instrument, query) => this.#found(this.#page(query)),
      readLog: async (_instrument, fromSeq, limit = 100) => {
        const entries = this.log.filter((entry) => entry.lastSeq >= fromSeq).slice(0, limit)
        return this.#found({ entries, lastSeq: this.lastSeq, reset: fromSeq < this.logFrom })
      },
      readFrames: async (_instrument, fromSeq, toSeq) =>
        this.#found(
          this.log
            .filter((entry) => entry.kind === 'trades' && entry.lastSeq >= fromSeq && entry.firstSeq <= toSeq)
            .map((entry) => this.#frame(entry)),
        ),
      // No part of it is known to be closed.
      readRangeState: async () => this.#found(null),
      releasedSeq: async (_instrument, cut) => this.#found(this.#released(cut)),
    }
    return store as TapeStore
  }

  #found<T>(value: T): T {
    if (this.failure !== null) throw this.failure
    return value
  }

  #frame({ firstSeq, lastSeq, watermark }: Entry): Uint8Array {
    const { symbol, tape, version } = this.instrument
    const trades = this.trades((trade) => trade.seq >= firstSeq && trade.seq <= lastSeq)
    return encodeFrame({ symbol, tape, instrumentVersion: version, firstSeq, lastSeq, watermark, trades })
  }

  #released(cut: number | undefined): number {
    if (cut === undefined) return this.lastSeq
    const blocked = this.log.find((entry) => entry.newestTs >= cut)
    return blocked === undefined ? this.lastSeq : blocked.firstSeq - 1
  }

  #coverage(cut = Infinity): Coverage {
    const times = this.stored.map((trade) => trade.ts).filter((ts) => ts < cut)
    const from = times.length === 0 ? null : Math.min(...times)
    const to = times.length === 0 ? null : Math.max(...times)
    return { from, to, lastSeq: this.lastSeq, watermark: this.watermark, proof: 'ids', gaps: this.gaps }
  }

  #summary(): InstrumentSummary {
    const { from, to, lastSeq, watermark } = this.#coverage()
    return {
      ...this.instrument,
      from,
      to,
      lastSeq,
      watermark,
      recommended: { '1m': 1, '5m': 5 },
      depth: 'off',
      maxStep: 100,
    }
  }

  #history(query: HistoryQuery): History {
    const { cycleMs, step, cut, from = -Infinity, to = Infinity, limit = 500, leadIn = 0 } = query
    const lastSeq = this.#released(cut)
    const live = this.watermark === null || cut === undefined ? this.watermark : Math.min(this.watermark, cut)
    const closedUntil = live === null ? Infinity : Math.floor((live - 2000) / MINUTE_MS) * MINUTE_MS
    const inside = this.trades(({ ts, seq }) => ts < (cut ?? Infinity) && seq <= lastSeq)
    const folded = filterTrades(
      inside,
      inside.ts.map((ts) => (ts < closedUntil ? 1 : 0)),
    )
    // Through minutes, so that deltas compose as they do in a real store.
    const minutes = cycleMs < MINUTE_MS ? cycleMs : MINUTE_MS
    const all = composeBars(
      aggregateTrades(folded, { cycleMs: minutes, step: query.rawPoc === true ? 1 : step }),
      cycleMs,
    )
    const closed = all.t.filter((t) => t + cycleMs <= closedUntil).length
    const windowEnd = all.t.filter((t, i) => i < closed && t < to).length
    const windowStart = Math.max(all.t.filter((t) => t < from).length, windowEnd - limit)
    const first = Math.max(0, windowStart - leadIn)
    const open = closed < all.length && all.t[closed] < to ? sliceBars(all, closed, closed + 1) : null
    return {
      instrument: this.instrument,
      bars: sliceBars(all, first, Math.max(first, windowEnd)),
      open,
      tail: filterTrades(
        inside,
        inside.ts.map((ts) => (ts >= closedUntil && ts < to ? 1 : 0)),
      ),
      closedUntil: live === null ? null : closedUntil,
      lastSeq,
      watermark: live,
      cvdOpen: 0,
      cvdQuoteOpen: 0,
      vwapOpen: { q: 0n, pq: 0n, ppq: 0n },
      leadIn: windowStart - first,
      coverage: this.#coverage(cut),
    }
  }

  #page({ from, to, after, limit, cut = Infinity }: TradesQuery): Trades {
    const trades = this.trades(({ ts }) => ts >= from && ts < to && ts < cut)
    const start =
      after === undefined ? -1 : trades.ts.findIndex((ts, i) => ts === after.ts && String(trades.id[i]) === after.id)
    return filterTrades(
      trades,
      trades.ts.map((_ts, i) => (i > start && i <= start + limit ? 1 : 0)),
    )
  }
}
