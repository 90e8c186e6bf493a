import { MINUTE_MS, joinSpans } from '@flowprint/orderflow'
import type { CoverageGap, CoverageSpan, Gap } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { Commit } from '../write/commit.ts'
import type { Head } from '../rows/head.ts'
import type { Instrument, GapState, Proof } from '../types.ts'

/** A row of `coverage` with state covered. */
export interface CoveredRange extends CoverageSpan {
  readonly proof: Proof
}

export interface StoredGap extends CoverageGap {
  /** Ids on both sides of the gap; null for a gap by time, [fromTs, toTs] inclusive. */
  readonly fromId: string | null
  readonly toId: string | null
  readonly missing: number | null
  readonly proof: Proof
}

export interface StoredCoverage {
  readonly ranges: CoveredRange[]
  readonly gaps: StoredGap[]
}

interface CoverageDbRow {
  from_ts: number
  to_ts: number
  from_id: string | null
  to_id: string | null
  state: 'covered' | GapState
  proof: Proof
  missing: number | null
}

/** Loads all covered ranges, and the gaps that touch [fromTs, toTs]. */
export async function readCoverage(
  client: PoolClient,
  instrumentId: number,
  fromTs: number,
  toTs: number,
): Promise<StoredCoverage> {
  const { rows } = await client.query<CoverageDbRow>({
    name: 'read_coverage',
    text:
      'select from_ts, to_ts, from_id, to_id, state, proof, missing from coverage ' +
      "where instrument_id = $1 and (state = 'covered' or (from_ts <= $3 and to_ts >= $2)) order by from_ts",
    values: [instrumentId, toBigint(fromTs), toBigint(toTs)],
  })
  return splitRows(rows)
}

/** The same for many instruments in one statement; those without rows have none. */
export async function readCoverages(
  client: PoolClient,
  wanted: readonly { readonly id: number; readonly fromTs: number; readonly toTs: number }[],
): Promise<Map<number, StoredCoverage>> {
  const { rows } = await client.query<CoverageDbRow & { instrument_id: number }>({
    name: 'read_coverages',
    text:
      'select c.instrument_id, c.from_ts, c.to_ts, c.from_id, c.to_id, c.state, c.proof, c.missing ' +
      'from unnest($1::int[], $2::bigint[], $3::bigint[]) as w (id, from_ts, to_ts) join coverage c on c.instrument_id = w.id ' +
      "and (c.state = 'covered' or (c.from_ts <= w.to_ts and c.to_ts >= w.from_ts)) " +
      'where c.instrument_id = any($1) order by c.from_ts',
    values: [wanted.map(({ id }) => id), wanted.map(({ fromTs }) => fromTs), wanted.map(({ toTs }) => toTs)],
  })
  return new Map([...Map.groupBy(rows, (row) => row.instrument_id)].map(([id, list]) => [id, splitRows(list)]))
}

function splitRows(rows: readonly CoverageDbRow[]): StoredCoverage {
  const ranges: CoveredRange[] = []
  const gaps: StoredGap[] = []
  for (const row of rows) {
    const span = { fromTs: row.from_ts, toTs: row.to_ts }
    if (row.state === 'covered') ranges.push({ ...span, proof: row.proof })
    else
      gaps.push({
        ...span,
        state: row.state,
        fromId: row.from_id,
        toId: row.to_id,
        missing: row.missing,
        proof: row.proof,
      })
  }
  return { ranges, gaps }
}

const FURTHEST = 8_640_000_000_000_000
/** Clamps to the range of JavaScript dates: Infinity does not fit a bigint. */
export const toBigint = (ts: number): number => Math.max(-FURTHEST, Math.min(FURTHEST, ts))

/** The covered spans plus the unbroken run of live trades, which grows with the watermark and has no row. */
export function spansWithLive(
  ranges: readonly CoverageSpan[],
  head: Pick<Head, 'liveFrom' | 'watermark' | 'lastTs'>,
): CoverageSpan[] {
  if (head.liveFrom === null || head.watermark === null) return joinSpans(ranges)
  const live = { fromTs: head.liveFrom, toTs: Math.max(head.watermark, (head.lastTs ?? 0) + 1) }
  return joinSpans([...ranges, live])
}

/**
 * Gaps inside covered time; time between two covered ranges is not reported as a gap row. A gap by time lies inside the
 * run of live trades, whose end may be before the gap's end. `spans` must be joined.
 */
export function gapsInside<H extends CoverageSpan & { readonly fromId: string | null }>(
  gaps: readonly H[],
  spans: readonly CoverageSpan[],
): H[] {
  const last = spans.at(-1)
  const isInside = (gap: H, span: CoverageSpan): boolean =>
    span.fromTs <= gap.fromTs && (gap.fromId === null ? span === last || gap.fromTs < span.toTs : gap.toTs < span.toTs)
  return gaps.filter((gap) => spans.some((span) => isInside(gap, span)))
}

/** Adds covered time and rewrites the ranges, merged. Returns the span that grew, or null when nothing changed. */
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
    // A joined range has the proof of its weakest part.
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
const weakest = (proofs: readonly Proof[]): Proof => ORDER.find((proof) => proofs.includes(proof)) ?? 'none'

