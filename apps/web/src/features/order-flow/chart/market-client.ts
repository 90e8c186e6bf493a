import type { IndicatorSettings } from '@flowprint/orderflow'
import { callIdentity } from '../../../shared/http/call.ts'
import type { FromWorker, ToMarketWorker, ViewRequest } from '../../../workers/protocol.ts'
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
    this.request({ type: 'open', request, identity: callIdentity() })
  }

  changeSettings(settings: IndicatorSettings): void {
    this.request({ type: 'settings', settings })
  }

  loadOlder(): void {
    this.request({ type: 'older' })
  }

  retry(): void {
    this.request({ type: 'retry' })
  }

  /** The page has drawn the last update. */
  confirmUpdate(): void {
    this.request({ type: 'taken' })
  }

  /** Sets the markets whose state is subscribed; those of all charts are subscribed together. */
  watch(symbols: readonly string[]): void {
    this.request({ type: 'watch', symbols })
  }

  dispose(): void {
    removeChart(this.#chart)
  }

  /** Sends what concerns the open view; a panel's requests are reset when another one is opened. */
  request(message: ChartRequest): void {
    sendToWorker({ ...message, view: this.#view, chart: this.#chart } as ToMarketWorker)
  }
}

type WithoutNumbers<Message> = Message extends { readonly chart: number } ? Omit<Message, 'view' | 'chart'> : never
type ChartRequest = WithoutNumbers<ToMarketWorker>
