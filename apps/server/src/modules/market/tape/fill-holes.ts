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
    const inside = filterTrades(
      trades,
      Array.from(trades.id, (id) => (BigInt(id) > after && BigInt(id) < before ? 1 : 0)),
    )
    if (inside.length === 0) continue
    const run = concatTrades([
      edgePrint({ ts: hole.fromTs, id: after }),
      inside,
      edgePrint({ ts: hole.toTs, id: before }),
    ])
    const rests = findHoles(run, commit.instrument.ids)
    await deleteHole(commit, hole)
    for (const rest of rests) await insertHole(commit, rest, hole.state)
    await coverBeforeRun(commit, provenAround(hole, rests))
  }
}

/** Both sides of a hole up to what remains of it. */
function provenAround(hole: CoverageSpan, rests: readonly CoverageSpan[]): CoverageSpan[] {
  const starts = [hole.fromTs, ...rests.map(({ toTs }) => toTs)]
  const ends = [...rests.map(({ fromTs }) => fromTs), hole.toTs]
  return starts.map((fromTs, i) => ({ fromTs, toTs: ends[i] + 1 }))
}

/**
 * A hole at the beginning of the run of live prints parted it from what was known before: what ids prove now is covered.
 * Inside the run nothing has to be said.
 */
export async function coverBeforeRun(commit: Commit, proven: readonly CoverageSpan[]): Promise<void> {
  const { liveFrom } = commit.head
  const before = proven.filter(({ fromTs }) => liveFrom === null || fromTs < liveFrom)
  if (before.length > 0) await addCovered(commit, before, 'ids')
}
