import type {
  BigTradesQuery,
  BookQuery,
  CoverageQuery,
  DepthQuery,
  ExportQuery,
  FootprintQuery,
  LiquidationsQuery,
  MarketStatsQuery,
  ProfileQuery,
  ReplayTargetQuery,
  TradesQuery,
  ErrorSlug,
} from '@flowprint/contract'
import type { TRADES_MIME } from '@flowprint/contract'
import { OrderflowError } from '@flowprint/orderflow'
import type { IndicatorSettings } from '@flowprint/orderflow'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AppErrorOptions } from '../../../platform/http/app-error.ts'
import { codeOf } from '../../../platform/errors/index.ts'
import { ReadTooLargeError } from '../../store/index.ts'
import type { TapePosition } from '../../store/index.ts'

/** One validated call that reads the tape. Plain data, because it is also sent to the read worker. */
export type ReadJob =
  | FootprintJob
  | ProfileJob
  | TradesJob
  | BigTradesJob
  | CoverageJob
  | ExportJob
  | BookJob
  | DepthJob
  | LiquidationsJob
  | MarketStatsJob
  | ReplayTargetJob

interface Job {
  /** Delayed readers see only trades before it. */
  readonly cut: number | undefined
  readonly nowMs: number
  /** The call gave `as_of`, which `cut` respects. */
  readonly replay?: { readonly isDelayed: boolean } | undefined
  readonly cache?: CacheRequest
}

/** What the caller has cached, and who may cache the answer. */
export interface CacheRequest {
  /** The header If-None-Match. */
  readonly ifNoneMatch: string | undefined
  /** Answers about the time before it are the same for every account without delay; ms. */
  readonly publicBefore: number
}

/** The reader's membership has a delay. */
export const isDelayed = ({ cut, replay }: Pick<Job, 'cut' | 'replay'>): boolean =>
  replay === undefined ? cut !== undefined : replay.isDelayed

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
  readonly type: 'application/json' | 'text/csv' | typeof TRADES_MIME
}

export interface BigTradesJob extends Job {
  readonly kind: 'bigTrades'
  readonly query: BigTradesQuery
  readonly size: string
  readonly json: boolean
}

export interface CoverageJob extends Job {
  readonly kind: 'coverage'
  readonly query: CoverageQuery
}

export interface ExportJob extends Job {
  readonly kind: 'export'
  readonly query: ExportQuery
}

export interface BookJob extends Job {
  readonly kind: 'book'
  readonly query: BookQuery
  readonly json: boolean
}

export interface DepthJob extends Job {
  readonly kind: 'depth'
  readonly query: DepthQuery
  /** Packed as one message, or in the parts that are stored. */
  readonly form: 'json' | 'packed' | 'parts'
}

export interface LiquidationsJob extends Job {
  readonly kind: 'liquidations'
  readonly query: LiquidationsQuery
  readonly json: boolean
}

export interface MarketStatsJob extends Job {
  readonly kind: 'openInterest' | 'funding'
  readonly query: MarketStatsQuery
  readonly json: boolean
}

export interface ReplayTargetJob extends Job {
  readonly kind: 'replayTarget'
  readonly query: ReplayTargetQuery
  readonly settings: IndicatorSettings
}

/** Headers of a read, known before its body. */
export interface ReadHead {
  /** 304: the caller's copy is still valid; there is no body. */
  readonly status?: 304
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
}

export type Piece = string | Uint8Array

/** A started read: it can no longer be rejected; pieces of the body are produced on demand. */
export interface StartedRead {
  readonly head: ReadHead
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
}

/** Passed to the worker when it starts. */
export interface ReadWorkerData {
  readonly url: string
  readonly replicaUrls: readonly string[]
  readonly cacheBytes: number
}

/** A replica to read from, and what it must contain. */
export interface ReplicaRead {
  /** Number in DATABASE_REPLICA_URL, from 0. */
  readonly index: number
  readonly minimum: TapePosition
}

/** Server to worker. One piece is sent per `pull`. */
export type ToReadWorker =
  | {
      readonly kind: 'start'
      readonly id: number
      readonly job: ReadJob
      readonly limit: number
      readonly replica: ReplicaRead | null
    }
  /** The replica failed: its reads move to the primary. */
  | { readonly kind: 'lost'; readonly index: number }
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number }

/** Worker to server. `spent`: units so far. */
export type FromReadWorker = { readonly id: number; readonly spent: number } & (
  | { readonly kind: 'head'; readonly head: ReadHead }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: SentError }
  /** The read moved from its replica to the primary; `failure`: the server does not work. */
  | { readonly kind: 'fallback'; readonly failure: string | null }
)

/** The data an error handler needs from an error that crosses threads. */
export type SentError =
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'app'; readonly slug: ErrorSlug; readonly options: AppErrorOptions }
  | { readonly kind: 'orderflow'; readonly code: string; readonly message: string }
  | {
      readonly kind: 'other'
      readonly name: string
      readonly message: string
      readonly code: string
      readonly stack: string
    }

/** Converts errors to plain data and back: messages between threads preserve neither classes nor codes. */
export function toSent(error: unknown): SentError {
  if (error instanceof AppError) return { kind: 'app', slug: error.slug, options: error.options }
  if (error instanceof ReadTooLargeError) return { kind: 'tooLarge' }
  if (error instanceof OrderflowError) return { kind: 'orderflow', code: error.code, message: error.message }
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'other', name, message, code: String(codeOf(error) ?? ''), stack }
}

export function fromSent(sent: SentError): Error {
  if (sent.kind === 'app') return new AppError(sent.slug, sent.options)
  if (sent.kind === 'tooLarge') return new ReadTooLargeError()
  if (sent.kind === 'orderflow') return new OrderflowError(sent.code as OrderflowError['code'], sent.message)
  const error = new Error(sent.message)
  return Object.assign(error, { name: sent.name, stack: sent.stack, ...(sent.code === '' ? {} : { code: sent.code }) })
}
