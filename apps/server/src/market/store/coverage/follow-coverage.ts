import { concatTrades, filterTrades, findGaps } from '@flowprint/orderflow'
import type { Trades, CoverageSpan } from '@flowprint/orderflow'
import type { Commit } from '../write/commit.ts'
import { addCovered, insertGap, insertTimeGap, liveProof, deleteGap, readCoverage } from './coverage-rows.ts'
import { edgeTrade } from './gap-finder.ts'
import type { GapState, LiveOptions } from '../types.ts'
import { LATE_MS } from '../tiers.ts'

/**
 * Maintains the unbroken run of live trades. It continues while ids prove that nothing is missing or, without such ids,
 * while the lease that wrote the last trade also writes this one (`continues`). A gap in the ids is stored as a gap
 * inside the run until an out-of-order trade fills it; so is a range that the writer reports as unproven.
 */
export async function followCoverage(
  commit: Commit,
  onTime: Trades,
  continues: boolean,
  options: LiveOptions,
): Promise<void> {
  const { head, instrument } = commit
  const { unproven, unbroken = false, gaps: state = 'open' } = options
  if (onTime.length === 0) return storeUnproven(commit, unproven, state)
  const isProven = instrument.ids !== 'none' && onTime.textId === null
  if (isProven && head.nextId !== null && head.lastTs !== null) {
    const next = head.nextId
    const later = filterTrades(
      onTime,
      Array.from(onTime.id, (id) => (id >= next ? 1 : 0)),
    )
    if (later.length < onTime.length) await fillGaps(commit, onTime)
    const last = edgeTrade({ ts: head.lastTs, id: BigInt(next - 1) })
    const gaps = later.length === 0 ? [] : findGaps(concatTrades([last, later]), instrument.ids)
    for (const gap of gaps) await insertGap(commit, gap, state)
    const isJoined = !gaps.some((gap) => gap.afterId === String(next - 1))
    if (head.liveFrom === null) head.liveFrom = isJoined ? head.lastTs : onTime.ts[0]
    return
  }
  if (isProven) for (const gap of findGaps(onTime, instrument.ids)) await insertGap(commit, gap, state)
  const goesOn = continues || (head.liveFrom !== null && (unbroken || unproven !== undefined))
  if (goesOn && head.lastTs !== null) {
    head.liveFrom ??= head.lastTs
  } else {
    await endLiveRun(commit)
    head.liveFrom = onTime.ts[0]
  }
  await storeUnproven(commit, unproven, state)
}

/** An unverified range is stored as a gap by time if it is inside the run; before the run nothing is covered anyway. */
async function storeUnproven(commit: Commit, unproven: LiveOptions['unproven'], state: GapState): Promise<void> {
  const { head, instrument } = commit
  if (unproven === undefined || instrument.ids !== 'none' || head.liveFrom === null || unproven.to < head.liveFrom)
    return
  await insertTimeGap(
    commit,
    { fromTs: Math.max(head.liveFrom, unproven.from), toTs: unproven.to },
    state,
    'connection',
  )
}

/** Stores the run of live trades as covered time; the next trade starts a new run. */
export async function endLiveRun(commit: Commit): Promise<void> {
  const { head } = commit
  if (head.liveFrom !== null && head.lastTs !== null) {
    // Without ids, silence after the last trade proves nothing.
    const until = commit.instrument.ids === 'none' ? head.lastTs + 1 : Math.max(head.lastTs + 1, head.watermark ?? 0)
    await addCovered(commit, [{ fromTs: head.liveFrom, toTs: until }], liveProof(head, commit.instrument))
  }
  head.liveFrom = null
  head.volumeUntil = null
}

/**
 * Trades that arrived out of order fill the gaps opened for them. The remainder of a gap follows from the ids on both
 * sides and the trades between, without reading back.
 */
async function fillGaps(commit: Commit, trades: Trades): Promise<void> {
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
