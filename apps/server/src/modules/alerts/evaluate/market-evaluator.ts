import { MAX_BIG_TRADES } from '@flowprint/contract'
import type { ResyncReason, ServerMessage } from '@flowprint/contract'
import { MINUTE_MS, decodeFrame } from '@flowprint/orderflow'
import { Subscription } from '../../../market/index.ts'
import type { Instrument, MarketView } from '../../../market/index.ts'
import { findWaiting } from '../queries/alert-rows.ts'
import { findPosition, NEW_STATE, readState, writeState } from './evaluation-state.ts'
import type { MarketKey, EvaluationPosition, EvaluationState } from './evaluation-state.ts'
import { findOwners } from '../queries/alerts-of.ts'
import { RuleFault, ruleInUnits } from '../rules/in-units.ts'
import { TradeEvaluator, wholeCycleOf } from '../rules/trade-evaluator.ts'
import { Cooldowns } from '../rules/waiting-alert.ts'
import type { Hit, WaitingAlert } from '../rules/waiting-alert.ts'
import type { UsualSizes } from '../rules/sweep-run.ts'
import { usualSizes } from '../rules/usual-sizes.ts'
import { BarEvaluator } from './bar-evaluator.ts'
import { BookEvaluator } from './book-evaluator.ts'
import { LiquidationEvaluator } from './liquidation-evaluator.ts'
import { recordHits } from './record-hits.ts'
import type { EvaluatorDeps } from './record-hits.ts'
import { loadLast, loadSums, TapeCoverage, unitTexts } from './tape-coverage.ts'

/** Batches log items for this long: an entry and the gap it reports belong together. */
const GATHER_MS = 25
/**
 * Without hits the position is stored at this interval; an evaluator that resumes from an older one finds the same
 * events again.
 */
const WRITE_EVERY_MS = 5_000

/** Max log items that wait while the database is queried; above it another evaluator continues from the stored position. */
export const MAX_ITEMS = 5_000

const NO_SIZES = { minutes: [], sizes: [], floor: 0 }

type Item = Uint8Array | ServerMessage

export interface EvaluatorStart {
  readonly key: MarketKey
  readonly holder: string
  readonly instrument: Instrument
  readonly fromPresent: boolean
  readonly onEnd: (error: unknown) => void
}

/**
 * Evaluates the alerts of one market, entry by entry of its log, from where the last evaluator stopped. Requires the
 * lease of the market. Ends through `onEnd` when the log cannot be followed, the database is unavailable or another
 * process has the lease; the worker then starts another.
 */
export class MarketEvaluator {
  readonly key: MarketKey
  readonly #deps: EvaluatorDeps
  readonly #holder: string
  readonly #onEnd: (error: unknown) => void
  readonly #view: MarketView
  /** The same market without delay. */
  readonly #live: MarketView
  readonly #instrument: Instrument
  readonly #cooldowns = new Cooldowns()
  /** Null without alerts on big trades. */
  #sizes: UsualSizes | null = null
  #subscription: Subscription | null = null
  #seq: number
  #watermark = -Infinity
  #items: Item[] = []
  /** Items of the log before the start, which are bounded by what a reader may catch up with; null while they arrive. */
  #caughtUp: number | null = null
  #work: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  #ended = false
  #writtenAt = -Infinity
  #reloading = false
  #alerts: readonly WaitingAlert[] = []
  #coverage!: TapeCoverage
  #trades!: TradeEvaluator
  #bars!: BarEvaluator
  #book!: BookEvaluator
  #liquidations!: LiquidationEvaluator

  private constructor(
    deps: EvaluatorDeps,
    key: MarketKey,
    holder: string,
    onEnd: (error: unknown) => void,
    views: readonly [MarketView, MarketView],
    seq: number,
  ) {
    this.#deps = deps
    this.key = key
    this.#holder = holder
    this.#onEnd = onEnd
    const [view, live] = views
    this.#view = view
    this.#live = live
    // A change of the market's units ends this evaluator, so its units are constant.
    this.#instrument = view.instrument
    this.#seq = seq
  }

  /**
   * `fromPresent`: starts at the present because the log could not be followed; bars are still evaluated from the stored
   * position.
   */
  static async start(
    deps: EvaluatorDeps,
    { key, holder, instrument, fromPresent, onEnd }: EvaluatorStart,
  ): Promise<MarketEvaluator> {
    const live = await deps.hub.view(instrument, 0)
    const view = key.delayed ? await deps.hub.view(instrument, deps.freeDelayMs) : live
    const position = await findPosition(deps.pool, key)
    const { tape, version } = view.instrument
    const isSame = position !== null && position.tape === tape && position.version === version
    const state = isSame ? readState(position.state) : NEW_STATE
    const resumes = isSame && !fromPresent && (await isKept(deps, view, position.seq))
    const evaluator = new MarketEvaluator(
      deps,
      key,
      holder,
      onEnd,
      [view, live],
      resumes ? position.seq : view.relay.position,
    )
    await evaluator.#initialize(resumes ? state : { ...state, trades: NEW_STATE.trades }, resumes)
    return evaluator
  }