/**
 * Replaces the gaps by ids inside [fromTs, toTs] with the found ones. A gap that remains, or is a remainder of a larger
 * one, keeps its state.
 */
export async function replaceGaps(
  commit: Commit,
  fromTs: number,
  toTs: number,
  found: readonly Gap[],
  state: GapState,
): Promise<void> {
  const { gaps } = await readCoverage(commit.client, commit.instrument.id, fromTs, toTs)
  const stored = gaps.filter((gap) => gap.fromId !== null && gap.fromTs >= fromTs && gap.toTs <= toTs)
  const isSame = (gap: Gap, old: StoredGap): boolean => gap.afterId === old.fromId && gap.beforeId === old.toId
  const gone = stored.filter((old) => !found.some((gap) => isSame(gap, old)))
  const fresh = found.filter((gap) => !stored.some((old) => isSame(gap, old)))
  for (const old of gone) await deleteGap(commit, old)
  for (const gap of fresh) await insertGap(commit, gap, gone.find((old) => isPartOf(gap, old))?.state ?? state)
}

const isPartOf = (gap: Gap, old: StoredGap): boolean =>
  BigInt(gap.afterId) >= BigInt(old.fromId as string) && BigInt(gap.beforeId) <= BigInt(old.toId as string)

/** A gap is identified by the ids on both sides, or by its times alone. */
const SAME_GAP =
  'instrument_id = $1 and from_ts = $2 and to_ts = $3 and from_id is not distinct from $4 and to_id is not distinct from $5 ' +
  "and state <> 'covered'"

export type GapKey = Pick<StoredGap, 'fromTs' | 'toTs' | 'fromId' | 'toId'>
const keyValues = (commit: Commit, gap: GapKey) => [commit.instrument.id, gap.fromTs, gap.toTs, gap.fromId, gap.toId]

export async function deleteGap(commit: Commit, gap: GapKey): Promise<void> {
  await commit.client.query(`delete from coverage where ${SAME_GAP}`, keyValues(commit, gap))
  commit.touched.push(gap)
}

/** Returns false when the gap no longer exists. */
export async function setGapState(commit: Commit, gap: GapKey, state: GapState): Promise<boolean> {
  const { rowCount } = await commit.client.query(`update coverage set state = $6 where ${SAME_GAP}`, [
    ...keyValues(commit, gap),
    state,
  ])
  return rowCount === 1
}

export async function insertGap(commit: Commit, gap: Gap, state: GapState): Promise<void> {
  const { fromTs, toTs, afterId, beforeId, missing } = gap
  await insertRow(commit, { fromTs, toTs, fromId: afterId, toId: beforeId, state, proof: 'ids', missing })
  commit.touched.push(gap)
}

/** A time range with unknown trades: ids prove nothing there, or the exchange's volume differs. */
export async function insertTimeGap(commit: Commit, span: CoverageSpan, state: GapState, proof: Proof): Promise<void> {
  await insertRow(commit, { ...span, fromId: null, toId: null, state, proof, missing: null })
  commit.touched.push(span)
}

/** Removes spans whose trades are now all known from the gaps by time. */
export async function cutTimeGaps(commit: Commit, known: readonly CoverageSpan[]): Promise<void> {
  for (const span of known) {
    const { gaps } = await readCoverage(commit.client, commit.instrument.id, span.fromTs, span.toTs - 1)
    for (const gap of gaps.filter(({ fromId }) => fromId === null)) {
      await deleteGap(commit, gap)
      const { state, proof } = gap
      if (gap.fromTs < span.fromTs)
        await insertTimeGap(commit, { fromTs: gap.fromTs, toTs: span.fromTs - 1 }, state, proof)
      if (gap.toTs >= span.toTs) await insertTimeGap(commit, { fromTs: span.toTs, toTs: gap.toTs }, state, proof)
    }
  }
}

interface NewRow extends CoverageSpan {
  readonly fromId: string | null
  readonly toId: string | null
  readonly state: 'covered' | GapState
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

/** The proof of the whole tape: that of its weakest range. */
export function coveredProof(ranges: readonly CoveredRange[], head: Head, instrument: Pick<Instrument, 'ids'>): Proof {
  const live: Proof[] = head.liveFrom === null ? [] : [liveProof(head, instrument)]
  return weakest([...ranges.map((range) => range.proof), ...live])
}

/**
 * Volumes are compared some minutes after they closed; a run counts as proven by volume while the comparison is at most
 * this far behind.
 */
const VOLUME_LAG_MS = 15 * MINUTE_MS

/**
 * Proof of the run of live trades: its ids; without ids, the exchange's volumes up to its last minutes, or the
 * connection.
 */
export function liveProof(head: Head, instrument: Pick<Instrument, 'ids'>): Proof {
  if (instrument.ids !== 'none') return 'ids'
  const { volumeUntil, closedUntil } = head
  return volumeUntil !== null && closedUntil !== null && volumeUntil >= closedUntil - VOLUME_LAG_MS
    ? 'volume'
    : 'connection'
}
