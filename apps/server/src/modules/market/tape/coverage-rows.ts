import { joinSpans } from '@flowprint/orderflow'
import type { CoverageHole, CoverageSpan, Hole } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { Commit } from './commit.ts'
import type { Head } from './head.ts'
import type { Instrument } from './instrument.ts'
import type { HoleState, Proof } from './types.ts'

/** A row of `coverage` with state covered. */
export interface CoveredRange extends CoverageSpan {
  readonly proof: Proof
}

export interface StoredHole extends CoverageHole {
  /** Ids on both sides; null for a hole by time, [fromTs, toTs] both included. */
  readonly fromId: string | null
  readonly toId: string | null
  readonly missing: number | null
  readonly proof: Proof
}

interface CoverageDbRow {
  from_ts: number
  to_ts: number
  from_id: string | null
  to_id: string | null
  state: 'covered' | HoleState
  proof: Proof
  missing: number | null
}

/** All covered ranges, and the holes that touch [fromTs, toTs]. */
export async function readCoverage(
  client: PoolClient,
  instrumentId: number,
  fromTs: number,
  toTs: number,
): Promise<{ ranges: CoveredRange[]; holes: StoredHole[] }> {
  const { rows } = await client.query<CoverageDbRow>({
    name: 'read_coverage',
    text:
      'select from_ts, to_ts, from_id, to_id, state, proof, missing from coverage ' +
      "where instrument_id = $1 and (state = 'covered' or (from_ts <= $3 and to_ts >= $2)) order by from_ts",
    values: [instrumentId, toBigint(fromTs), toBigint(toTs)],
  })
  const ranges: CoveredRange[] = []
  const holes: StoredHole[] = []
  for (const row of rows) {
    const span = { fromTs: row.from_ts, toTs: row.to_ts }
    if (row.state === 'covered') ranges.push({ ...span, proof: row.proof })
    else
      holes.push({
        ...span,
        state: row.state,
        fromId: row.from_id,
        toId: row.to_id,
        missing: row.missing,
        proof: row.proof,
      })
  }
  return { ranges, holes }
}

const FURTHEST = 8_640_000_000_000_000
/** Infinity does not fit a bigint; no time lies further than JavaScript's last. */
export const toBigint = (ts: number): number => Math.max(-FURTHEST, Math.min(FURTHEST, ts))

/** The covered spans with the unbroken run of live prints, which grows with the watermark and not with a row. */
export function spansWithLive(
  ranges: readonly CoverageSpan[],
  head: Pick<Head, 'liveFrom' | 'watermark' | 'lastTs'>,
): CoverageSpan[] {
  if (head.liveFrom === null || head.watermark === null) return joinSpans(ranges)
  const live = { fromTs: head.liveFrom, toTs: Math.max(head.watermark, (head.lastTs ?? 0) + 1) }
  return joinSpans([...ranges, live])
}

/**
 * A hole counts where the tape claims to know everything but it; between two covered ranges the gap speaks for itself.
 * One by time was made inside the run of live prints, whose end it may be ahead of. `spans` are joined.
 */
export function holesInside<H extends CoverageSpan & { readonly fromId: string | null }>(
  holes: readonly H[],
  spans: readonly CoverageSpan[],
): H[] {
  const last = spans.at(-1)
  const isInside = (hole: H, span: CoverageSpan): boolean =>
    span.fromTs <= hole.fromTs &&
    (hole.fromId === null ? span === last || hole.fromTs < span.toTs : hole.toTs < span.toTs)
  return holes.filter((hole) => spans.some((span) => isInside(hole, span)))
}

/** Adds covered time and writes all ranges as few as possible. Returns the span that grew, or null when nothing did. */
export async function addCovered(commit: Commit, added: readonly CoverageSpan[], proof: Proof): Promise<boolean> {
  const { ranges } = await readCoverage(commit.client, commit.instrument.id, 0, -1)
  const before = joinSpans(ranges)
  const after = joinSpans([...ranges, ...added])
  if (
    after.length === before.length &&
    after.every((span, i) => span.fromTs === before[i].fromTs && span.toTs === before[i].toTs)
  )
    return false
  await commit.client.query("delete from coverage where instrument_id = $1 and state = 'covered'", [
    commit.instrument.id,
  ])
  for (const span of after) {
    const parts = ranges.filter((range) => range.fromTs >= span.fromTs && range.toTs <= span.toTs)
    // A joined range is proven only as well as its weakest part.
    const proofs = [
      ...parts.map((range) => range.proof),
      ...(added.some((range) => range.fromTs >= span.fromTs && range.toTs <= span.toTs) ? [proof] : []),
    ]
    await insertRow(commit, {
      ...span,
      fromId: null,
      toId: null,
      state: 'covered',
      proof: weakest(proofs),
      missing: null,
    })
  }
  return true
}

const ORDER: readonly Proof[] = ['none', 'connection', 'ids', 'volume']
export const weakest = (proofs: readonly Proof[]): Proof => ORDER.find((proof) => proofs.includes(proof)) ?? 'none'

/**
 * Replaces the holes by ids that lie inside [fromTs, toTs] by the found ones; one that stays keeps its state, and so does
 * what remains of a greater one.
 */
