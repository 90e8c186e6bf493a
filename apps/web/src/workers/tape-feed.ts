import {
  decimalUnit,
  RecentTape,
  type Sweep,
  type TapeQuery,
  toUnits,
  TradeBuilder,
  type Trades,
} from '@flowprint/orderflow'
import type { TradeRow } from '@flowprint/contract'
import { type CallIdentity, requestData } from '../shared/http/request.ts'
import type { FromWorker, TapeRow, ViewRequest } from './protocol.ts'

/** Maximum rows sent to the page. */
const MAX_ROWS = 200
/** Trades retained at least; twice as many at most. */
const MIN_KEPT = 20_000
/** The page is updated at most five times a second. */
const UPDATE_INTERVAL_MS = 200
/** Length of the first request backwards, and target number of trades per request. */
const FIRST_WINDOW_MS = 60_000
const TARGET_TRADES = 5000
const MAX_REQUESTS = 16

export interface TapeTools {
  loadTrades(
    request: ViewRequest,
    window: { readonly from: number; readonly to: number },
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<Trades>
  post(message: FromWorker): void
  setTimer(act: () => void, ms: number): number
  clearTimer(timer: number): void
}

/** The part of the chart's first answer that describes the tape. */
interface TapeStart {
  /** All trades from `from` on. */
  readonly tail: Trades | null
  readonly from: number
  /** First trade of the market; null where nothing is stored. */
  readonly begin: number | null
  /** The market's current time: the end of what is stored. */
  readonly end: number
}

/**
 * Time and sales of one chart, active only while the page requests it. Retains the newest trades, loads older ones
 * until the page is full, and sends whole pages of rows, a few times a second and never faster than they are drawn.
 */
export class TapeFeed {
  readonly #tools: TapeTools
  #view = 0
  #request: ViewRequest | null = null
  #identity: CallIdentity = { language: 'zh', token: null }
  #query: TapeQuery | null = null
  #tape: RecentTape | null = null
  #start: TapeStart | null = null
  /** The tape is complete from here on; Infinity before the first answer. */
  #from = Infinity
  #abort = new AbortController()
  #loading = false
  #failed = false
  #marks = { of: -1, large: Infinity, big: Infinity }
  #timer = 0
  #busy = false
  #dirty = false

  constructor(tools: TapeTools) {
    this.#tools = tools
  }

  /** Another chart: discards the tape of the last one. */
  begin(view: number, request: ViewRequest, identity: CallIdentity): void {
    this.#reset()
    this.#view = view
    this.#request = request
    this.#identity = identity
    this.#query = null
    this.#start = null
  }

  identify(identity: CallIdentity): void {
    this.#identity = identity
  }

