import { encodeFrame, gatherTrades } from '@flowprint/orderflow'
import { historyView, inSnapshot } from './history-view.ts'
import type { Instrument, LogEntry } from '../types.ts'
import { readLogRows } from '../rows/log-rows.ts'
import { readRawTrades } from './read-tail.ts'
import type { StoreContext } from '../store-context.ts'

/** See `TapeStore.readLog`. */
export function readLog(
  context: StoreContext,
  instrument: Instrument,
  fromSeq: number,
  limit: number,
): Promise<{ entries: LogEntry[]; lastSeq: number; reset: boolean }> {
  return inSnapshot(context.pool, async (client) => {
    const { head } = await historyView(client, instrument, undefined)
    const entries = await readLogRows(client, instrument.id, fromSeq, Number.MAX_SAFE_INTEGER, limit)
    const reachesBack = fromSeq > head.lastSeq || (entries.length > 0 && entries[0].firstSeq <= fromSeq)
    return { entries, lastSeq: head.lastSeq, reset: !reachesBack }
  })
}

/** See `TapeStore.readFrames`. Rebuilds the frames as they were sent, from the log and the stored trades. */
export function readFrames(
  context: StoreContext,
  instrument: Instrument,
  fromSeq: number,
  toSeq: number,
): Promise<Uint8Array[]> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, undefined)
    const entries = (await readLogRows(client, instrument.id, fromSeq, toSeq, 1_000_000)).filter(
      (entry) => entry.kind === 'trades',
    )
    if (entries.length === 0) return []
    const fromTs = entries.reduce((least, entry) => Math.min(least, entry.fromTs), Infinity)
    const toTs = entries.reduce((greatest, entry) => Math.max(greatest, entry.toTs), -Infinity)
    const stored = await readRawTrades(client, instrument, view, fromTs, toTs + 1)
    const seqs = stored.seq ?? new Float64Array(0)
    const bySeq = Uint32Array.from(seqs.keys()).sort((a, b) => seqs[a] - seqs[b])
    let at = 0
    return entries.map(({ firstSeq, lastSeq, watermark }) => {
      while (at < bySeq.length && seqs[bySeq[at]] < firstSeq) at += 1
      const end = at + lastSeq - firstSeq + 1
      // Restore the canonical order in which they were sent.
      const trades = gatherTrades(stored, bySeq.slice(at, end).sort())
      return encodeFrame({
        symbol: instrument.symbol,
        tape: instrument.tape,
        instrumentVersion: instrument.version,
        firstSeq,
        lastSeq,
        watermark,
        trades,
      })
    })
  })
}
