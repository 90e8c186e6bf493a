import type { IdRule } from '@flowprint/orderflow'

export type InstrumentKind = 'spot' | 'perpetual' | 'future' | 'simulated'

/** In what prices and quantities are counted, as exact decimal texts. */
export interface Units {
  readonly tickSize: string
  readonly lotSize: string
}

/** What a writer knows about a market before it is stored. */
export interface InstrumentSpec {
  /** As traders name it, e.g. "BINANCE:LTCUSDT". */
  readonly symbol: string
  readonly exchange: string
  readonly kind: InstrumentKind
  /** As menus show it, e.g. "LTC/USDT". */
  readonly label: string
  /** Exact decimal texts. */
  readonly tickSize: string
  readonly lotSize: string
  /** 'estimated' where an import guessed the aggressor by the tick rule. */
  readonly side: 'given' | 'estimated'
  readonly qtyUnit: 'base' | 'contract'
  /** How the venue numbers its trades (INDICATORS 1). */
  readonly ids: IdRule
  /** A feed follows it, so its minutes close by a watermark. */
  readonly live: boolean
  readonly simulated: boolean
}

export interface Instrument extends InstrumentSpec {
  readonly id: number
  /** Grows when tick or lot change. */
  readonly version: number
  /** Identity of the log; another one means that sequence numbers start anew. */
  readonly tape: string
  /** Seq with which this version began; 0 for the first one. Who followed the log before it holds other units. */
  readonly sinceSeq: number
}
