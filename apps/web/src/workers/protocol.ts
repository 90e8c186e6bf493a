import type { ChartUpdate } from '@flowprint/chart'
import type { AlertEvent, Coverage, FeedState, Summary } from '@flowprint/contract'
import type {
  Analysis,
  AnswerMeta,
  Bars,
  BigTrade,
  IndicatorSettings,
  InstrumentUnits,
  Sweep,
  TapeQuery,
} from '@flowprint/orderflow'
import type { FailureKind } from '../shared/http/envelope.ts'
import type { CallIdentity } from '../shared/http/request.ts'

/**
 * What page and market worker say to each other. Everything that belongs to one chart carries its `view` number;
 * whatever arrives for an older one is dropped on both sides.
 */

export interface ViewRequest {
  readonly symbol: string
  readonly cycle: string
  readonly precision: string
  readonly units: InstrumentUnits
  readonly settings: IndicatorSettings
  /** A feed follows the market: when nothing is stored yet, something may come any moment. */
  readonly live: boolean
}

export type ToWorker =
  | { readonly type: 'open'; readonly view: number; readonly request: ViewRequest; readonly identity: CallIdentity }
  | { readonly type: 'settings'; readonly view: number; readonly settings: IndicatorSettings }
  | { readonly type: 'older'; readonly view: number }
  | { readonly type: 'retry'; readonly view: number }
  /** The last `update` is on the screen: the next may come. */
  | { readonly type: 'taken'; readonly view: number }
  /** Rows of time and sales are wanted from now on; null: no longer. A new chart begins without. */
  | { readonly type: 'tape'; readonly view: number; readonly query: TapeQuery | null }
  /** The last `tape` is on the screen: the next may come. */
  | { readonly type: 'tapeTaken'; readonly view: number }
  /** Markets whose state is shown somewhere; an empty list ends it. */
  | { readonly type: 'watch'; readonly symbols: readonly string[] }
  /** The token was replaced, or somebody else is signed in now. */
  | { readonly type: 'identity'; readonly identity: CallIdentity }
  /** The browser says the network is back. */
  | { readonly type: 'online' }

/** A stretch of missing trades, as /coverage names it. */
export type Gap = Coverage['gaps'][number]

/** A row of time and sales; `mark` 1 large, 2 big. */
export type TapeRow = Sweep & { readonly mark: 0 | 1 | 2 }

/** What the page must know about the bars beside the bars. */
export interface ViewMeta {
  readonly symbol: string
  readonly cycle: string
  readonly cycleMs: number
  readonly precision: string
  readonly units: InstrumentUnits
  readonly simulated: boolean
  readonly delayed: boolean
  /** How late a delayed market is shown; null where it is not, or not known. */
  readonly delayMs: number | null
  readonly estimated: boolean
  /** False: an instrument without a live feed, everything is closed. */
  readonly live: boolean
  /** A feed follows the market, though it may have brought nothing yet. */
  readonly followed: boolean
  readonly coverage: AnswerMeta['coverage']
  readonly gaps: readonly Gap[]
}

export type Connection = 'connecting' | 'open' | 'reconnecting' | 'offline'

export interface FailureNote {
  readonly kind: FailureKind
  readonly code: string
  readonly words: string
  readonly data: unknown
}

export type FromWorker =
  /** All shown bars. `keep`: the same market as before, the eye stays where it is. */
  | {
      readonly type: 'reset'
      readonly view: number
      readonly bars: Bars
      readonly analysis: Analysis
      readonly meta: ViewMeta
      readonly watermark: number | null
      /** Number within its UTC day of the first shown bar, here and below; null for time bars. */
      readonly firstNumber: number | null
      readonly keep: boolean
    }
  | ({
      readonly type: 'update'
      readonly view: number
      readonly watermark: number | null
      readonly firstNumber: number | null
    } & ChartUpdate)
  | {
      readonly type: 'prepend'
      readonly view: number
      readonly bars: Bars
      readonly analysis: ChartUpdate['analysis']
      readonly firstNumber: number | null
    }
  /** How asking for older bars ended when none came: nothing older exists, the limit is reached, or the call failed. */
  | { readonly type: 'older'; readonly view: number; readonly state: 'beginning' | 'full' | 'failed' }
  | { readonly type: 'clock'; readonly view: number; readonly watermark: number | null }
  | { readonly type: 'feed'; readonly view: number; readonly state: FeedState; readonly lagMs: number }
  /** Newest first; the whole page of rows. `trades`: how many were looked through. */
  | {
      readonly type: 'tape'
      readonly view: number
      readonly state: 'loading' | 'ready' | 'failed'
      readonly rows: readonly TapeRow[]
      readonly trades: number
    }
  /**
   * Big trades, oldest first. `list`: all of the past anew, null where only `added` come to its end; `fresh`: those of the
   * last seconds, which may still change; `from`: complete from here on, ms.
   */
  | {
      readonly type: 'bigTrades'
      readonly view: number
      readonly list: readonly BigTrade[] | null
      readonly added: readonly BigTrade[]
      readonly fresh: readonly BigTrade[]
      readonly from: number
    }
  | { readonly type: 'summaries'; readonly list: readonly Summary[] }
  /** An alert of the account fired; it may come more than once. */
  | { readonly type: 'alert'; readonly event: AlertEvent }
  | { readonly type: 'failed'; readonly view: number; readonly failure: FailureNote }
  /** It is about who one is, not about the chart: the session has ended, or a right is gone. */
  | { readonly type: 'refused'; readonly failure: FailureNote }
  | { readonly type: 'connection'; readonly state: Connection; readonly retryAt: number | null }
  /** Server time minus this machine's, ms. */
  | { readonly type: 'offset'; readonly offsetMs: number }
