import type { IndicatorSettings } from '@flowprint/orderflow'
import workerAddress from '../../../workers/market-worker.ts?worker&url'
import { callIdentity } from '../../../shared/http/call.ts'
import { CallFailure } from '../../../shared/http/envelope.ts'
import { reactToFailure } from '../../../shared/http/failures.ts'
import { tokenStore } from '../../../shared/session/token.ts'
import { trustedScript } from '../../../trusted-types.ts'
import type { FailureNote, FromWorker, PanelRequest, ToWorker, ViewRequest } from '../../../workers/protocol.ts'

/** The page's side of the market worker: numbers the charts it opens and drops answers to older ones. */
export class MarketClient {
  readonly #worker: Worker
  readonly #stopFollowingToken: () => void
  #view = 0
  /** A request was refused: it is repeated when another user signs in. */
  #refused = false

  constructor(onMessage: (message: FromWorker) => void) {
    this.#worker = new Worker(trustedScript(workerAddress), { type: 'module', name: 'market' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'refused') this.#refuse(data.failure)
      else if (!('view' in data) || data.view === this.#view) onMessage(data)
    }
    addEventListener('online', this.#online)
    this.#stopFollowingToken = tokenStore.subscribe(({ token }, before) => token !== before.token && this.#identify())
  }

  open(request: ViewRequest): void {
    this.#view += 1
    this.#send({ type: 'open', view: this.#view, request, identity: callIdentity() })
  }

  changeSettings(settings: IndicatorSettings): void {
    this.#send({ type: 'settings', view: this.#view, settings })
  }

  loadOlder(): void {
    this.#send({ type: 'older', view: this.#view })
  }

  retry(): void {
    this.#send({ type: 'retry', view: this.#view })
  }

  /** The page has drawn the last update. */
  confirmUpdate(): void {
    this.#send({ type: 'taken', view: this.#view })
  }

  /** A request of a panel about the open chart; reset when another one is opened. */
  request(request: PanelRequest): void {
    this.#send({ ...request, view: this.#view } as ToWorker)
  }

  /** Sets the markets whose state is subscribed. */
  watch(symbols: readonly string[]): void {
    this.#send({ type: 'watch', symbols })
  }

  dispose(): void {
    removeEventListener('online', this.#online)
    this.#stopFollowingToken()
    this.#worker.terminate()
  }

  readonly #online = () => this.#send({ type: 'online' })

  #refuse({ kind, code, words, data }: FailureNote): void {
    this.#refused = true
    reactToFailure(new CallFailure(kind, code, words, data))
  }

  #identify(): void {
    this.#send({ type: 'identity', identity: callIdentity() })
    if (this.#refused) this.retry()
    this.#refused = false
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message)
  }
}
