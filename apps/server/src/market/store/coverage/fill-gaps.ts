import { concatTrades, filterTrades, findGaps } from '@flowprint/orderflow'
import type { CoverageSpan, Trades } from '@flowprint/orderflow'
import type { Commit } from '../write/commit.ts'
import { addCovered, deleteGap, insertGap, readCoverage } from './coverage-rows.ts'
import { edgeTrade } from './gap-finder.ts'
import { LATE_MS } from '../tiers.ts'

/**
 * Trades that arrived out of order fill the gaps opened for them. The remainder of a gap follows from the ids on both
 * sides and the trades between, without reading back.
 */
export async function fillGaps(commit: Commit, trades: Trades): Promise<void> {
  const from = trades.ts[0] - LATE_MS
  const to = trades.ts[trades.length - 1] + LATE_MS
  const { gaps } = await readCoverage(commit.client, commit.instrument.id, from, to)
  for (const gap of gaps) {
    if (gap.fromId === null || gap.toId === null) continue
    const after = BigInt(gap.fromId)
    const before = BigInt(gap.toId)
    const inside = filterTrades(
      trades,
      Array.from(trades.id, (id) => (BigInt(id) > after && BigInt(id) < before ? 1 : 0)),
    )
    if (inside.length === 0) continue
    const run = concatTrades([
      edgeTrade({ ts: gap.fromTs, id: after }),
      inside,
      edgeTrade({ ts: gap.toTs, id: before }),
    ])
    const rests = findGaps(run, commit.instrument.ids)
    await deleteGap(commit, gap)
    for (const rest of rests) await insertGap(commit, rest, gap.state)
    await coverBeforeRun(commit, provenAround(gap, rests))
  }
}

/** The covered parts on both sides of a gap, up to its remainders. */
function provenAround(gap: CoverageSpan, rests: readonly CoverageSpan[]): CoverageSpan[] {
  const starts = [gap.fromTs, ...rests.map(({ toTs }) => toTs)]
  const ends = [...rests.map(({ fromTs }) => fromTs), gap.toTs]
  return starts.map((fromTs, i) => ({ fromTs, toTs: ends[i] + 1 }))
}

/**
 * A gap at the start of the run of live trades separated it from earlier coverage: time that ids now prove is added as
 * covered. Inside the run nothing needs to be added.
 */
export async function coverBeforeRun(commit: Commit, proven: readonly CoverageSpan[]): Promise<void> {
  const { liveFrom } = commit.head
  const before = proven.filter(({ fromTs }) => liveFrom === null || fromTs < liveFrom)
  if (before.length > 0) await addCovered(commit, before, 'ids')
}
