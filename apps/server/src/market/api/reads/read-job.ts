import type { BigTradesQuery, ExportQuery, FootprintQuery, ProfileQuery, TradesQuery } from '@flowprint/contract'
import type { IndicatorSettings } from '@flowprint/orderflow'

/** One validated call that reads the tape. Plain data, because it is also sent to the read worker. */
export type ReadJob = FootprintJob | ProfileJob | TradesJob | BigTradesJob | CoverageJob | ExportJob

interface Job {
  /** Delayed readers see only trades before it. */
  readonly cut: number | undefined
  readonly nowMs: number
}

export interface FootprintJob extends Job {
  readonly kind: 'footprint'
  readonly query: FootprintQuery
  readonly settings: IndicatorSettings
  /** A setting was given, so the answer echoes the effective ones. */
  readonly asked: boolean
  readonly json: boolean
  /** Delay of the reader, ms. */
  readonly delayMs: number
}

export interface ProfileJob extends Job {
  readonly kind: 'profile'
  readonly query: ProfileQuery
  /** Percent of the value area. */
  readonly share: string
}

export interface TradesJob extends Job {
  readonly kind: 'trades'
  readonly query: TradesQuery
  readonly csv: boolean
}

export interface BigTradesJob extends Job {
  readonly kind: 'bigTrades'
  readonly query: BigTradesQuery
  readonly size: string
  readonly json: boolean
}

export interface CoverageJob extends Job {
  readonly kind: 'coverage'
  readonly symbol: string
}

export interface ExportJob extends Job {
  readonly kind: 'export'
  readonly query: ExportQuery
}

/** Headers of a read, known before its body. */
export interface ReadHead {
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
}

export type Piece = string | Uint8Array

/** A started read: it can no longer be rejected; pieces of the body are produced on demand. */
export interface StartedRead {
  readonly head: ReadHead
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
}
