import type { MarketListing, VenueRest } from '@flowprint/venues'
import { MINUTE_MS, bigLotsAt, decimalUnit, toUnits } from '@flowprint/orderflow'
import { delay } from '../../../platform/async/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Lease, TapeStore } from '../../store/index.ts'

export interface VolumeCheckOptions {
  readonly store: TapeStore
  readonly rest: VenueRest
  readonly listing: MarketListing
  readonly clock: Clock
  readonly log: Log
  readonly lease: Lease
  /** Gaps wait for their repair, so their minutes cannot be compared yet. */
  readonly isRepairing: () => boolean
  readonly signal: AbortSignal
}

/** Delay before a minute is compared: a missing trade may still be in the venue's window of recent ones. */
const COMPARE_AFTER_MS = 10_000
/** A difference is final after this long: an exchange may still correct a candle that has just closed. */
const SETTLED_MS = 45_000
/** How long a differing minute is retried while the venue does not answer. */
const MAX_RETRY_MS = 10 * MINUTE_MS
/** Interval for checking whether a minute is due; the exchange is asked at most once a minute. */
const POLL_MS = 5_000
/** Max minutes compared at once. */
const MAX = 500
/** Rows are ignored: one tall enough to hold every price makes the read cheap. */
const COARSE_STEP = 1_000_000

/**
 * While the lease is held, compares the minutes of a market without ids with the exchange's candles (INDICATORS 11). A
 * differing minute is fetched again immediately, and at every check until its candle is final; if it still differs
 * then, it is lost. Never rejects.
 */
export async function checkVolumes(options: VolumeCheckOptions): Promise<void> {
  const { rest, signal, log, listing } = options
  if (rest.minuteVolumes === undefined) return
  while (!signal.aborted) {
    // Add jitter, so that hundreds of markets do not query at once.
    await delay(POLL_MS * (0.5 + Math.random()), { signal, ref: false })
    if (signal.aborted) return
    try {
      if (!options.isRepairing()) await compareMinutes(options)
    } catch (error) {
      if (!signal.aborted)
        log.debug({ symbol: listing.symbol, error: messageOf(error) }, 'volumes could not be compared')
    }
  }
}

/** Compares the minutes since the last round. */
export async function compareMinutes(options: VolumeCheckOptions): Promise<void> {
  const { store, rest, listing, lease, log, clock } = options
  const { volumeFrom: from, watermark, closedUntil } = lease
  if (from === null || watermark === null || closedUntil === null || rest.minuteVolumes === undefined) return
  const now = Math.min(watermark, clock.now())
  const until = Math.min(floorMinute(now - COMPARE_AFTER_MS), closedUntil, from + MAX * MINUTE_MS)
  if (until <= from) return
  const theirs = await rest.minuteVolumes(listing, from, until)
  // An exchange without trustworthy candles returns nothing.
  if (theirs.size === 0) return
  const { differ } = await compareVolumes(options, theirs, from, until)
  const failed = new Set<number>()
  for (const minute of differ) if (!(await fetchMinute(options, minute))) failed.add(minute)
  const { differ: left, equal } = await compareVolumes(options, theirs, from, until)
  const isFinal = (minute: number): boolean =>
    minute + MINUTE_MS + (failed.has(minute) ? MAX_RETRY_MS : SETTLED_MS) <= now
  // The first minute that may still be fetched, or whose candle may still change, is compared again next time.
  const end = left.find((minute) => !isFinal(minute)) ?? until
  const lost = left.filter((minute) => minute < end)
  if (lost.length > 0)
    log.warn(
      { symbol: listing.symbol, minutes: lost.map((minute) => new Date(minute).toISOString()) },
      'volumes differ from those of the exchange',
    )
  if (end > from)
    await store.recordVolumes(lease, end, { equal: equal.filter((minute) => minute < end), unequal: lost })
}

const floorMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS

/**
 * Classifies the minutes of [from, until) by whether their stored volume equals the exchange's; skips minutes that are
 * entirely a gap.
 */
async function compareVolumes(
  { store, lease }: VolumeCheckOptions,
  theirs: ReadonlyMap<number, string>,
  from: number,
  until: number,
): Promise<{ equal: number[]; differ: number[] }> {
  const { instrument } = lease
  const unit = decimalUnit(instrument.lotSize)
  const { bars } = await store.readHistory(instrument, {
    cycleMs: MINUTE_MS,
    step: COARSE_STEP,
    from,
    to: until,
    limit: MAX,
  })
  const gaps = await store.gaps(instrument)
  const ours = new Map<number, bigint>()
  for (let i = 0; i < bars.length; i++) {
    ours.set(bars.t[i], bigLotsAt(bars, 'bid', i) + bigLotsAt(bars, 'ask', i))
  }
  const equal: number[] = []
  const differ: number[] = []
  for (let minute = from; minute < until; minute += MINUTE_MS) {
    if (gaps.some((gap) => gap.from <= minute && gap.to >= minute + MINUTE_MS - 1)) continue
    const text = theirs.get(minute) ?? '0'
    const volume = /^0*(\.0*)?$/.test(text) ? 0n : BigInt(toUnits(text, unit))
    if (volume === (ours.get(minute) ?? 0n)) equal.push(minute)
    else differ.push(minute)
  }
  return { equal, differ }
}

/** Stores the trades the venue still has of a minute; returns false when it does not answer. */
async function fetchMinute(
  { store, rest, listing, lease, signal }: VolumeCheckOptions,
  minute: number,
): Promise<boolean> {
  try {
    for await (const { trades } of rest.trades(listing, { fromTs: minute, toTs: minute + MINUTE_MS }, signal)) {
      if (trades.length > 0) await store.importRun(lease.instrument, [trades], { reason: 'repair', lease })
    }
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}
