import { MINUTE_MS } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { PartNumbers } from '../rows/chunk-rows.ts'
import { closeBehind } from '../write/close-passed.ts'
import { inCommit } from '../write/commit.ts'
import type { Commit } from '../write/commit.ts'
import {
  deleteGap,
  gapsInside,
  insertTimeGap,
  readCoverage,
  setGapState,
  spansWithLive,
  coveredProof,
} from './coverage-rows.ts'
import { historyView, inSnapshot } from '../read/history-view.ts'
import type { HistoryView } from '../read/history-view.ts'
import type { ComparedMinutes, GapState, Instrument, TapeGap, Coverage, Gap, TapeSpans } from '../types.ts'
import type { HeldLease } from '../lease.ts'
import type { StoreContext } from '../store-context.ts'
import { publishTouched } from '../write/relay.ts'
import { floorTo } from '../tiers.ts'

/** See `TapeStore.gaps`. */
export function readGaps(context: StoreContext, instrument: Instrument): Promise<TapeGap[]> {
  return inSnapshot(context.pool, async (client) => {
    const { head } = await historyView(client, instrument, {})
    const { ranges, gaps } = await readCoverage(client, instrument.id, -Infinity, Infinity)
    return gapsInside(gaps, spansWithLive(ranges, head)).map(
      ({ fromTs, toTs, fromId, toId, missing, state, proof }) => ({
        from: fromTs,
        to: toTs,
        afterId: fromId,
        beforeId: toId,
        missing,
        state,
        proof,
      }),
    )
  })
}

/** See `TapeStore.settleGap`. */
export async function settleGap(context: StoreContext, lease: HeldLease, gap: TapeGap, state: GapState): Promise<void> {
  await underLease(context, lease, async (commit) => {
    const key = { fromTs: gap.from, toTs: gap.to, fromId: gap.afterId, toId: gap.beforeId }
    const isThere = await setGapState(commit, key, state)
    // Open and repairing gaps are drawn alike.
    if (isThere && (state === 'lost') !== (gap.state === 'lost')) commit.touched.push(key)
    return isThere
  })
}

/** See `TapeStore.recordVolumes`. */
export async function recordVolumes(
  context: StoreContext,
  lease: HeldLease,
  until: number,
  { equal, unequal }: ComparedMinutes,
): Promise<void> {
  await underLease(context, lease, async (commit) => {
    const { head, client, instrument } = commit
    if (head.liveFrom === null) return false
    for (const minute of unequal) {
      const span = { fromTs: Math.max(minute, head.liveFrom), toTs: minute + MINUTE_MS - 1 }
      const { gaps } = await readCoverage(client, instrument.id, span.fromTs, span.toTs)
      if (gaps.some((gap) => gap.fromTs <= span.fromTs && gap.toTs >= span.toTs)) continue
      // Existing gaps inside this one are replaced.
      for (const part of gaps.filter((gap) => gap.fromTs >= span.fromTs && gap.toTs <= span.toTs))
        await deleteGap(commit, part)
      await insertTimeGap(commit, span, 'lost', 'volume')
    }
    await closeProven(commit, equal)
    head.volumeUntil = Math.max(head.volumeUntil ?? 0, until)
    return true
  })
}

/** Deletes gaps by time, except lost ones, inside minutes whose volume matches the exchange's. */
async function closeProven(commit: Commit, minutes: readonly number[]): Promise<void> {
  if (minutes.length === 0) return
  const proven = new Set(minutes)
  const from = Math.min(...minutes)
  const { gaps } = await readCoverage(commit.client, commit.instrument.id, from, Math.max(...minutes) + MINUTE_MS - 1)
  for (const gap of gaps) {
    if (gap.fromId !== null || gap.state === 'lost') continue
    let isProven = true
    for (let minute = floorTo(gap.fromTs, MINUTE_MS); minute <= gap.toTs; minute += MINUTE_MS)
      isProven &&= proven.has(minute)
    if (isProven) await deleteGap(commit, gap)
  }
}

/** Runs a commit that changes coverage but no trades. `work` returns whether there is anything to commit. */
async function underLease(
  context: StoreContext,
  lease: HeldLease,
  work: (commit: Commit) => Promise<boolean>,
): Promise<void> {
  lease.assertHeld()
  const head = await inCommit(context, lease.instrument, lease.epoch, async (commit) => {
    commit.isNothing = !(await work(commit))
    if (!commit.isNothing && commit.touched.length > 0) await closeBehind(commit, new PartNumbers(commit.rowVersion))
    if (!commit.isNothing) await publishTouched(commit)
    return commit.isNothing ? null : { ...commit.head }
  })
  if (head !== null) lease.onCommit(head, false)
}

/** See `TapeStore.coverage`. */
export function coverage(
  context: StoreContext,
  instrument: Instrument,
  cut: number | undefined,
  isReplay = false,
): Promise<Coverage> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, { cut, isReplay }, context.minimum)
    return coverageOf(client, instrument, view)
  })
}

/** Coverage in the snapshot of a view: gaps by ids, and the time between covered ranges. */
export async function coverageOf(client: PoolClient, instrument: Instrument, view: HistoryView): Promise<Coverage> {
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
    proof: coveredProof(
      ranges.filter(({ fromTs }) => fromTs < view.before),
      view.head,
      instrument,
    ),
    gaps: found.filter((gap) => gap.to < view.before).sort((a, b) => a.from - b.from),
  }
}

/** See `TapeStore.spans`. */
export function readSpans(context: StoreContext, instrument: Instrument): Promise<TapeSpans> {
  return inSnapshot(context.pool, async (client) => {
    const { head } = await historyView(client, instrument, {})
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
