import { createHash } from 'node:crypto'
import { cycleMsOf, MINUTE_MS } from '@flowprint/orderflow'
import { VERSION } from '../../../platform/http/index.ts'
import type { Instrument, TapeReads } from '../../store/index.ts'
import { intervalMsOf } from '../rules/depth-query.ts'
import { closedRangeOf } from '../rules/closed-range.ts'
import type { DepthReads } from '../load-depth.ts'
import type { DerivativesReads } from '../load-derivatives.ts'
import { firstStartAt } from '../rules/query.ts'
import { isDelayed } from './read-job.ts'
import type { DepthJob, LiquidationsJob, MarketStatsJob, ReadJob } from './read-job.ts'

export interface CacheHead {
  /** The caller's copy equals the answer. */
  readonly isValid: boolean
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Headers for caches of an answer about a closed range; null when the range is open. The tag is a function of the
 * request, its format, the version of the program and the revisions of the range. It is weak: proxies compress answers,
 * and fields about the whole market (`last_seq`, `watermark`, `coverage`) are those of the moment the answer was made;
 * the header `last-seq` tells up to which entry of the log a copy is valid.
 */
export async function loadCacheHead(store: TapeReads, instrument: Instrument, job: ReadJob): Promise<CacheHead | null> {
  const range = closedRangeOf(job)
  if (range === null || job.cache === undefined) return null
  const state = await store.readRangeState(instrument, {
    ...range,
    cut: job.cut,
    isReplay: job.replay !== undefined,
  })
  if (state === null) return null
  const { cut, nowMs: _now, cache, ...request } = job
  const delayed = isDelayed(job)
  // A replay of a delayed reader may end at the delay, which moves on within a minute.
  const end = job.replay === undefined ? [] : [cut]
  const etag = etagOf([VERSION, state.fingerprint, delayed, request, ...end])
  // Every use is validated here, where the caller's access is checked.
  const scope = delayed || range.to > cache.publicBefore ? 'private' : 'public'
  return {
    isValid: matches(cache.ifNoneMatch, etag),
    headers: { etag, 'cache-control': `${scope}, no-cache`, ...lastSeqHeader(job, state.lastSeq) },
  }
}

/**
 * The same for /depth: recorded depth is never revised, so a range that the log has passed is final. `coverage` in a stored
 * copy is that of the moment it was made.
 */
export async function loadDepthCacheHead(
  depth: DepthReads,
  instrument: Instrument,
  job: DepthJob,
): Promise<CacheHead | null> {
  const { cut, nowMs: _now, cache, ...request } = job
  const { to, interval } = job.query
  if (to === undefined || cache === undefined) return null
  const head = await depth.readHead(instrument, cut)
  // Rounding up to an interval may include time after `to`.
  const end = Math.max(
    to,
    interval === undefined ? to : Math.ceil(to / intervalMsOf(interval)) * intervalMsOf(interval),
  )
  if (interval === undefined || head === null || head.untilMs === null || end >= head.untilMs) return null
  const delayed = isDelayed(job)
  // The default row height.
  const step = job.query.precision === undefined ? head.step : null
  const etag = etagOf([VERSION, instrument.tape, instrument.version, step, delayed, request])
  const scope = delayed || end > cache.publicBefore ? 'private' : 'public'
  return {
    isValid: matches(cache.ifNoneMatch, etag),
    headers: { etag, 'cache-control': `${scope}, no-cache`, ...lastSeqHeader(job, head.lastSeq) },
  }
}

/** Liquidations and minutes are stored seconds after they happened. */
const SETTLED_MS = 2 * MINUTE_MS

/**
 * The same for /liquidations, /open_interest and /funding. What is long past changes only in simulated markets, whose past is
 * made later. The tag contains the newest seq, so that a valid copy has the right one.
 */
export async function loadDerivativesCacheHead(
  derivatives: DerivativesReads,
  instrument: Instrument,
  job: LiquidationsJob | MarketStatsJob,
): Promise<CacheHead | null> {
  const { cut, nowMs: _now, cache, ...request } = job
  const { to, interval } = job.query
  if (to === undefined || cache === undefined || instrument.simulated) return null
  const end = interval === undefined ? to : firstStartAt(to, cycleMsOf(interval) as number)
  const head = await derivatives.readHead(instrument, cut)
  if (head === null || head.untilMs === null || end + SETTLED_MS > head.untilMs) return null
  // The interval of statistics without one depends on the recorded range.
  const recorded = job.kind === 'liquidations' ? head.lastSeq : head.fromMs
  const delayed = isDelayed(job)
  const etag = etagOf([VERSION, instrument.tape, instrument.version, recorded, delayed, request])
  const scope = delayed || end > cache.publicBefore ? 'private' : 'public'
  return {
    isValid: matches(cache.ifNoneMatch, etag),
    headers: { etag, 'cache-control': `${scope}, no-cache`, ...lastSeqHeader(job, head.lastSeq) },
  }
}

/** The log goes on after the moment of a replay. */
const lastSeqHeader = ({ replay }: ReadJob, lastSeq: number): Record<string, string> =>
  replay === undefined ? { 'last-seq': String(lastSeq) } : {}

const etagOf = (parts: readonly unknown[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`

/** Weak comparison (RFC 9110, 8.8.3.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
}
