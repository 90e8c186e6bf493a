import type { LiquidationRow, ServerMessages } from '@flowprint/contract'
import { HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Liquidations } from '@flowprint/orderflow'
import { derivativesTopic } from '../../platform/bus/index.ts'
import type { Bus, DerivativesEvent, DerivativesState } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'
import type { DerivativesHead, DerivativesStore, Instrument, LatestStat, TapeStore } from '../store/index.ts'
import { decimalWriter } from '../text.ts'
import { EventQueue } from './event-queue.ts'

/** What readers of live derivatives data need of the store. */
export type DerivativesReads = Pick<DerivativesStore, 'readHead' | 'readSince' | 'readLatest'>

export interface DerivativesDeps {
  readonly derivatives: DerivativesReads
  readonly store: Pick<TapeStore, 'findInstrument'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** How long it took to pass a message to all its readers, ms. */
  readonly onFanOut?: (ms: number) => void
}

/** Sent unchanged to all readers of a market. */
export type DerivativesMessage = ServerMessages['liquidations'] | ServerMessages['market_stat']
export type DerivativesReset = 'tape' | 'version' | 'log'

/** Liquidations and statistics of one market for one kind of reader: live, or delayed by a fixed time. */
export interface DerivativesView {
  readonly instrument: Instrument
  /** Of the newest liquidation that was passed on; 0: none. */
  readonly position: number
  /** The newest values; null: none. */
  readonly stat: ServerMessages['market_stat'] | null
  state(): DerivativesState
  /** Return the unsubscribe function. */
  listen(listener: (message: DerivativesMessage) => void): () => void
  /** Called when the liquidations cannot be followed any further. */
  onReset(listener: (reason: DerivativesReset) => void): () => void
}

/** Liquidations per query. */
const PAGE = 1_000
/** Liquidations missed by the bus beyond this are not loaded: clients load the past instead. */
const MAX_FILL = 20_000
/** A recorder commits and repeats its state at least every few seconds. */
const SILENT_AFTER_MS = 2_000
/** What was received last is older: the connection is lost, whatever the recorder last said. */
const LOST_AFTER_MS = 10_000
/** A recorder repeats its state; without it what is stored decides. */
const STATE_KEPT_MS = MINUTE_MS

/** Listeners of a view, and what all of them have received. */
export class DerivativesRelay {
  position = 0
  stat: ServerMessages['market_stat'] | null = null
  readonly #listeners = new Set<(message: DerivativesMessage) => void>()
  readonly #onFanOut: ((ms: number) => void) | undefined

