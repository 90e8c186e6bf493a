import { coveredProof, gapsInside, readCoverage, spansWithLive } from './coverage-rows.ts'
import { historyView, inSnapshot } from '../read/history-view.ts'
import type { Instrument, Coverage, Gap, TapeSpans } from '../types.ts'
import type { StoreContext } from '../store-context.ts'

/** See `TapeStore.coverage`: gaps by ids, and the time between covered ranges. */
export function coverage(context: StoreContext, instrument: Instrument, cut: number | undefined): Promise<Coverage> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, cut)
    const { firstTs, lastTs } = view.head
    const { ranges, gaps } = await readCoverage(client, instrument.id, -Infinity, Infinity)
    const spans = spansWithLive(ranges, view.head)
    const found: Gap[] = gapsInside(gaps, spans).map(({ fromTs, toTs, missing, state }) => ({
      from: fromTs,
      to: toTs,
      missing,
      state,
    }))
    for (let i = 1; i < spans.length; i++)
      found.push({ from: spans[i - 1].toTs, to: spans[i].fromTs - 1, missing: null, state: 'lost' })
    const isSeen = (ts: number | null): ts is number => ts !== null && ts < view.before
    return {
      from: isSeen(firstTs) ? firstTs : null,
      to: isSeen(firstTs) ? Math.min(lastTs as number, view.before - 1) : null,
      lastSeq: view.lastSeq,
      watermark: view.watermark,
      proof: coveredProof(ranges, view.head, instrument),
      gaps: found.filter((gap) => gap.to < view.before).sort((a, b) => a.from - b.from),
    }
  })
}

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
