import { addLots, barStart, decodeMany, lowerBoundT, storedSteps, sumDelta } from '@flowprint/orderflow'
import type { Lots } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { HistoryView } from './history-view.ts'
import type { Instrument } from './instrument.ts'
import { listBlocks, loadPayloads } from './read-blocks.ts'
import { readPrints } from './read-tail.ts'
import { joinDelta } from './row-delta.ts'
import type { StoreContext } from './store-context.ts'
import { DAY, floorTo, HOUR, MINUTE, TIERS } from './tiers.ts'

const WEEK = 7 * DAY

/**
 * CVD before the bar that starts at `first`: the sum of delta since the UTC midnight (or Monday) before it.
 * Whole hours are summed in the database without unpacking them; the rest of the hour is one row, mostly cached.
 */
export async function readCvdOpen(
  context: StoreContext, client: PoolClient, instrument: Instrument, view: HistoryView,
  query: { cycleMs: number; first: number; reset: 'day' | 'week' | 'never' | undefined },
): Promise<Lots> {
  const { first, cycleMs } = query
  // Weekly bars span the days: theirs begins with the week whatever was asked, unless it never begins anew.
  const reset = query.reset === 'never' ? 'never' : cycleMs >= WEEK ? 'week' : (query.reset ?? 'day')
  const anchor = reset === 'never' ? floorTo(view.head.firstTs ?? first, HOUR) : barStart(first, reset === 'week' ? WEEK : DAY)
  if (first <= anchor) return 0
  const step = storedSteps(instrument.tickSize).at(-1) as number
  const minutes = TIERS[0]
  const bars = Math.min(floorTo(first, MINUTE), view.closedUntil)
  const wholeHours = floorTo(bars, HOUR)
  const { rows } = await client.query<{ delta: string | null; wide: string | null }>({
    name: 'sum_delta',
    text: "select sum(delta)::text as delta, sum(delta_wide)::text as wide from footprint_block where instrument_id = $1 and tier = '1m' and step = $2 and block_ts >= $3 and block_ts < $4",
    values: [instrument.id, step, anchor, wholeHours],
  })
  let delta = joinDelta(rows[0].delta, rows[0].wide)
  if (bars > wholeHours) {
    const blocks = (await listBlocks(client, instrument.id, { tier: minutes, step, fromTs: wholeHours, toTs: bars, limit: 1_000 })).toReversed()
    if (blocks.length > 0) {
      const read = decodeMany(await loadPayloads(client, context.cache, instrument.id, blocks))
      delta = addLots(delta, sumDelta(read, 0, lowerBoundT(read, bars)))
    }
  }
  const prints = await readPrints(client, instrument, view, Math.max(bars, anchor), first)
  for (let i = 0; i < prints.length; i++) delta = addLots(delta, prints.buy[i] === 1 ? prints.qty[i] : -prints.qty[i])
  return delta
}
