import { MINUTE_MS, HOUR_MS } from '@flowprint/orderflow'
import { createSimulatedBook } from '@flowprint/venues'
import type { SimulatedBook } from '@flowprint/venues'
import { delay } from '../../../platform/async/index.ts'
import type { DepthState } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { DepthLease } from '../../store/index.ts'
import { recordUnderLease } from '../recording/record-under-lease.ts'
import type { DemoMarket } from '../recording/start-recording.ts'
import type { RecorderOptions } from './depth-options.ts'
import { DepthWriter } from './depth-writer.ts'
import type { NewDepthFrame } from './rules/frame-maker.ts'

type DemoRecorderOptions = RecorderOptions & DemoMarket

const GATHER_MS = 250
const RETRY_MS = 2_000
/** Default. */
const HISTORY_MS = 2 * HOUR_MS
/** Further behind the clock, whole minutes are made at once, with pauses. */
const BEHIND_MS = 2 * MINUTE_MS
/** Pause after each minute of the past, as a share of its work: trades and pages come first. */
const REST_SHARE = 2

/** Records the book of one simulated market under its lease. It is a function of the seed and the time: nothing is lost. */
export class DemoRecorder {
  readonly #options: DemoRecorderOptions
  readonly #writer: DepthWriter
  readonly #book: SimulatedBook
  /** Everything before it is stored. */
  #done = 0

  constructor(options: DemoRecorderOptions) {
    this.#options = options
    this.#writer = new DepthWriter(options.market.symbol, options)
    this.#book = createSimulatedBook({ seed: options.seed, market: options.market })
  }

  get state(): DepthState {
    return this.#writer.state
  }

  /** Runs until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, depth, log, market } = this.#options
    const { symbol } = market
    await recordUnderLease(
      {
        symbol,
        store,
        acquireLease: (instrument, acquiring) => depth.acquireLease(instrument, { mode: 'levels', signal: acquiring }),
        record: (_instrument, lease, holding) => this.#record(lease, holding),
        onFailure: (error) =>
          log.warn({ symbol, error: messageOf(error) }, 'a simulated book was interrupted, will retry'),
        retryMs: () => RETRY_MS,
      },
      signal,
    )
  }

  async #record(lease: DepthLease, holding: AbortSignal): Promise<void> {
    const { clock, historyMs = HISTORY_MS } = this.#options
    try {
      this.#writer.clear()
      const oldest = Math.floor((clock.now() - historyMs) / MINUTE_MS) * MINUTE_MS
      this.#done = Math.max(oldest, lease.untilMs ?? -Infinity)
      const reason = lease.reason === '' ? 'recording started' : lease.reason
      this.#writer.enqueue([this.#frame('start', { snapshot: this.#book.snapshotAt(this.#done), reason })])
      while (!holding.aborted) {
        await this.#advance(lease, holding)
        await delay(GATHER_MS, { signal: holding, ref: false })
      }
    } finally {
      await this.#end(lease)
    }
  }

  /** Makes and commits the frames until now. */
  async #advance(lease: DepthLease, holding: AbortSignal): Promise<void> {
    const { clock, budget, market, log } = this.#options
    const started = { at: performance.now(), from: this.#done }
    let isPast = false
    while (!holding.aborted) {
      const now = clock.now()
      const minuteEnd = Math.floor(this.#done / MINUTE_MS) * MINUTE_MS + MINUTE_MS
      const to = Math.min(now, minuteEnd)
      if (to <= this.#done) break
      const at = performance.now()
      const changes = this.#book.changes(this.#done, to)
      const worked = performance.now() - at
      this.#done = to
      this.#writer.enqueue([this.#frame('changes', { changes })])
      if (to === minuteEnd) this.#writer.enqueue([this.#frame('keyframe', { snapshot: this.#book.snapshotAt(to) })])
      budget.admits(this, this.#writer.levels)
      await this.#writer.commit(lease)
      budget.admits(this, 0)
      this.#writer.publish('proven')
      // The time of this commit belongs to the next one.
      if (to === now) break
      if (now - to < BEHIND_MS) continue
      isPast = true
      await this.#writer.closed()
      await delay(worked * REST_SHARE, { signal: holding, ref: false })
    }
    if (isPast && !holding.aborted)
      log.info(
        {
          symbol: market.symbol,
          minutes: Math.round((this.#done - started.from) / MINUTE_MS),
          seconds: Math.round(performance.now() - started.at) / 1000,
        },
        'simulated depth stored',
      )
  }

  async #end(lease: DepthLease): Promise<void> {
    if (lease.isConfirmed) {
      this.#writer.enqueue([this.#frame('end', { reason: 'the recorder stopped' })])
      await this.#writer.commit(lease).catch(() => undefined)
    }
    this.#writer.clear()
    this.#options.budget.admits(this, 0)
    await this.#writer.closed()
  }

  #frame(
    kind: NewDepthFrame['kind'],
    { snapshot = null, changes = null, reason = '' }: Partial<Pick<NewDepthFrame, 'snapshot' | 'changes' | 'reason'>>,
  ): NewDepthFrame {
    return {
      kind,
      proof: 'proven',
      qtyUnit: this.#options.market.lotSize,
      until: this.#done,
      window: this.#book.windowAt(this.#done),
      snapshot,
      changes,
      reason,
    }
  }
}
