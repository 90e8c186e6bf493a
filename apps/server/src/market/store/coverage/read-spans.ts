import { gapsInside, readCoverage, spansWithLive } from './coverage-rows.ts'
import { historyView, inSnapshot } from '../read/history-view.ts'
import type { Instrument } from '../instrument.ts'
import type { StoreContext } from '../store-context.ts'
import type { TapeSpans } from '../types.ts'

/** See `TapeStore.spans`. */
export function readSpans(context: StoreContext, instrument: Instrument): Promise<TapeSpans> {
  return inSnapshot(context.pool, async (client) => {
    const { head } = await historyView(client, instrument, undefined)
    const { ranges, gaps } = await readCoverage(client, instrument.id, -Infinity, Infinity)
    const spans = spansWithLive(ranges, head)
    return {
      spans: spans.map(({ fromTs, toTs }) => ({ from: fromTs, to: toTs })),
      gaps: gapsInside(gaps, spans).map(({ fromTs, toTs, missing, state }) => ({
        from: fromTs,
        to: toTs,
        missing,
        state,
      })),
      watermark: head.watermark,
    }
  })
}
