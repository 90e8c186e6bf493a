import { MINUTE_MS } from '@flowprint/orderflow'
import { depthTopic } from '../../../platform/bus/index.ts'
import type { DepthEvent, DepthState } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { DepthLease } from '../../store/index.ts'
import type { RecorderOptions } from './depth-options.ts'
import type { NewDepthFrame } from './rules/frame-maker.ts'

/** An unchanged state is repeated at this interval, for streams that were just opened. */
const REPEAT_STATUS_MS = 3_000
/** Without a run, a minute stays open for this long: the next run begins by the exchange's clock, which may be behind ours. */
const QUIET_CLOSE_MS = 2 * MINUTE_MS
/** After a failure the folding is tried again with the next minute, but not before. */
const CLOSE_RETRY_MS = 10_000

/** Commits the frames of one market under its lease, folds its minutes and reports its state. */
export class DepthWriter {
  readonly #options: RecorderOptions
  readonly #symbol: string
  /** Frames whose commit failed or was not tried yet. */
  #queue: NewDepthFrame[] = []
  #closing: Promise<void> | null = null
  #closeAt = -Infinity
  #said: { readonly state: DepthState; readonly reason: string; readonly at: number } | null = null

  constructor(symbol: string, options: RecorderOptions) {
    this.#symbol = symbol
    this.#options = options
  }

  /** Levels of the frames that wait. */
  get levels(): number {
    let levels = 0
    for (const { changes } of this.#queue) levels += changes?.ticks.length ?? 0
    return levels
  }

  get state(): DepthState {
    return this.#said?.state ?? 'syncing'
  }

  enqueue(frames: readonly NewDepthFrame[]): void {
    this.#queue.push(...frames)
  }

  /** Drops what waits, except an `end` that follows. */
  clear(): void {
    this.#queue = []
  }

  /** Commits what waits, in order. Rejects when one fails; it and the later ones are kept. */
  async commit(lease: DepthLease): Promise<void> {
    const { depth, commitSemaphore } = this.#options
    while (this.#queue.length > 0) {
      const [frame] = this.#queue
      await commitSemaphore.run(() => depth.append(lease, frame))
      // It is cleared when the backlog is given up during the commit.
      if (this.#queue[0] === frame) this.#queue.shift()
    }
    this.#closePassed(lease)
  }

  /** Waits for the folding in progress. */
  async closed(): Promise<void> {
    await this.#closing
  }

  publish(state: DepthState, reason = ''): void {
    const { bus, clock } = this.#options
    const at = clock.now()
    const said = this.#said
    if (said !== null && said.state === state && said.reason === reason && Math.abs(at - said.at) < REPEAT_STATUS_MS)
      return
    this.#said = { state, reason, at }
    bus.publish(depthTopic(this.#symbol), {
      kind: 'depthStatus',
      symbol: this.#symbol,
      state,
      reason,
    } satisfies DepthEvent)
  }

  #closePassed(lease: DepthLease): void {
    const { closedUntil, untilMs } = lease
    const { depth, clock, closeSemaphore, log } = this.#options
    if (this.#closing !== null || closedUntil === null || untilMs === null || performance.now() < this.#closeAt) return
    const until = lease.isRunning ? untilMs : clock.now() - QUIET_CLOSE_MS
    if (until < closedUntil + MINUTE_MS) return
    this.#closing = closeSemaphore
      .run(async () => {
        if (!lease.signal.aborted) await depth.closeMinutes(lease, until)
      })
      .catch((error: unknown) => {
        this.#closeAt = performance.now() + CLOSE_RETRY_MS
        if (!lease.signal.aborted)
          log.warn(
            { symbol: this.#symbol, error: messageOf(error) },
            'minutes of depth could not be folded, will retry',
          )
      })
      .finally(() => (this.#closing = null))
  }
}
