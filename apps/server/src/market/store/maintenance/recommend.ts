import {
  MINUTE_MS,
  DAY_MS,
  activityOf,
  BAR_OPEN,
  barStart,
  CYCLES,
  emptyBars,
  hasEnough,
  isSequenceCycle,
  offeredSteps,
  recommendStep,
  sampleSpans,
  sequenceMs,
  sequenceSizes,
  storedSteps,
} from '@flowprint/orderflow'
import type { Bars, CycleSpans } from '@flowprint/orderflow'
import { INSTRUMENTS_TOPIC } from '../../../platform/bus/index.ts'
import type { Instrument, TapeStore } from '../types.ts'
import { readHistory } from '../read/read-history.ts'
import type { StoreContext } from '../store-context.ts'
import { DAILY, EVERY_MINUTE } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'

const SAMPLE_DAYS = 7
/** Max bars in a sample; more are read because bars without a range are left out. */
const FINE_BARS = 600

/** See `TapeStore.refreshRecommended` (INDICATORS 10). */
export async function refreshRecommended(context: StoreContext, instrument: Instrument): Promise<void> {
  const samples: CycleSpans[] = []
  // Only high and low matter, so the step that is cheapest to read is sufficient.
  const step = storedSteps(instrument.tickSize).at(-1) as number
  let minutes: Bars = emptyBars(MINUTE_MS, step)
  for (const { ms } of CYCLES) {
    if (ms > MINUTE_MS && minutes.length === 0) break
    if (ms < MINUTE_MS) {
      const { bars } = await readHistory(context, instrument, { cycleMs: ms, step, limit: FINE_BARS })
      samples.push(sampleSpans(bars))
      continue
    }
    if (ms === MINUTE_MS) {
      ;({ bars: minutes } = await readHistory(context, instrument, {
        cycleMs: ms,
        step,
        limit: (SAMPLE_DAYS + 1) * (DAY_MS / MINUTE_MS),
      }))
      samples.push(sampleSpans(minutes))
      continue
    }
    samples.push(sampleSpans(withoutCells(minutes, ms)))
  }
  if (minutes.length === 0) return
  const price = minutes.close[minutes.length - 1]
  const offered = offeredSteps({ tickSize: instrument.tickSize, samples, price })
  const stored = await context.pool.query<{ cycle: string; step: number }>(
    'select cycle, step from recommended_precision where instrument_id = $1',
    [instrument.id],
  )
  // Older versions had no bars of trades and volume, and recommended steps for lower panes: recompute those.
  const isCurrent = stored.rows.some(({ cycle }) => isSequenceCycle(cycle))
  const before = new Map(isCurrent ? stored.rows.map((row) => [row.cycle, row.step]) : [])
  const { tickSize, lotSize } = instrument
  const wanted = [
    ...CYCLES.map(({ value, ms }) => ({ value, ms, of: samples })),
    ...sequences(minutes, samples, lotSize),
  ]
  const cycles = wanted.map(({ value }) => value)
  const steps = wanted.map(({ value, ms, of }) =>
    recommendStep({ tickSize, cycleMs: ms, samples: of, price, stored: before.get(value) ?? null }),
  )
  await context.pool.query(
    'insert into recommended_precision (instrument_id, cycle, step) select $1, * from unnest($2::text[], $3::int[]) ' +
      'on conflict (instrument_id, cycle) do update set step = excluded.step, computed_at = now() where recommended_precision.step <> excluded.step',
    [instrument.id, cycles, steps],
  )
  await context.pool.query('delete from recommended_precision where instrument_id = $1 and cycle <> all ($2::text[])', [
    instrument.id,
    cycles,
  ])
  await context.pool.query('update instrument set max_step = $2 where id = $1', [
    instrument.id,
    offered[offered.length - 1],
  ])
  context.bus.publish(INSTRUMENTS_TOPIC, instrument.symbol)
}

/**
 * Numbers of trades and volumes that suit the market's activity, how long their bars last, and the time cycle of the
 * most similar duration, whose sample they use.
 */
function sequences(
  minutes: Bars,
  samples: readonly CycleSpans[],
  lotSize: string,
): { value: string; ms: number; of: readonly CycleSpans[] }[] {
  const activity = activityOf(minutes)
  if (activity === null) return []
  return sequenceSizes(activity, lotSize).flatMap((value) => {
    const ms = sequenceMs(value, lotSize, activity)
    return ms === null ? [] : [{ value, ms, of: likeliest(samples, ms) }]
  })
}

function likeliest(samples: readonly CycleSpans[], ms: number): readonly CycleSpans[] {
  const distance = ({ cycleMs }: CycleSpans): number => Math.abs(Math.log(cycleMs / ms))
  const enough = samples.filter(hasEnough)
  return enough.length === 0 ? [] : [enough.reduce((best, one) => (distance(one) < distance(best) ? one : best))]
}

/**
 * Time, high, low and state of the coarser bars, which is all a sample uses. Cells are left out: the volume of a week
 * times the height of such tall rows may exceed the exact integers.
 */
function withoutCells(minutes: Bars, cycleMs: number): Bars {
  const starts: number[] = []
  const high: number[] = []
  const low: number[] = []
  const state: number[] = []
  for (let i = 0; i < minutes.length; i++) {
    const start = barStart(minutes.t[i], cycleMs)
    let last = starts.length - 1
    if (starts[last] !== start) {
      last = starts.push(start) - 1
      high.push(minutes.high[i])
      low.push(minutes.low[i])
      state.push(minutes.state[i])
      continue
    }
    high[last] = Math.max(high[last], minutes.high[i])
    low[last] = Math.min(low[last], minutes.low[i])
    // The order of states is that of completeness, except open, which wins when the last minute is open.
    state[last] = minutes.state[i] === BAR_OPEN ? BAR_OPEN : Math.max(state[last], minutes.state[i])
  }
  return {
    ...emptyBars(cycleMs, minutes.step),
    length: starts.length,
    t: Float64Array.from(starts),
    high: Int32Array.from(high),
    low: Int32Array.from(low),
    state: Uint8Array.from(state),
  }
}

/**
 * Update the recommended precisions of every instrument at 00:00 UTC (INDICATORS 10); the store keeps those that are
 * still valid. Imports update their own. An instrument with trades but no recommendations for bars of trades and volume
 * (new, after an aborted import, or stored by an older version) gets them at start or within a minute.
 */
export function recommendJobs(store: TapeStore): readonly ScheduledJob[] {
  const refresh = async (all: boolean): Promise<void> => {
    for (const instrument of await store.listInstruments()) {
      const lacks = instrument.from !== null && !Object.keys(instrument.recommended).some(isSequenceCycle)
      if (all || lacks) await store.refreshRecommended(instrument)
    }
  }
  return [
    { name: 'missing_recommendations', cron: EVERY_MINUTE, run: () => refresh(false) },
    { name: 'recommendations', cron: DAILY, runAtStart: false, run: () => refresh(true) },
  ]
}
