import { CYCLES, emptyBars, composeBars, offeredSteps, recommendStep, sampleSpans } from '@flowprint/orderflow'
import type { Bars, CycleSpans } from '@flowprint/orderflow'
import { INSTRUMENTS_TOPIC } from '../../../platform/bus/index.ts'
import type { Instrument } from './instrument.ts'
import { readHistory } from './read-history.ts'
import type { StoreContext } from './store-context.ts'
import { DAY, MINUTE } from './tiers.ts'

const SAMPLE_DAYS = 7
/** Bars that a sample takes at most; more are read since bars without range are left out of it. */
const FINE_BARS = 600
/** Far more ticks than any bar spans: spans need no cells, and one row a bar is read fastest. */
const ONE_ROW = 1_000_000_000

/** See `TapeStore.refreshRecommended` (INDICATORS 10). */
export async function refreshRecommended(context: StoreContext, instrument: Instrument): Promise<void> {
  const samples: CycleSpans[] = []
  let minutes: Bars = emptyBars(MINUTE, ONE_ROW)
  for (const { ms } of CYCLES) {
    if (ms > MINUTE && minutes.length === 0) break
    if (ms < MINUTE) {
      const { bars } = await readHistory(context, instrument, { cycleMs: ms, step: ONE_ROW, limit: FINE_BARS })
      samples.push(sampleSpans(bars))
      continue
    }
    if (ms === MINUTE) {
      ;({ bars: minutes } = await readHistory(context, instrument, { cycleMs: ms, step: ONE_ROW, limit: (SAMPLE_DAYS + 1) * (DAY / MINUTE) }))
      samples.push(sampleSpans(minutes))
      continue
    }
    samples.push(sampleSpans(composeBars(minutes, ms)))
  }
  if (minutes.length === 0) return
  const price = minutes.close[minutes.length - 1]
  const offered = offeredSteps({ tickSize: instrument.tickSize, samples, price })
  const stored = await context.pool.query<{ cycle: string; step: number }>('select cycle, step from recommended_precision where instrument_id = $1', [instrument.id])
  const before = new Map(stored.rows.map((row) => [row.cycle, row.step]))
  const steps = CYCLES.map(({ value, ms }) =>
    recommendStep({ tickSize: instrument.tickSize, cycleMs: ms, samples, price, stored: before.get(value) ?? null }),
  )
  await context.pool.query(
    'insert into recommended_precision (instrument_id, cycle, step) select $1, * from unnest($2::text[], $3::int[]) ' +
      'on conflict (instrument_id, cycle) do update set step = excluded.step, computed_at = now() where recommended_precision.step <> excluded.step',
    [instrument.id, CYCLES.map((cycle) => cycle.value), steps],
  )
  await context.pool.query('update instrument set max_step = $2 where id = $1', [instrument.id, offered[offered.length - 1]])
  context.bus.publish(INSTRUMENTS_TOPIC, instrument.symbol)
}
