import type { IndicatorSettings } from '@flowprint/orderflow'
import { callIdentity } from '../../../shared/http/call.ts'
import type { FromWorker, PanelRequest, ToMarketWorker, ViewRequest } from '../../../workers/protocol.ts'
import { addChart, removeChart, sendToWorker } from './market-worker.ts'

/** One chart's side of the page's market worker: numbers the views it opens and drops answers to older ones. */
export class MarketClient {
  readonly #chart: number
  #view = 0

  constructor(onMessage: (message: FromWorker) => void) {
    this.#chart = addChart((message) => {
      if (!('view' in message) || message.view === this.#view) onMessage(message)
    })
  }

  open(request: ViewRequest): void {
    this.#view += 1
    this.#send({ type: 'open', request, identity: callIdentity() })
  }

  changeSettings(settings: IndicatorSettings): void {
    this.#send({ type: 'settings', settings })
  }

  loadOlder(): void {
    this.#send({ type: 'older' })
  }

  retry(): void {
    this.#send({ type: 'retry' })
  }

  /** The page has drawn the last update. */
  confirmUpdate(): void {
    this.#send({ type: 'taken' })
  }

  /** A request of a panel about the open chart; reset when another one is opened. */
  request(request: PanelRequest): void {
    this.#send(request)
  }

  /** Sets the markets whose state is subscribed; those of all charts are subscribed together. */
  watch(symbols: readonly string[]): void {
    this.#send({ type: 'watch', symbols })
  }

  dispose(): void {
    removeChart(this.#chart)
  }

  #send(message: ChartRequest): void {
    sendToWorker({ ...message, view: this.#view, chart: this.#chart } as ToMarketWorker)
  }
}

type WithoutNumbers<Message> = Message extends { readonly chart: number } ? Omit<Message, 'view' | 'chart'> : never
type ChartRequest = WithoutNumbers<ToMarketWorker>
