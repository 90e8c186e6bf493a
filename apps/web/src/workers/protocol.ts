import type {
  AlertEvent,
  Coverage,
  FeedState,
  LiquidationCompletenessName,
  Position,
  ServerMessages,
  Summary,
} from '@flowprint/contract'
import type {
  Analysis,
  AnswerMeta,
  Bars,
  BigTrade,
  Cutoff,
  IndicatorSettings,
  InstrumentUnits,
  Sweep,
  TapeQuery,
  Trades,
  AnalysisUpdate,
  BarsUpdate,
  DepthColumns,
  RestingValue,
} from '@flowprint/orderflow'
import type { FailureKind } from '../shared/http/envelope.ts'
import type { CallIdentity } from '../shared/http/request.ts'
import type { WallList } from './depth/wall-follower.ts'

/**
 * Messages between the page and the market worker. Everything that belongs to one chart carries its `view` number; both
 * sides drop messages of an older one.
 */

export interface ViewRequest {
  readonly symbol: string
  readonly cycle: string
  readonly precision: string
  readonly units: InstrumentUnits
  readonly settings: IndicatorSettings
  /** A feed follows the market: data may arrive at any moment even when nothing is stored yet. */
  readonly live: boolean
}

export type ToWorker =
  | { readonly type: 'open'; readonly view: number; readonly request: ViewRequest; readonly identity: CallIdentity }
  | { readonly type: 'settings'; readonly view: number; readonly settings: IndicatorSettings }
  | { readonly type: 'older'; readonly view: number }
  | { readonly type: 'retry'; readonly view: number }
  /** The page has drawn the last `update` and accepts the next. */
  | { readonly type: 'taken'; readonly view: number }
  /** Starts sending rows of time and sales; null stops. Off for a new chart. */
  | { readonly type: 'tape'; readonly view: number; readonly query: TapeQuery | null }
  /** The page has drawn the last `tape` and accepts the next. */
  | { readonly type: 'tapeTaken'; readonly view: number }
  /** What the heatmap shows; null: nothing. Off for a new chart. */
  | { readonly type: 'heatmap'; readonly view: number; readonly query: HeatmapQuery | null }
  /** The page has drawn the last `heatmap` and accepts the next. */
  | { readonly type: 'heatmapTaken'; readonly view: number }
  /** What the ladder shows; null: nothing. Off for a new chart. */
  | { readonly type: 'ladder'; readonly view: number; readonly query: LadderQuery | null }
  | { readonly type: 'ladderTaken'; readonly view: number }
  /** Loads the order book again after a failure. */
  | { readonly type: 'depthRetry'; readonly view: number }
  /** Which panes of derivatives data the chart shows; null: nothing. Off for a new chart. */
  | { readonly type: 'derivatives'; readonly view: number; readonly query: DerivativesQuery | null }
  /** The page has drawn the last `derivatives` and accepts the next. */
  | { readonly type: 'derivativesTaken'; readonly view: number }
  /**
   * Shows the market as of a cutoff; null: the live market again. Only the newest one that waits is executed, and it also
   * applies to charts that are opened later. Nothing live is subscribed until then.
   */
  | { readonly type: 'replay'; readonly view: number; readonly cutoff: Cutoff | null }
  /** Moves the cutoff to before or after the next trade, or to the next end of a bar. */
  | {
      readonly type: 'replayStep'
      readonly view: number
      readonly by: 'trade' | 'bar'
      readonly direction: 1 | -1
    }
  /** Sends the trades that the replay passes after this cutoff; null stops. Off for a new chart. */
  | { readonly type: 'practice'; readonly view: number; readonly from: Cutoff | null }
  /** The token was replaced, or another user signed in. */
  | { readonly type: 'identity'; readonly identity: CallIdentity }
  /** The browser reports that the network is back. */
  | { readonly type: 'online' }

/** Messages to the worker of all charts: those about one chart carry its number, the others concern the page. */
export type ToMarketWorker =
  | (Extract<ToWorker, { readonly view: number }> & { readonly chart: number })
  | Exclude<ToWorker, { readonly view: number }>
  /** The page has closed the chart. */
  | { readonly type: 'close'; readonly chart: number }
  /** Markets whose state the chart shows; those of all charts are subscribed together. */
  | { readonly type: 'watch'; readonly chart: number; readonly symbols: readonly string[] }

type WithoutView<Message> = Message extends unknown ? Omit<Message, 'view'> : never

/** What panels request of the open chart. */
export type PanelRequest = WithoutView<
  Extract<
    ToWorker,
    {
      readonly type:
        | 'tape'
        | 'tapeTaken'
        | 'heatmap'
        | 'heatmapTaken'
        | 'ladder'
        | 'ladderTaken'
        | 'depthRetry'
        | 'derivatives'
        | 'derivativesTaken'
        | 'replay'
        | 'replayStep'
        | 'practice'
    }
  >