  constructor(onFanOut: ((ms: number) => void) | undefined) {
    this.#onFanOut = onFanOut
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  listen(listener: (message: DerivativesMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  deliver(message: DerivativesMessage): void {
    const startedMs = performance.now()
    if (message.op === 'market_stat') this.stat = message
    else this.position = message.list.at(-1)?.[0] ?? this.position
    for (const listener of [...this.#listeners]) listener(message)
    this.#onFanOut?.(performance.now() - startedMs)
  }
}

/** Rows as they are sent. */
export function rowsOf(list: Liquidations, { tickSize, lotSize }: Instrument): LiquidationRow[] {
  const price = decimalWriter(tickSize)
  const qty = decimalWriter(lotSize)
  return Array.from(list.seq, (seq, i): LiquidationRow => [
    seq,
    list.ts[i],
    list.isLong[i] === 1 ? 'long' : 'short',
    price(list.price[i]),
    qty(list.lots[i]),
  ])
}

export const statMessage = (
  symbol: string,
  { ts, openInterest, fundingRate, nextFundingMs, markPrice, indexPrice }: Omit<LatestStat, 'openInterestDayBefore'>,
): ServerMessages['market_stat'] => ({
  op: 'market_stat',
  symbol,
  ts,
  open_interest: openInterest,
  funding_rate: fundingRate,
  next_funding: nextFundingMs,
  mark_price: markPrice,
  index_price: indexPrice,
})

/**
 * Passes on the liquidations after `relay.position` page by page. The last message has the time up to which all were sent;
 * the others repeat `before`.
 * Output  false: there are too many, or the view was restarted before the end.
 */
export async function passSince(
  derivatives: DerivativesReads,
  instrument: Instrument,
  relay: DerivativesRelay,
  {
    until,
    before,
    cut,
    isCurrent,
  }: {
    readonly until: number
    readonly before: number
    readonly cut?: number | undefined
    readonly isCurrent: () => boolean
  },
): Promise<boolean> {
  const from = relay.position
  for (;;) {
    const page = await derivatives.readSince(instrument, relay.position, { limit: PAGE, cut })
    if (!isCurrent()) return false
    const isLast = page.length < PAGE
    relay.deliver({
      op: 'liquidations',
      symbol: instrument.symbol,
      until: isLast ? until : before,
      list: rowsOf(page, instrument),
    })
    if (isLast) return true
    if (relay.position - from >= MAX_FILL) return false
  }
}

/**
 * The derivatives data of one market in this process: takes events from the bus in order of seq and loads missing
 * liquidations from the database.
 */
export class DerivativesChannel implements DerivativesView {
  instrument: Instrument
  /** Rejects when the database was unreachable; the hub then removes the channel. */
  readonly ready: Promise<void>
  readonly #deps: DerivativesDeps
  readonly #relay: DerivativesRelay
  readonly #unsubscribe: () => void
  readonly #resetListeners = new Set<(reason: DerivativesReset) => void>()
  readonly #events: EventQueue<DerivativesEvent>
  #isClosed = false
  #heardAt = performance.now()
  /** What the recorder said last, and when. */
  #heard: { readonly state: DerivativesState; readonly at: number } | null = null
  /** Liquidations are known until this moment, ms; null: never. */
  #until: number | null = null

  constructor(instrument: Instrument, deps: DerivativesDeps) {
    this.instrument = instrument
    this.#deps = deps
    this.#relay = new DerivativesRelay(deps.onFanOut)
    const { symbol } = instrument
    this.#events = new EventQueue({
      handle: (event) => this.#handle(event),
      onFailure: (error) =>
        deps.log.warn({ err: error, symbol }, 'the derivatives data of a market could not be followed'),
    })
    this.#unsubscribe = deps.bus.subscribe<DerivativesEvent>(derivativesTopic(symbol), (event) => this.#receive(event))
    this.ready = this.#restart(null).then(() => this.#events.resume())
    this.ready.catch(() => this.close())
  }

  get position(): number {
    return this.#relay.position
  }

  get stat(): ServerMessages['market_stat'] | null {
    return this.#relay.stat
  }

  get readerCount(): number {
    return this.#relay.listenerCount
  }

  state(): DerivativesState {
    const now = this.#deps.clock.now()
    const isHeard = this.#heard !== null && performance.now() - this.#heard.at < STATE_KEPT_MS
    if (isHeard && this.#heard !== null) {
      const isSilent = this.#until !== null && now - this.#until > LOST_AFTER_MS
      return this.#heard.state === 'recording' && isSilent ? 'lost' : this.#heard.state
    }
    const known = Math.max(this.#until ?? -Infinity, this.stat?.ts ?? -Infinity)
    if (now - known <= LOST_AFTER_MS) return 'recording'
    return now - known <= HOUR_MS ? 'lost' : 'off'
  }

  listen(listener: (message: DerivativesMessage) => void): () => void {
    return this.#relay.listen(listener)
  }

  onReset(listener: (reason: DerivativesReset) => void): () => void {
    this.#resetListeners.add(listener)
    return () => this.#resetListeners.delete(listener)
  }

  queues(): readonly QueueState[] {
    return [{ queue: 'derivatives_events', ...this.#events.state }]
  }

  /** Takes over the current state of the instrument; when it was replaced, all readers must load the past again. */
  follow(instrument: Instrument): void {
    const { tape, version } = this.instrument
    // The caller looked up the market before a switch to another version.
    if (instrument.tape === tape && instrument.version <= version) {
      this.instrument = instrument.version === version ? instrument : this.instrument
      return
    }
    this.#events.query(() => this.#replace(instrument))
  }

  /** Called once a second: a node that records may be cut from the bus, or have failed. */
  pollIfSilent(): void {
    if (performance.now() - this.#heardAt < SILENT_AFTER_MS || this.#events.isBusy) return
    this.#events.query(() => this.#catchUp())
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#resetListeners.clear()
    this.#events.clear()
  }

  #receive(event: DerivativesEvent): void {
    this.#heardAt = performance.now()
    if (event.kind === 'derivativesStatus') this.#heard = { state: event.state, at: this.#heardAt }
    else this.#events.add(event)
  }

  #handle(event: DerivativesEvent): void {
    if (event.kind === 'derivativesResync') this.#events.query(() => this.#catchUp())
    else if (event.kind === 'liquidations') this.#takeLiquidations(event)
    else if (event.kind === 'marketStat') this.#passStat(event)
  }

  #takeLiquidations({ firstSeq, until, rows }: DerivativesEvent & { kind: 'liquidations' }): void {
    const next = this.position + 1
    if (firstSeq > next) return this.#events.query(() => this.#fill(until))
    // The first row of a market may be of another version, whose prices have other units.
    if (firstSeq === 1 && rows.length > 0) return this.#events.query(() => this.#catchUp())
    const price = decimalWriter(this.instrument.tickSize)
    const qty = decimalWriter(this.instrument.lotSize)
    const list = rows
      .map(([ts, position, ticks, lots], i): LiquidationRow => [firstSeq + i, ts, position, price(ticks), qty(lots)])
      .filter(([seq]) => seq >= next)
    if (list.length === 0 && until <= (this.#until ?? -Infinity)) return
    this.#until = Math.max(until, this.#until ?? until)
    this.#relay.deliver({ op: 'liquidations', symbol: this.instrument.symbol, until: this.#until, list })
  }

  #passStat(stat: Omit<LatestStat, 'openInterestDayBefore'>): void {
    if (stat.ts < (this.stat?.ts ?? -Infinity)) return
    this.#relay.deliver(statMessage(this.instrument.symbol, stat))
  }

  /** The bus lost rows, or another process wrote them: load what follows from the database. */
  async #fill(until: number): Promise<void> {
    const before = this.#until ?? until
    const isDone = await passSince(this.#deps.derivatives, this.instrument, this.#relay, {
      until: Math.max(until, before),
      before,
      isCurrent: () => !this.#isClosed,
    })
    if (!isDone) return this.#isClosed ? undefined : this.#restart('log')
    this.#until = Math.max(until, before)
  }

  async #catchUp(): Promise<void> {
    // Silence is heard again, or each second would query.
    this.#heardAt = performance.now()
    const { derivatives, store, clock } = this.#deps
    const stored = await store.findInstrument(this.instrument.symbol)
    const { tape, version } = this.instrument
    if (stored !== null && (stored.tape !== tape || stored.version > version)) return this.#replace(stored)
    const head = await derivatives.readHead(this.instrument)
    const lastSeq = head?.lastSeq ?? 0
    if (lastSeq < this.position) return this.#restart('log')
    const until = head?.untilMs ?? null
    if (lastSeq > this.position || (until !== null && until > (this.#until ?? -Infinity)))
      await this.#fill(until ?? this.#until ?? clock.now())
    const latest = await derivatives.readLatest(this.instrument, clock.now())
    if (latest !== null && latest.ts > (this.stat?.ts ?? -Infinity)) this.#passStat(latest)
  }

  async #replace(instrument: Instrument): Promise<void> {
    const isOther = instrument.tape !== this.instrument.tape
    this.instrument = instrument
    await this.#restart(isOther ? 'tape' : 'version')
  }

  /** Starts at the newest liquidation. `reason`: for readers, who must load the past again. */
  async #restart(reason: DerivativesReset | null): Promise<void> {
    const { derivatives, clock } = this.#deps
    const head: DerivativesHead | null = await derivatives.readHead(this.instrument)
    const latest = await derivatives.readLatest(this.instrument, clock.now())
    this.#relay.position = head?.lastSeq ?? 0
    this.#relay.stat = latest === null ? null : statMessage(this.instrument.symbol, latest)
    this.#until = head?.untilMs ?? null
    if (reason !== null) for (const listener of [...this.#resetListeners]) listener(reason)
  }
}
