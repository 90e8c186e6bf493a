import { MINUTE_MS } from '@flowprint/orderflow'
import { PartNumbers } from './chunk-rows.ts'
import { closeBehind } from './close-minutes.ts'
import { inCommit } from './commit.ts'
import type { Commit } from './commit.ts'
import { deleteGap, gapsInside, insertTimeGap, readCoverage, setGapState, spansWithLive } from './coverage-rows.ts'
import { historyView, inSnapshot } from './history-view.ts'
import type { Instrument } from './instrument.ts'
import type { HeldLease } from './lease.ts'
import type { StoreContext } from './store-context.ts'
import { publishTouched } from './publish-touched.ts'
import { floorTo } from './tiers.ts'
import type { ComparedMinutes, GapState, TapeGap } from './types.ts'

/** See `TapeStore.gaps`. */
export function readGaps(context: StoreContext, instrument: Instrument): Promise<TapeGap[]> {
  return inSnapshot(context.pool, async (client) => {
    const { head } = await historyView(client, instrument, undefined)
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
