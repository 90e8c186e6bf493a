import { concatTrades, filterTrades, findHoles } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { Commit } from './commit.ts'
import { addCovered, insertHole, insertTimeHole, liveProof } from './coverage-rows.ts'
import { fillHoles } from './fill-holes.ts'
import { edgePrint } from './hole-finder.ts'
import type { HoleState, LiveOptions } from './types.ts'

/**
 * Keeps the unbroken run of live prints: it goes on while ids prove that nothing is missing, or, where ids prove
 * nothing, while the lease that wrote the last print also writes this one (`continues`). A gap in the ids stays inside
 * the run as a hole, and a print that comes out of order fills it; so does a stretch that the writer calls unproven.
 */
export async function followCoverage(
  commit: Commit,
  onTime: Trades,
  continues: boolean,
  options: LiveOptions,
): Promise<void> {
  const { head, instrument } = commit
  const { unproven, unbroken = false, holes: state = 'open' } = options
  if (onTime.length === 0) return keepUnproven(commit, unproven, state)
  const isProven = instrument.ids !== 'none' && onTime.textId === null
  if (isProven && head.nextId !== null && head.lastTs !== null) {
    const next = head.nextId
    const later = filterTrades(
      onTime,
      Array.from(onTime.id, (id) => (id >= next ? 1 : 0)),
    )
    if (later.length < onTime.length) await fillHoles(commit, onTime)
    const last = edgePrint({ ts: head.lastTs, id: BigInt(next - 1) })
    const holes = later.length === 0 ? [] : findHoles(concatTrades([last, later]), instrument.ids)
    for (const hole of holes) await insertHole(commit, hole, state)
    const isJoined = !holes.some((hole) => hole.afterId === String(next - 1))
    if (head.liveFrom === null) head.liveFrom = isJoined ? head.lastTs : onTime.ts[0]
    return
  }
  if (isProven) for (const hole of findHoles(onTime, instrument.ids)) await insertHole(commit, hole, state)
  const goesOn = continues || (head.liveFrom !== null && (unbroken || unproven !== undefined))
  if (goesOn && head.lastTs !== null) {
    head.liveFrom ??= head.lastTs
  } else {
    await endLiveRun(commit)
    head.liveFrom = onTime.ts[0]
  }
  await keepUnproven(commit, unproven, state)
}

/** A stretch that nobody vouches for stays inside the run as a hole by time; before the run nobody claims anything. */
async function keepUnproven(commit: Commit, unproven: LiveOptions['unproven'], state: HoleState): Promise<void> {
  const { head, instrument } = commit
  if (unproven === undefined || instrument.ids !== 'none' || head.liveFrom === null || unproven.to < head.liveFrom)
    return
  await insertTimeHole(
    commit,
    { fromTs: Math.max(head.liveFrom, unproven.from), toTs: unproven.to },
    state,
    'connection',
  )
}

/** Writes the run of live prints as covered time; the next print begins a new one. */
export async function endLiveRun(commit: Commit): Promise<void> {
  const { head } = commit
  if (head.liveFrom !== null && head.lastTs !== null) {
    // Without ids the silence after the last print proves nothing.
    const until = commit.instrument.ids === 'none' ? head.lastTs + 1 : Math.max(head.lastTs + 1, head.watermark ?? 0)
    await addCovered(commit, [{ fromTs: head.liveFrom, toTs: until }], liveProof(head, commit.instrument))
  }
  head.liveFrom = null
  head.volumeUntil = null
}
