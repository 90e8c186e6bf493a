import { MINUTE_MS } from '@flowprint/orderflow'
import type { Commit } from './commit.ts'
import { addLogEntry } from './log-rows.ts'
import { ceilTo, floorTo } from './tiers.ts'

/**
 * Logs and publishes one revision for the bars whose state changed with the gaps of this commit. Nothing is rebuilt:
 * states are computed on read (stream rule 4 covers both).
 */
export async function publishTouched(commit: Commit): Promise<void> {
  const { head, instrument, touched } = commit
  if (touched.length === 0 || head.lastTs === null) return
  // Bars exist only where there are trades.
  const newestTs = Math.min(head.lastTs, Math.max(...touched.map((span) => span.toTs)))
  const fromTs = floorTo(Math.min(...touched.map((span) => span.fromTs)), MINUTE_MS)
  const toTs = Math.max(fromTs + MINUTE_MS, ceilTo(newestTs + 1, MINUTE_MS))
  head.lastSeq += 1
  const seq = head.lastSeq
  const reason = 'repair'
  await addLogEntry(commit, {
    firstSeq: seq,
    lastSeq: seq,
    kind: 'revision',
    fromTs,
    toTs,
    newestTs,
    reason,
    watermark: null,
  })
  commit.events.push({ kind: 'revision', symbol: instrument.symbol, seq, from: fromTs, to: toTs, reason, newestTs })
}
