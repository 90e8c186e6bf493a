import { concatTrades, filterTrades, findHoles } from '@flowprint/orderflow'
import type { CoverageSpan, Trades } from '@flowprint/orderflow'
import type { Commit } from './commit.ts'
import { addCovered, deleteHole, insertHole, readCoverage } from './coverage-rows.ts'
import { edgePrint } from './hole-finder.ts'
import { LATE_MS } from './tiers.ts'

/**
 * Prints that came out of order fill the holes that were opened for them. The ids on both sides of a hole and the prints
 * between tell what remains of it; nothing has to be read back.
 */
export async function fillHoles(commit: Commit, trades: Trades): Promise<void> {
  const from = trades.ts[0] - LATE_MS
  const to = trades.ts[trades.length - 1] + LATE_MS
  const { holes } = await readCoverage(commit.client, commit.instrument.id, from, to)
  for (const hole of holes) {
    if (hole.fromId === null || hole.toId === null) continue
    const after = BigInt(hole.fromId)
    const before = BigInt(hole.toId)
    const inside = filterTrades(trades, Array.from(trades.id, (id) => (BigInt(id) > after && BigInt(id) < before ? 1 : 0)))
    if (inside.length === 0) continue
    const run = concatTrades([edgePrint({ ts: hole.fromTs, id: after }), inside, edgePrint({ ts: hole.toTs, id: before })])
    const rests = findHoles(run, commit.instrument.ids)
    await deleteHole(commit, hole)
    for (const rest of rests) await insertHole(commit, rest, hole.state)
    await coverBeforeRun(commit, hole, rests)
  }
}

/**
 * A hole at the beginning of the run of live prints parts it from what was known before: ids now prove the time up to what
 * remains of the hole, and after it. Inside the run nothing has to be said.
 */
async function coverBeforeRun(commit: Commit, hole: CoverageSpan, rests: readonly CoverageSpan[]): Promise<void> {
  const { liveFrom } = commit.head
  const starts = [hole.fromTs, ...rests.map(({ toTs }) => toTs)]
  const ends = [...rests.map(({ fromTs }) => fromTs), hole.toTs]
  const proven = starts.map((fromTs, i) => ({ fromTs, toTs: ends[i] + 1 })).filter(({ fromTs }) => liveFrom === null || fromTs < liveFrom)
  if (proven.length > 0) await addCovered(commit, proven, 'ids')
}
