import { derivativesTopic } from '../../../platform/bus/index.ts'
import type { DerivativesEvent, DerivativesState } from '../../../platform/bus/index.ts'
import type { MinuteStat } from '../../store/index.ts'
import type { DerivativesRecorderOptions } from './derivatives-options.ts'

/** An unchanged state is repeated at this interval, for streams that were just opened. */
const REPEAT_STATUS_MS = 3_000

/** Publishes the state and the newest values of one market. */
export class StatePublisher {
  readonly #symbol: string
  readonly #options: Pick<DerivativesRecorderOptions, 'bus' | 'clock'>
  #said: { readonly state: DerivativesState; readonly at: number } | null = null

  constructor(symbol: string, options: Pick<DerivativesRecorderOptions, 'bus' | 'clock'>) {
    this.#symbol = symbol
    this.#options = options
  }

  get state(): DerivativesState {
    return this.#said?.state ?? 'lost'
  }

  publish(state: DerivativesState): void {
    const at = this.#options.clock.now()
    const said = this.#said
    if (said !== null && said.state === state && Math.abs(at - said.at) < REPEAT_STATUS_MS) return
    this.#said = { state, at }
    this.#send({ kind: 'derivativesStatus', symbol: this.#symbol, state })
  }

  publishStat(ts: number, values: Omit<MinuteStat, 'minute'>): void {
    this.#send({ kind: 'marketStat', symbol: this.#symbol, ts, ...values })
  }

  #send(event: DerivativesEvent): void {
    this.#options.bus.publish(derivativesTopic(this.#symbol), event)
  }
}