>

/** A range of missing trades, as in /coverage. */
export type Gap = Coverage['gaps'][number]

/** All trades between two cutoffs, in canonical order. `target`: where the replay wants to be. */
export interface PracticePart {
  readonly from: Cutoff
  readonly until: Cutoff
  readonly target: Cutoff
  readonly trades: Trades
}

/** A row of time and sales; `mark` 1 large, 2 big. */
export type TapeRow = Sweep & { readonly mark: 0 | 1 | 2 }

/** The part of the book's past on the screen, and which quantity has full intensity. */
export interface HeatmapQuery {
  /** Visible times, ms; `to` exclusive, Infinity follows the market. */
  readonly from: number
  readonly to: number
  /** Row height of the bars, ticks: the rows are as high where that is possible. */
  readonly step: number
  /** Visible prices, ticks. */
  readonly low: number
  readonly high: number
  /** What the cells show, and the scale is computed from. */
  readonly value: RestingValue
  /** Walls hold at least this many times the median, a whole number; null: none are followed. */
  readonly wallRatio: number | null
  /** Rows from the best prices whose imbalance is computed; null: none. */
  readonly imbalanceRows: number | null
  readonly scale:
    | { readonly mode: 'screen' }
    | { readonly mode: 'percentile'; readonly percent: number }
    /** Base units. */
    | { readonly mode: 'fixed'; readonly size: string }
}

export interface LadderQuery {
  /** Row height, ticks. */
  readonly step: number
  readonly rows: number
  /** The highest row, floor(tick / step); null follows the best prices. */
  readonly topRow: number | null
  /** Traded volume counts from here on, ms; null: from the start of the UTC day. */
  readonly since: number | null
}

/** The rows of a ladder, from `topRow` downwards: index 0 is the highest. Book quantities are in `qtyUnit`s. */
export interface LadderRows {
  readonly step: number
  readonly topRow: number
  readonly rows: number
  readonly isFollowing: boolean
  /** Decimal text. */
  readonly qtyUnit: string
  readonly bid: Float64Array
  readonly ask: Float64Array
  /** Lower bounds of the last seconds. */
  readonly bidAdded: Float64Array
  readonly bidPulled: Float64Array
  readonly askAdded: Float64Array
  readonly askPulled: Float64Array
  /** Lots sold into the bids, and bought from the asks, since `since`. */
  readonly tradedBid: Float64Array
  readonly tradedAsk: Float64Array
  readonly traded: 'loading' | 'ready' | 'failed'
  readonly since: number
  /** 1: the whole row is within the known window. */
  readonly known: Uint8Array
  /** Ticks; NaN: that side is empty. */
  readonly bestBid: number
  readonly bestAsk: number
}

/**
 * State of the order book: loading until the first answer; off and none: the market has no book, or not at this time;
 * failed: the call failed; the others as reported by the stream.
 */
export type DepthState =
  | 'loading'
  | 'failed'
  | 'none'
  | 'off'
  | 'syncing'
  | 'proven'
  | 'connection'
  | 'sampled'
  | 'lost'
  | 'shed'

/** Which derivatives data a chart shows. */
export interface DerivativesQuery {
  readonly liquidations: boolean
  readonly openInterest: boolean
  readonly funding: boolean
  /** Visible times whose largest liquidations are marked, ms; `to` exclusive, null follows the market. null: no marks. */
  readonly marks: { readonly from: number; readonly to: number | null } | null
}

/**
 * loading: until the first answers; failed: a call failed; off: the market is not recorded; lost: the connection to the
 * exchange is being restored; ready: values are shown and followed.
 */
export type DerivativesViewState = 'loading' | 'failed' | 'off' | 'lost' | 'ready'

/** The newest values of a perpetual; null: not published, or not received yet. */
export type LatestStat = Omit<ServerMessages['market_stat'], 'op' | 'symbol'>

/** Values of liquidations per bar, quote units; NaN: unknown. */
export interface LiquidationBars {
  readonly long: Float64Array
  readonly short: Float64Array
  /** 0 unknown, 1 lower bounds, 2 complete. */
  readonly known: Uint8Array
}

/** A liquidation that is marked on the chart. */
export interface LiquidationMark {
  readonly seq: number
  /** Exchange time, ms. */
  readonly t: number
  /** The position that was closed. */
  readonly position: Position
  /** Of the order, not of the fill. Exact decimal text, as are quantity and value. */
  readonly price: string
  readonly qty: string
  /** price x quantity. */
  readonly value: string
  /** The value as a number, for the mark's size. */
  readonly size: number
  readonly completeness: LiquidationCompletenessName
}

