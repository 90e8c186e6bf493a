import { PartNumbers } from './chunk-rows.ts'
import { closeBehind } from './close-minutes.ts'
import { inCommit } from './commit.ts'
import type { Commit } from './commit.ts'
import { deleteHole, holesInside, insertTimeHole, readCoverage, setHoleState, spansWithLive } from './coverage-rows.ts'
import { historyView, inSnapshot } from './history-view.ts'
import type { Instrument } from './instrument.ts'
import type { HeldLease } from './lease.ts'
import type { StoreContext } from './store-context.ts'
import { tellTouched } from './tell-touched.ts'
import { floorTo, MINUTE } from './tiers.ts'
import type { ComparedMinutes, HoleState, TapeHole } from './types.ts'

/** See `TapeStore.holes`. */
export function readHoles(context: StoreContext, instrument: Instrument): Promise<TapeHole[]> {
  return inSnapshot(context.pool, async (client) => {
    const { head } = await historyView(client, instrument, undefined)
    const { ranges, holes } = await readCoverage(client, instrument.id, -Infinity, Infinity)
    return holesInside(holes, spansWithLive(ranges, head)).map(
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

/** See `TapeStore.settleHole`. */
export async function settleHole(
  context: StoreContext,
  lease: HeldLease,
  hole: TapeHole,
  state: HoleState,
): Promise<void> {
  await underLease(context, lease, async (commit) => {
    const key = { fromTs: hole.from, toTs: hole.to, fromId: hole.afterId, toId: hole.beforeId }
    const isThere = await setHoleState(commit, key, state)
    // Open and repairing look alike.
    if (isThere && (state === 'lost') !== (hole.state === 'lost')) commit.touched.push(key)
    return isThere
  })
}

/** See `TapeStore.noteVolumes`. */
export async function noteVolumes(
  context: StoreContext,
  lease: HeldLease,
  until: number,
  { equal, unequal }: ComparedMinutes,
): Promise<void> {
  await underLease(context, lease, async (commit) => {
    const { head, client, instrument } = commit
    if (head.liveFrom === null) return false
    for (const minute of unequal) {
      const span = { fromTs: Math.max(minute, head.liveFrom), toTs: minute + MINUTE - 1 }
      const { holes } = await readCoverage(client, instrument.id, span.fromTs, span.toTs)
      if (holes.some((hole) => hole.fromTs <= span.fromTs && hole.toTs >= span.toTs)) continue
      // What was known of it before lies inside.
      for (const part of holes.filter((hole) => hole.fromTs >= span.fromTs && hole.toTs <= span.toTs))
        await deleteHole(commit, part)
      await insertTimeHole(commit, span, 'lost', 'volume')
    }
    await closeProven(commit, equal)
    head.volumeUntil = Math.max(head.volumeUntil ?? 0, until)
    return true
  })
}

/** Deletes holes by time that are not lost and lie inside minutes whose volume is the exchange's. */
async function closeProven(commit: Commit, minutes: readonly number[]): Promise<void> {
  if (minutes.length === 0) return
  const proven = new Set(minutes)
  const from = Math.min(...minutes)
  const { holes } = await readCoverage(commit.client, commit.instrument.id, from, Math.max(...minutes) + MINUTE - 1)
  for (const hole of holes) {
    if (hole.fromId !== null || hole.state === 'lost') continue
    let isProven = true
    for (let minute = floorTo(hole.fromTs, MINUTE); minute <= hole.toTs; minute += MINUTE)
      isProven &&= proven.has(minute)
    if (isProven) await deleteHole(commit, hole)
  }
}

/** A commit that changes what is known of prints, not prints. `work` answers whether there is anything to keep. */
async function underLease(
  context: StoreContext,
  lease: HeldLease,
  work: (commit: Commit) => Promise<boolean>,
): Promise<void> {
  lease.assertHeld()
  const head = await inCommit(context, lease.instrument, lease.epoch, async (commit) => {
    commit.isNothing = !(await work(commit))
    if (!commit.isNothing && commit.touched.length > 0) await closeBehind(commit, new PartNumbers(commit.rowVersion))
    if (!commit.isNothing) await tellTouched(commit)
    return commit.isNothing ? null : { ...commit.head }
  })
  if (head !== null) lease.noteCommit(head, false)
}
