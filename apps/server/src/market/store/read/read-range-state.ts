import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { gapsInside, readCoverage, spansWithLive } from '../coverage/coverage-rows.ts'
import type { StoreContext } from '../store-context.ts'
import { floorTo, TIERS } from '../tiers.ts'
import type { Tier } from '../tiers.ts'
import type { Instrument, RangeState } from '../types.ts'
import { historyView, inSnapshot } from './history-view.ts'

/** Longest ranges that are described by the rows of a tier; longer ones use the next tier, which has fewer. */
const MAX_BY_MINUTE_TIER_MS = 2 * DAY_MS
const MAX_BY_HOUR_TIER_MS = 62 * DAY_MS

/**
 * See `TapeStore.readRangeState`. A revision rewrites the rows of `footprint_block` that it touches, under the number of
 * its commit, and a gap that opens or is filled changes `coverage`: both are described without reading any payload.
 */
export function readRangeState(
  context: StoreContext,
  instrument: Instrument,
  {
    from,
    to,
    cut,
    isReplay = false,
  }: {
    readonly from: number
    readonly to: number
    readonly cut?: number | undefined
    readonly isReplay?: boolean
  },
): Promise<RangeState | null> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, { cut, isReplay }, context.minimum)
    // A replay reads up to its cut what is long closed for readers of now; its last minute is described as a whole.
    const closed = isReplay ? (view.head.closedUntil ?? Infinity) : Math.min(view.closedUntil, view.before)
    if (to > closed) return null
    context.minimum?.raise(view.head)
    const rows = []
    for (const part of partsOf(from, to)) rows.push(await describeRows(client, instrument.id, part))
    const { ranges, gaps } = await readCoverage(client, instrument.id, from, to)
    const spans = spansWithLive(ranges, view.head)
    const covered = spans
      .map(({ fromTs, toTs }) => [Math.max(fromTs, from), Math.min(toTs, to)])
      .filter(([start, end]) => start < end)
    const missing = gapsInside(gaps, spans).map(({ fromTs, toTs, state }) => [fromTs, toTs, state])
    const state = JSON.stringify([instrument.tape, instrument.version, instrument.side, rows, covered, missing])
    return { fingerprint: createHash('sha256').update(state).digest('base64url'), lastSeq: view.lastSeq }
  })
}

interface RangePart {
  readonly tier: Tier
  readonly from: number
  readonly to: number
}

/** Splits a closed range so that each part is described by few rows: a tier contains every bar that is closed. */
function partsOf(from: number, to: number): RangePart[] {
  const [minutes, hours, days] = TIERS
  const length = to - from
  const hourEnd = Math.max(from, length > MAX_BY_MINUTE_TIER_MS ? floorTo(to, HOUR_MS) : from)
  const dayEnd = Math.max(from, length > MAX_BY_HOUR_TIER_MS ? floorTo(to, DAY_MS) : from)
  return [
    { tier: days, from, to: dayEnd },
    { tier: hours, from: dayEnd, to: hourEnd },
    { tier: minutes, from: hourEnd, to },
  ].filter((part) => part.from < part.to)
}

/** The number, sum and greatest of the revisions of the rows with bars in the range. */
async function describeRows(client: PoolClient, instrumentId: number, { tier, from, to }: RangePart): Promise<object> {
  const { rows } = await client.query<{ rows: number; total: string | null; newest: number | null }>({
    name: 'describe_rows',
    text:
      'select count(*)::int as rows, sum(revision)::text as total, max(revision) as newest from footprint_block ' +
      'where instrument_id = $1 and tier = $2 and step = 1 and block_ts >= $3 and block_ts < $4 and from_ts < $4 and to_ts >= $5',
    values: [instrumentId, tier.name, tier.blockStart(from), to, floorTo(from, tier.barMs)],
  })
  return rows[0]
}