  /** Log items that wait. */
  get waitingCount(): number {
    return this.#items.length
  }

  /** Called every second: advances the clock of a quiet market. */
  tick(now: number): void {
    this.#subscription?.tick(now)
  }

  /** Log position and watermark known to this process; null without a live feed. */
  get position(): string | null {
    const watermark = this.#live.watermark()
    return watermark === null ? null : `${this.#live.relay.position} ${watermark}`
  }

  /** The alerts, or the permissions of their owners, changed. */
  reload(): void {
    if (this.#reloading) return
    this.#reloading = true
    this.#enqueue(async () => {
      this.#reloading = false
      await this.#record(await this.#load({ ...this.#state(), trades: this.#trades.state }))
    })
  }

  /** Stores the position and ends. */
  async stop(): Promise<void> {
    if (this.#ended) return this.#work
    this.#enqueue(async () => {
      this.#writtenAt = -Infinity
      await this.#record([])
      this.#end()
    })
    await this.#work
  }

  async #initialize(state: EvaluationState, resumes: boolean): Promise<void> {
    this.#coverage = await TapeCoverage.load(this.#deps.store, this.#instrument, this.#view.cut())
    const last = state.trades.last ?? (await loadLast(this.#deps.store, this.#instrument, this.#view.cut()))
    const hits = await this.#load({ ...state, trades: { ...state.trades, last } })
    // Repairs of waiting bars may be among the entries that are passed over.
    if (!resumes) hits.push(...(await this.#bars.revise(-Infinity, Infinity, this.#now())))
    // From here on another evaluator can continue, whatever happens to the first entries.
    await this.#record(hits)
    this.#subscription = new Subscription(
      {
        view: this.#view,
        store: this.#deps.store,
        send: (item) => this.#receive(item),
        onEnd: (_subscription, reason) => this.#fail(new LogEnded(reason)),
      },
      this.#seq,
    )
    await this.#subscription.run()
    this.#caughtUp = this.#items.length
    const watermark = this.#view.watermark()
    if (watermark !== null) this.#receive({ op: 'clock', symbol: this.key.symbol, watermark })
  }

  /** Returns the hits of alerts whose open bar is of the size already. */
  async #load(state: EvaluationState): Promise<Hit[]> {
    this.#alerts = await this.#findAlerts()
    this.#cooldowns.retain(this.#alerts)
    const texts = unitTexts(this.#instrument)
    const sizes = this.#alerts.some(({ kind }) => kind === 'big_trade')
      ? (this.#sizes ?? (await this.#loadSizes()))
      : null
    this.#sizes = sizes
    this.#trades = new TradeEvaluator(this.#alerts, state.trades, this.#cooldowns, {
      sizes: sizes ?? usualSizes(NO_SIZES),
      ...texts,
      isWhole: (cycleMs, ts) => this.#coverage.isWhole(cycleMs, ts),
    })
    this.#bars = new BarEvaluator(this.#alerts, state, this.#view, this.#deps)
    this.#book = new BookEvaluator(this.#alerts, state.book, this.#view, this.#deps)
    this.#liquidations = new LiquidationEvaluator(this.#alerts, state.liquidations, this.#view, this.#deps)
    const hits: Hit[] = []
    for (const cycleMs of this.#trades.cycles) {
      const known = state.trades.sums[cycleMs]
      if (known !== undefined) hits.push(...this.#trades.startSums(cycleMs, known, this.#now()))
      else hits.push(...(await this.#startSums(cycleMs)))
    }
    return hits
  }

  /** Usual trade sizes as computed by the chart, updated with each trade from here on. */
  async #loadSizes(): Promise<UsualSizes> {
    const cut = this.#view.cut()
    const query = {
      from: this.#now() - MINUTE_MS,
      own: 0,
      most: MAX_BIG_TRADES,
      resume: true,
      ...(cut === undefined ? {} : { cut }),
    }
    return usualSizes((await this.#deps.store.readBigTrades(this.#instrument, query)).sizes)
  }

  async #findAlerts(): Promise<WaitingAlert[]> {
    const { pool, clock, log } = this.#deps
    const rows = await findWaiting(pool, this.key.symbol)
    const owners = await findOwners(pool, [...new Set(rows.map(({ accountId }) => accountId))], clock.now())
    return rows.flatMap((row): WaitingAlert[] => {
      if (owners.get(row.accountId)?.isDelayed !== this.key.delayed) return []
      try {
        const { id, armedT, lastFiredT, repeat, cooldown, expiresAt } = row
        return [
          {
            id,
            armedT,
            lastFiredT,
            repeat,
            cooldownMs: cooldown * 1000,
            expiresAt,
            ...ruleInUnits(row.rule, this.#instrument),
          },
        ]
      } catch (error) {
        // The market's units changed, and this price or precision is not a multiple of them.
        if (!(error instanceof RuleFault)) throw error
        log.warn({ alert: row.id, error: error.message }, 'an alert does not fit the units of its market')
        return []
      }
    })
  }

  #receive(item: Item): void {
    if (this.#ended) return
    const isFull = this.#caughtUp !== null && this.#items.length >= MAX_ITEMS + this.#caughtUp
    if (isFull) return this.#fail(new EvaluatorOverflow())
    this.#items.push(item)
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#enqueue(() => this.#processItems())
    }, GATHER_MS)
  }

  #enqueue(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#ended) return
      try {
        await step()
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  /** Processes everything received since the last round, in order. */
  async #processItems(): Promise<void> {
    const items = this.#items
    this.#items = []
    if (this.#caughtUp !== null) this.#caughtUp = 0
    const revisions = items.filter((item) => !(item instanceof Uint8Array) && item.op === 'revision')
    // Load gaps before trades around them are evaluated.
    if (revisions.length > 0)
      this.#coverage = await TapeCoverage.load(this.#deps.store, this.#instrument, this.#view.cut())
    const hits: Hit[] = []
    for (const item of items) {
      if (item instanceof Uint8Array) hits.push(...(await this.#handleFrame(item)))
      else if (item.op === 'clock') this.#advanceClock(item.watermark)
      else if (item.op === 'revision') hits.push(...(await this.#handleRevision(item)))
    }
    hits.push(...(await this.#bars.advance(this.#watermark)), ...(await this.#book.advance(this.#watermark)))
    hits.push(...(await this.#liquidations.advance()))
    await this.#record(hits)
  }

  async #handleFrame(bytes: Uint8Array): Promise<Hit[]> {
    const frame = decodeFrame(bytes)
    const hits = this.#trades.process(frame.trades)
    this.#seq = frame.lastSeq
    this.#advanceClock(frame.watermark)
    return this.#confirm(hits)
  }

  /** A gap is published after the trades of its commit: check hits again against the database. */
  async #confirm(hits: readonly Hit[]): Promise<Hit[]> {
    if (hits.length === 0) return []
    this.#coverage = await TapeCoverage.load(this.#deps.store, this.#instrument, this.#view.cut())
    return hits.filter((hit) => {
      const alert = this.#alerts.find(({ id }) => id === hit.alertId)
      const isSure = alert !== undefined && this.#coverage.isWhole(wholeCycleOf(alert), hit.t)
      if (!isSure) this.#cooldowns.discard(hit)
      return isSure
    })
  }

  async #handleRevision({ seq, from, to }: Extract<ServerMessage, { op: 'revision' }>): Promise<Hit[]> {
    this.#seq = seq
    const hits: Hit[] = []
    // The sums of open bars may have changed.
    const newest = this.#trades.last?.ts ?? -Infinity
    for (const cycleMs of this.#trades.cycles)
      if (to > newest - 2 * cycleMs) hits.push(...(await this.#startSums(cycleMs)))
    return [...hits, ...(await this.#bars.revise(from, to, this.#watermark))]
  }

  async #startSums(cycleMs: number): Promise<Hit[]> {
    return this.#trades.startSums(
      cycleMs,
      await loadSums(this.#deps.store, this.#instrument, cycleMs, this.#view.cut()),
      this.#now(),
    )
  }

  /** Current market time. */
  #now(): number {
    return Number.isFinite(this.#watermark) ? this.#watermark : (this.#view.watermark() ?? 0)
  }

  #advanceClock(watermark: number | null): void {
    if (watermark !== null) this.#watermark = Math.max(this.#watermark, watermark)
  }

  #state(): EvaluationState {
    const [book, liquidations] = [this.#book.position, this.#liquidations.position]
    return { trades: this.#trades.state, ...this.#bars.state, book, liquidations }
  }

  async #record(hits: readonly Hit[]): Promise<void> {
    // The position may belong to the next evaluator already.
    if (this.#ended) return
    const now = performance.now()
    if (hits.length === 0 && now - this.#writtenAt < WRITE_EVERY_MS) return
    const { tape, version } = this.#instrument
    const position: EvaluationPosition = { tape, version, seq: this.#seq, state: writeState(this.#state()) }
    await recordHits(this.#deps, this.key, this.#holder, hits, position)
    this.#writtenAt = now
  }

  #fail(error: unknown): void {
    if (this.#ended) return
    this.#end()
    this.#onEnd(error)
  }

  #end(): void {
    this.#ended = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#subscription?.end()
    this.#items = []
  }
}

/** The database is slower than the market; nothing is lost, as the log continues from the stored position. */
export class EvaluatorOverflow extends Error {
  override readonly name = 'EvaluatorOverflow'

  constructor() {
    super(`more than ${MAX_ITEMS} entries of a market wait for the database`)
  }
}

/** The log cannot be followed from here; another evaluator must start at the present. */
export class LogEnded extends Error {
  override readonly name = 'LogEnded'
  readonly reason: ResyncReason

  constructor(reason: ResyncReason) {
    super(`the log of a market cannot be followed: ${reason}`)
    this.reason = reason
  }
}

/** Whether the log still contains the entries after `seq`. */
async function isKept({ store }: EvaluatorDeps, view: MarketView, seq: number): Promise<boolean> {
  if (seq >= view.relay.position) return seq === view.relay.position
  const { entries, reset } = await store.readLog(view.instrument, seq + 1, 1)
  return !reset && entries.length > 0 && entries[0].firstSeq <= seq + 1
}