/** What the page needs to know besides the bars. */
export interface ViewMeta {
  readonly symbol: string
  readonly cycle: string
  readonly cycleMs: number
  readonly precision: string
  readonly units: InstrumentUnits
  readonly simulated: boolean
  readonly delayed: boolean
  /** Delay of a delayed market; null when it is not delayed or not known. */
  readonly delayMs: number | null
  readonly estimated: boolean
  /** False: an instrument without a live feed; all its bars are closed. */
  readonly live: boolean
  /** A feed follows the market, though it may not have delivered data yet. */
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
  /** All shown bars. `keep`: the same market as before, keep the viewport. */
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
    } & BarsUpdate)
  | {
      readonly type: 'prepend'
      readonly view: number
      readonly bars: Bars
      readonly analysis: AnalysisUpdate
      readonly firstNumber: number | null
    }
  /** Why no older bars came: nothing older exists, the limit is reached, or the call failed. */
  | { readonly type: 'older'; readonly view: number; readonly state: 'beginning' | 'full' | 'failed' }
  | { readonly type: 'clock'; readonly view: number; readonly watermark: number | null }
  | { readonly type: 'feed'; readonly view: number; readonly state: FeedState; readonly lagMs: number }
  /** Newest first; the whole page of rows. `trades`: how many were examined. */
  | {
      readonly type: 'tape'
      readonly view: number
      readonly state: 'loading' | 'ready' | 'failed'
      readonly rows: readonly TapeRow[]
      readonly trades: number
    }
  /**
   * Big trades, oldest first. `list`: replaces the whole past, null when `added` only extends it; `fresh`: those of the
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
  | { readonly type: 'depth'; readonly view: number; readonly state: DepthState }
  /**
   * Columns of the heatmap; null: only the rest changed. `isWhole`: replaces all; otherwise they replace those of their
   * times or follow. Quantities from `high` on have full intensity, up to `low` the least. `isKnown`: a book is known in
   * some visible column; `storedFrom`: books are stored since then, null when that is not known. `walls`: null when they
   * did not change; `imbalances`: one per column, NaN where it is not known, null when they are not shown.
   */
  | {
      readonly type: 'heatmap'
      readonly view: number
      readonly columns: DepthColumns | null
      readonly isWhole: boolean
      readonly qtyUnit: string
      readonly low: number
      readonly high: number
      readonly isKnown: boolean
      readonly storedFrom: number | null
      readonly walls: WallList | null
      readonly imbalances: Float64Array | null
    }
  | { readonly type: 'ladder'; readonly view: number; readonly ladder: LadderRows }
  /** Derivatives data per bar, by the bars' starts; null: not shown, or not loaded yet. */
  | {
      readonly type: 'derivatives'
      readonly view: number
      readonly state: DerivativesViewState
      /** Of liquidations; null: none were ever received. */
      readonly completeness: LiquidationCompletenessName | null
      readonly latest: LatestStat | null
      readonly t: Float64Array
      readonly liquidations: LiquidationBars | null
      /** At the end of each bar, base units or contracts; NaN: unknown. */
      readonly openInterest: Float64Array | null
      /** 0.0001 = 0.01 %; NaN: unknown. */
      readonly funding: Float64Array | null
    }
  /** The largest liquidations of the visible times, oldest first. */
  | { readonly type: 'largest'; readonly view: number; readonly list: readonly LiquidationMark[] }
  /** Bars, indicators and their panels were sent as of this cutoff; the book and derivatives follow within a second. */
  | { readonly type: 'replayed'; readonly view: number; readonly cutoff: Cutoff }
  /** Comes before the `replayed` of a cutoff at or before its end. */
  | ({ readonly type: 'practice'; readonly view: number } & PracticePart)
  | { readonly type: 'summaries'; readonly list: readonly Summary[] }
  /** An alert of the account fired; may be delivered more than once. */
  | { readonly type: 'alert'; readonly event: AlertEvent }
  | { readonly type: 'failed'; readonly view: number; readonly failure: FailureNote }
  /** A failure about the user, not the chart: the session has ended, or a permission was revoked. */
  | { readonly type: 'refused'; readonly failure: FailureNote }
  | { readonly type: 'connection'; readonly state: Connection; readonly retryAt: number | null }
  /** Server time minus this machine's, ms. */
  | { readonly type: 'offset'; readonly offsetMs: number }

/**
 * Messages of the worker of all charts. Those for one chart carry its number, among them what the page must receive once
 * (alerts and summaries: the oldest chart gets them); `refused` is for the page, the others are for all charts.
 */
export type FromMarketWorker =
  | (Exclude<FromWorker, BroadcastMessage> & { readonly chart: number })
  | (BroadcastMessage & { readonly chart?: never })

export type BroadcastMessage = Extract<FromWorker, { readonly type: 'refused' | 'connection' | 'offset' }>