export async function replaceHoles(
  commit: Commit,
  fromTs: number,
  toTs: number,
  found: readonly Hole[],
  state: HoleState,
): Promise<void> {
  const { holes } = await readCoverage(commit.client, commit.instrument.id, fromTs, toTs)
  const stored = holes.filter((hole) => hole.fromId !== null && hole.fromTs >= fromTs && hole.toTs <= toTs)
  const isSame = (hole: Hole, old: StoredHole): boolean => hole.afterId === old.fromId && hole.beforeId === old.toId
  const gone = stored.filter((old) => !found.some((hole) => isSame(hole, old)))
  const fresh = found.filter((hole) => !stored.some((old) => isSame(hole, old)))
  for (const old of gone) await deleteHole(commit, old)
  for (const hole of fresh) await insertHole(commit, hole, gone.find((old) => isPartOf(hole, old))?.state ?? state)
}

const isPartOf = (hole: Hole, old: StoredHole): boolean =>
  BigInt(hole.afterId) >= BigInt(old.fromId as string) && BigInt(hole.beforeId) <= BigInt(old.toId as string)

/** What names a hole: the ids on both sides, or its times alone. */
const SAME_HOLE =
  'instrument_id = $1 and from_ts = $2 and to_ts = $3 and from_id is not distinct from $4 and to_id is not distinct from $5 ' +
  "and state <> 'covered'"

export type HoleKey = Pick<StoredHole, 'fromTs' | 'toTs' | 'fromId' | 'toId'>
const keyValues = (commit: Commit, hole: HoleKey) => [
  commit.instrument.id,
  hole.fromTs,
  hole.toTs,
  hole.fromId,
  hole.toId,
]

export async function deleteHole(commit: Commit, hole: HoleKey): Promise<void> {
  await commit.client.query(`delete from coverage where ${SAME_HOLE}`, keyValues(commit, hole))
  commit.touched.push(hole)
}

/** False when the hole is not there any more. */
export async function setHoleState(commit: Commit, hole: HoleKey, state: HoleState): Promise<boolean> {
  const { rowCount } = await commit.client.query(`update coverage set state = $6 where ${SAME_HOLE}`, [
    ...keyValues(commit, hole),
    state,
  ])
  return rowCount === 1
}

export async function insertHole(commit: Commit, hole: Hole, state: HoleState): Promise<void> {
  const { fromTs, toTs, afterId, beforeId, missing } = hole
  await insertRow(commit, { fromTs, toTs, fromId: afterId, toId: beforeId, state, proof: 'ids', missing })
  commit.touched.push(hole)
}

/** A stretch of which nobody knows what traded: where ids prove nothing, or the exchange's volume says otherwise. */
export async function insertTimeHole(
  commit: Commit,
  span: CoverageSpan,
  state: HoleState,
  proof: Proof,
): Promise<void> {
  await insertRow(commit, { ...span, fromId: null, toId: null, state, proof, missing: null })
  commit.touched.push(span)
}

/** Cuts the spans, whose every print is known now, out of the holes by time. */
export async function cutTimeHoles(commit: Commit, known: readonly CoverageSpan[]): Promise<void> {
  for (const span of known) {
    const { holes } = await readCoverage(commit.client, commit.instrument.id, span.fromTs, span.toTs - 1)
    for (const hole of holes.filter(({ fromId }) => fromId === null)) {
      await deleteHole(commit, hole)
      const { state, proof } = hole
      if (hole.fromTs < span.fromTs)
        await insertTimeHole(commit, { fromTs: hole.fromTs, toTs: span.fromTs - 1 }, state, proof)
      if (hole.toTs >= span.toTs) await insertTimeHole(commit, { fromTs: span.toTs, toTs: hole.toTs }, state, proof)
    }
  }
}

interface NewRow extends CoverageSpan {
  readonly fromId: string | null
  readonly toId: string | null
  readonly state: 'covered' | HoleState
  readonly proof: Proof
  readonly missing: number | null
}

async function insertRow(commit: Commit, row: NewRow): Promise<void> {
  await commit.client.query({
    name: 'insert_coverage',
    text: 'insert into coverage (instrument_id, from_ts, to_ts, from_id, to_id, state, proof, missing) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [commit.instrument.id, row.fromTs, row.toTs, row.fromId, row.toId, row.state, row.proof, row.missing],
  })
}

/** How well the whole tape is proven: as well as its weakest range. */
export function coveredProof(ranges: readonly CoveredRange[], head: Head, instrument: Pick<Instrument, 'ids'>): Proof {
  const live: Proof[] = head.liveFrom === null ? [] : [liveProof(head, instrument)]
  return weakest([...ranges.map((range) => range.proof), ...live])
}

/** Volumes are compared some minutes after they closed; a run is proven by them as long as they follow this close. */
const VOLUME_LAG_MS = 15 * 60_000

/** What proves the run of live prints: its ids; without, the exchange's volumes up to its last minutes, or the connection. */
export function liveProof(head: Head, instrument: Pick<Instrument, 'ids'>): Proof {
  if (instrument.ids !== 'none') return 'ids'
  const { volumeUntil, closedUntil } = head
  return volumeUntil !== null && closedUntil !== null && volumeUntil >= closedUntil - VOLUME_LAG_MS
    ? 'volume'
    : 'connection'
}
