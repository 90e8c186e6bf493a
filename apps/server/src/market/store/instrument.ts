import type { IdRule } from '@flowprint/orderflow'

export type InstrumentKind = 'spot' | 'perpetual' | 'future' | 'simulated'

/** Units of prices and quantities, as exact decimal text. */
export interface Units {
  readonly tickSize: string
  readonly lotSize: string
}

/** Properties of a market that a writer knows before it is stored. */
export interface InstrumentSpec {
  /** Symbol as traders write it, e.g. "BINANCE:LTCUSDT". */
  readonly symbol: string
  readonly exchange: string
  readonly kind: InstrumentKind
  /** Label for menus, e.g. "LTC/USDT". */
  readonly label: string
  /** Exact decimal text. */
  readonly tickSize: string
  readonly lotSize: string
  /** 'estimated' when an import derived the aggressor from the tick rule. */
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
  /** Incremented when tick or lot change. */
  readonly version: number
  /** Identity of the log; when it changes, sequence numbers restart. */
  readonly tape: string
  /** Seq at which this version began; 0 for the first. Clients that followed the log before it use the former units. */
  readonly sinceSeq: number
}
