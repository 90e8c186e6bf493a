import type { Trades } from '@flowprint/orderflow'
import type { Commit } from './commit.ts'
import { addCovered, insertRow, liveProof } from './coverage-rows.ts'

/**
 * Keeps the unbroken run of live prints: it goes on while ids prove that nothing is missing, or, where ids prove
 * nothing, while the lease that wrote the last print also writes this one (`continues`).
 */
export async function followCoverage(commit: Commit, onTime: Trades, continues: boolean): Promise<void> {
  const { head, instrument } = commit
  if (onTime.length === 0) return
  const first = onTime.ts[0]
  const proven = instrument.ids === 'fills' || instrument.ids === 'contiguous' || instrument.ids === 'sparse'
  const tolerated = instrument.ids === 'sparse' ? 1 : 0
  const missing = proven && head.nextId !== null && onTime.textId === null ? onTime.id[0] - head.nextId : null
  const joins = missing === null ? continues && head.lastTs !== null : missing <= tolerated
  if (joins) {
    head.liveFrom ??= head.lastTs
    return
  }
  if (missing !== null && missing > tolerated && head.lastTs !== null) {
    const span = { fromTs: Math.min(head.lastTs, first), toTs: Math.max(head.lastTs, first) }
    await insertRow(commit, { ...span, fromId: String((head.nextId as number) - 1), toId: String(onTime.id[0]), state: 'open', proof: 'ids', missing })
    // Still one run: the hole inside it says what is missing.
    if (head.liveFrom !== null) return
  }
  await endLiveRun(commit)
  head.liveFrom = first
}

/** Writes the run of live prints as covered time; the next print begins a new one. */
export async function endLiveRun(commit: Commit): Promise<void> {
  const { head } = commit
  if (head.liveFrom !== null && head.lastTs !== null) {
    // Without ids the silence after the last print proves nothing.
    const until = commit.instrument.ids === 'none' ? head.lastTs + 1 : Math.max(head.lastTs + 1, head.watermark ?? 0)
    await addCovered(commit, [{ fromTs: head.liveFrom, toTs: until }], liveProof(commit.instrument))
  }
  head.liveFrom = null
}