  /** Called when the chart's history was loaded or reloaded: retained trades may have a gap, so the tape restarts. */
  seed(start: TapeStart): void {
    this.#reset()
    this.#start = start
    if (this.#query) this.#open(start.tail, start.from)
  }

  /** Rows requested by the page; null stops. `end`: the market's current time. */
  ask(query: TapeQuery | null, end: number | null): void {
    this.#query = query
    this.#marks = { ...this.#marks, of: -1 }
    if (!query) return this.#reset()
    if (this.#start && end !== null) this.#start = { ...this.#start, end }
    // Trades that arrived while inactive were not retained.
    if (!this.#tape && this.#start) return this.#open(null, Infinity)
    this.#flush()
    void this.#fill()
  }

  /** The network is back: retries failed requests. */
  retry(): void {
    if (this.#failed) void this.#fill()
  }

  /** Live trades, in log order. */
  add(trades: Trades): void {
    if (this.#tape?.add(trades)) this.#flushLater()
  }

  /** Called when trades of [from, to) changed. When the request fails, the old trades stay. */
  async revised(from: number, to: number): Promise<void> {
    const tape = this.#tape
    if (!tape || !this.#request || to <= this.#from) return
    const window = { from: Math.max(from, this.#from), to }
    const trades = await this.#tools
      .loadTrades(this.#request, window, this.#identity, this.#abort.signal)
      .catch(() => null)
    if (trades && this.#tape === tape) this.add(trades)
  }

  /** The page has drawn the last rows. */
  taken(): void {
    this.#busy = false
    if (this.#dirty) this.#flushLater()
  }

  #open(tail: Trades | null, from: number): void {
    this.#reset()
    this.#tape = new RecentTape(MIN_KEPT)
    this.#from = from
    if (tail) this.#tape.add(tail)
    this.#busy = false
    void this.#fill()
    this.#flush()
  }

  #reset(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#tools.clearTimer(this.#timer)
    this.#timer = 0
    this.#tape = null
    this.#loading = false
    this.#failed = false
    this.#dirty = false
    this.#marks = { ...this.#marks, of: -1 }
  }

  /** Loads older trades in growing windows until the page is full or the search limit is reached. */
  async #fill(): Promise<void> {
    const { signal } = this.#abort
    const tape = this.#tape
    const request = this.#request
    const start = this.#start
    if (this.#loading || !tape || !request || !start) return
    this.#loading = true
    this.#failed = false
    let width = FIRST_WINDOW_MS
    try {
      for (let asked = 0; asked < MAX_REQUESTS && this.#needsOlder(tape, start); asked++) {
        const from = Math.max(start.begin ?? 0, Math.min(this.#from, start.end) - width)
        const trades = await this.#tools.loadTrades(request, { from, to: this.#from }, this.#identity, signal)
        if (signal.aborted) return
        this.#from = from
        if (tape.add(trades)) this.#flushLater()
        width = nextWidth(width, trades.length)
      }
    } catch {
      if (signal.aborted) return
      this.#failed = true
    }
    this.#loading = false
    this.#flush()
  }

  #needsOlder(tape: RecentTape, { begin }: TapeStart): boolean {
    if (!this.#query || begin === null || this.#from <= begin || tape.length >= MIN_KEPT) return false
    return this.#from === Infinity || tape.rows(this.#query, MAX_ROWS).length < MAX_ROWS
  }

  #flushLater(): void {
    this.#dirty = true
    this.#timer ||= this.#tools.setTimer(() => {
      this.#timer = 0
      if (!this.#busy) this.#flush()
    }, UPDATE_INTERVAL_MS)
  }

  #flush(): void {
    if (!this.#tape || !this.#query) return
    this.#dirty = false
    this.#busy = true
    const rows = this.#withMarks(this.#tape.rows(this.#query, MAX_ROWS), this.#query, this.#tape)
    const state = this.#loading ? 'loading' : this.#failed && this.#tape.length === 0 ? 'failed' : 'ready'
    this.#tools.post({ type: 'tape', view: this.#view, state, rows, trades: this.#tape.length })
  }

  /** Marks a row large or big relative to the others and to the filter (docs/formulas/time-and-sales.md). */
  #withMarks(rows: readonly Sweep[], query: TapeQuery, tape: RecentTape): TapeRow[] {
    // The typical size changes slowly, so sorting all rows for each page is not worth the cost.
    if (this.#marks.of < 0 || tape.length > this.#marks.of * 1.02 || tape.length < this.#marks.of) {
      this.#marks = { of: tape.length, ...tape.marks(query) }
    }
    const least = Number(query.atLeast)
    const large = Math.max(this.#marks.large, 2 * least)
    const big = Math.max(this.#marks.big, 5 * least)
    return rows.map((row) => {
      const size = Math.abs(Number(query.unit === 'base' ? row.lots : row.notional))
      return { ...row, mark: size >= big ? 2 : size >= large ? 1 : 0 }
    })
  }
}

/** A window expected to contain the wanted number of trades, at most 16 times as wide and 4 times as narrow. */
function nextWidth(width: number, trades: number): number {
  return Math.round(Math.min(16, Math.max(0.25, trades === 0 ? 16 : TARGET_TRADES / trades)) * width)
}

/** Maximum rows of one /trades answer. */
const MAX_PAGE_ROWS = 10_000
/** Positions per millisecond when ids are not numeric: the position then keeps the order. */
const POSITIONS_PER_MS = 4096
/** The latest time the endpoint accepts. */
const MAX_TIME_MS = 253_402_300_799_999

/** Loads all trades of [from, to), ms; `to` Infinity = up to now. Throws CallFailure, OrderflowError, or AbortError. */
export async function loadTrades(
  request: ViewRequest,
  window: { readonly from: number; readonly to: number },
  identity: CallIdentity,
  signal: AbortSignal,
): Promise<Trades> {
  const rows: TradeRow[] = []
  for (let after: string | undefined; ;) {
    const query = {
      symbol: request.symbol,
      from: window.from,
      to: Math.min(window.to, MAX_TIME_MS),
      limit: MAX_PAGE_ROWS,
      after,
    }
    const page = await requestData('GET /trades', identity, { query, signal })
    rows.push(...page)
    const last = page.at(-1)
    if (page.length < MAX_PAGE_ROWS || last === undefined) break
    after = `${last.ts}_${last.id}`
  }
  return tradesOf(rows, request.units)
}

/** Converts rows of /trades, in canonical order, to columns. */
export function tradesOf(rows: readonly TradeRow[], units: ViewRequest['units']): Trades {
  const tick = decimalUnit(units.tickSize)
  const lot = decimalUnit(units.lotSize)
  const numbers = rows.every(({ id }) => /^\d{1,16}$/.test(id) && Number.isSafeInteger(Number(id)))
  const builder = new TradeBuilder(rows.length)
  let position = 0
  rows.forEach(({ id, ts, price, qty, side, fills }, i) => {
    position = i > 0 && rows[i - 1].ts === ts ? position + 1 : 0
    const place = numbers ? Number(id) : ts * POSITIONS_PER_MS + position
    builder.push(ts, toUnits(price, tick), toUnits(qty, lot), side === 'buy', fills, place, numbers ? undefined : id)
  })
  return builder.build()
}
