import type { IdRule, Trades } from '@flowprint/orderflow'

export interface Units {
  readonly tickSize: string
  readonly lotSize: string
}

/** Start parameters of the thread. */
export interface DayTask {
  readonly file: string
  /** Layout to expect; 'auto' detects it. */
  readonly format: string
  /** null: derived from the file. */
  readonly units: Units | null
  /** The file numbers its own rows. */
  readonly rowIds: boolean
}

/** Requested trades, [from, to) in ms. */
export interface DayRequest {
  readonly from: number
  readonly to: number
}

export type DayReply =
  | {
      readonly kind: 'opened'
      readonly rows: number
      readonly units: Units
      readonly ids: IdRule
      readonly hours: readonly DayHour[]
    }
  | { readonly kind: 'trades'; readonly trades: Trades }
  | { readonly kind: 'refused'; readonly line: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string }

/** Trades of one hour of the file. */
export interface DayHour {
  readonly hourTs: number
  readonly count: number
}
