import type { DepthResyncReason, ServerMessage } from '@flowprint/contract'
import type { DerivativesState } from '../../platform/bus/index.ts'
import type { DerivativesView } from './derivatives-channel.ts'

export interface DerivativesSubscriptionDeps {
  readonly view: DerivativesView
  readonly send: (message: ServerMessage) => void
  readonly onEnd: (subscription: DerivativesSubscription, reason: DepthResyncReason) => void
}

/** One client's subscription to the liquidations and statistics of one market: everything after the start, each once. */
export class DerivativesSubscription {
  readonly view: DerivativesView
  readonly #deps: DerivativesSubscriptionDeps
  #stop: (() => void)[] = []
  #ended = false
  #sentState: DerivativesState | null = null

  constructor(deps: DerivativesSubscriptionDeps) {
    this.#deps = deps
    this.view = deps.view
  }

  /** Confirms the position, sends the state and the newest values, then what follows. */
  start(): void {
    const { view } = this
    const { symbol, tape, version } = view.instrument
    this.#deps.send({
      op: 'derivatives_subscribed',
      symbol,
      last_seq: view.position,
      tape,
      instrument_version: version,
    })
    this.sendStatus()
    if (view.stat !== null) this.#deps.send(view.stat)
    // A send may have ended the subscription: the client reads too slowly.
    if (this.#ended) return
    this.#stop.push(
      view.listen((message) => this.#deps.send(message)),
      view.onReset((reason) => this.resync(reason)),
    )
  }

  /** Tells the client to load the past again, and ends the subscription. */
  resync(reason: DepthResyncReason): void {
    if (this.#ended) return
    this.end()
    this.#deps.onEnd(this, reason)
  }

  end(): void {
    this.#ended = true
    for (const stop of this.#stop) stop()
    this.#stop = []
  }

  /** Called each second, and after the start: sends the state if it changed. */
  sendStatus(): void {
    const state = this.view.state()
    if (this.#ended || state === this.#sentState) return
    this.#sentState = state
    this.#deps.send({ op: 'derivatives_status', symbol: this.view.instrument.symbol, state })
  }
}
