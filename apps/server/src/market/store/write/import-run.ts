import { MINUTE_MS, HOUR_MS, concatTrades, lowerBoundTs, sliceTrades, sortTrades } from '@flowprint/orderflow'
import type { CoverageSpan, Trades } from '@flowprint/orderflow'
import { PartNumbers } from '../rows/chunk-rows.ts'
import { closeBehind, closeMinutes } from './close-passed.ts'
import { inCommit } from './commit.ts'
import type { Commit } from './commit.ts'
import { addCovered, cutTimeGaps, gapsInside, readCoverage, spansWithLive } from '../coverage/coverage-rows.ts'
import { endLiveRun } from '../coverage/follow-coverage.ts'
import { goLive } from './live-run.ts'
import { GapFinder } from '../coverage/gap-finder.ts'
import type { Instrument, ImportOptions, ImportResult } from '../types.ts'
import type { HeldLease } from '../lease.ts'
import { addLogEntry } from '../rows/log-rows.ts'
import type { StoreContext } from '../store-context.ts'
import { PastTally, storePast } from './store-past.ts'
import { TierWriter } from './tier-writer.ts'
import { ceilTo, closedUntilAt, floorTo } from '../tiers.ts'

/** Trades buffered before whole hours of them are stored. */
const ENOUGH = 262_144

/** Joins sorted runs; a single run is returned as is. */
const join = (runs: readonly Trades[]): Trades => (runs.length === 1 ? runs[0] : sortTrades(concatTrades(runs)))

type Batches = Iterable<Trades> | AsyncIterable<Trades>

/** A file or a backfill in one transaction; see `TapeStore.importRun`. */
export async function importRun(
  context: StoreContext,
  instrument: Instrument,
  batches: Batches,
  options: ImportOptions,
): Promise<ImportResult> {
  const lease = options.lease as HeldLease | undefined
  lease?.assertHeld()
  const run = await inCommit(context, instrument, lease?.epoch ?? null, async (commit) => {
    const result = await new ImportCommit(context, commit, options).run(batches)
    return { result, head: { ...commit.head }, isNothing: commit.isNothing }
  })
  if (!run.isNothing) lease?.onCommit(run.head, false)
  return run.result
}

class ImportCommit {
  readonly #context: StoreContext
  readonly #commit: Commit
  readonly #options: ImportOptions
  /** ts of the first and last trade given. */
  readonly #given = { from: Infinity, to: -Infinity }
  readonly #tally = new PastTally()
  readonly #parts: PartNumbers
  readonly #gaps: GapFinder
  readonly #seq: number
  #tiers: TierWriter
  #closedUntil = Infinity

  constructor(context: StoreContext, commit: Commit, options: ImportOptions) {
    this.#context = context
    this.#commit = commit
    this.#options = options
    this.#parts = new PartNumbers(commit.rowVersion)
    this.#gaps = new GapFinder(commit, options.gaps ?? 'lost')
    this.#seq = commit.head.lastSeq + 1
    // The first data of a tape does not revise anything.
    if (commit.head.lastTs !== null) commit.head.revisions += 1
    this.#tiers = new TierWriter(commit, Infinity, Infinity)
  }

  async run(batches: Batches): Promise<ImportResult> {
    const moved = await this.#moveClock()
    await this.#storeAll(batches)
    await this.#tiers.flush(moved)
    await this.#gaps.finish()
    const covered = await this.#cover()
    const seq = await this.#log(covered)
    this.#commit.isNothing = seq === null && !moved
    const { imported, duplicates, conflicting, conflictExamples } = this.#tally
    const [from, to] = this.#given.from <= this.#given.to ? [this.#given.from, this.#given.to] : [null, null]
    return { imported, duplicates, conflicting, conflictExamples, gaps: await this.#countGaps(), seq, from, to }
  }

  /**
   * Moves the watermark of a live instrument to the end of the imported trades. Folds waiting raw trades first:
   * afterwards no stored trade lies between the old and the new clock, and later trades take the backfill path.
   */
  async #moveClock(): Promise<boolean> {
    const { head } = this.#commit
    const wanted = this.#options.watermark
    if (wanted === undefined) {
      await closeBehind(this.#commit, this.#parts)
      if (head.closedUntil === null) return false
      this.#closedUntil = head.closedUntil
      this.#tiers = new TierWriter(this.#commit, head.closedUntil, head.closedUntil)
      return false
    }
    if (head.watermark === null)
      await goLive(this.#commit, head.lastTs === null ? wanted : Math.min(wanted, head.lastTs + 1))
    const before = head.closedUntil as number
    const watermark = Math.max(head.watermark as number, wanted)
    const closedUntil = Math.max(before, closedUntilAt(watermark))
    this.#tiers = new TierWriter(this.#commit, before, closedUntil)
    this.#closedUntil = closedUntil
    const rawUntil = head.lastTs === null ? before : Math.min(closedUntil, ceilTo(head.lastTs + 1, MINUTE_MS))
    if (rawUntil > before) {
      await closeMinutes(this.#commit, { from: before, until: rawUntil, closedUntil }, this.#parts, this.#tiers)
      await this.#tiers.flush(false)
    }
    await endLiveRun(this.#commit)
    const moved = watermark > (head.watermark as number)
    head.watermark = watermark
    head.closedUntil = closedUntil
    if (moved)
      this.#commit.events.push({
        kind: 'clock',
        symbol: this.#commit.instrument.symbol,
        watermark,
        lastSeq: head.lastSeq,
      })
    return moved
  }

  /** Stores whole hours, so that an hour is packed once regardless of the batch boundaries. */
  async #storeAll(batches: Batches): Promise<void> {
    let waiting: Trades[] = []
    let count = 0
    for await (const batch of batches) {
      if (batch.length === 0) continue
      const sorted = sortTrades(batch)
      const { from, to } = this.#given
      this.#given.from = Math.min(from, sorted.ts[0])
      this.#given.to = Math.max(to, sorted.ts[sorted.length - 1])
      waiting.push(sorted)
      count += sorted.length
      if (count < ENOUGH) continue
      const joined = join(waiting)
      const whole = lowerBoundTs(joined, floorTo(joined.ts[joined.length - 1], HOUR_MS))
      await this.#store(sliceTrades(joined, 0, whole))
      waiting = whole === joined.length ? [] : [sliceTrades(joined, whole)]
      count = joined.length - whole
    }
    if (count > 0) await this.#store(join(waiting))
  }

  async #store(trades: Trades): Promise<void> {
    if (trades.length === 0) return
    await this.#context.partitions.ensure(trades.ts[0], trades.ts[trades.length - 1])
    await storePast(
      trades,
      {
        commit: this.#commit,
        parts: this.#parts,
        tiers: this.#tiers,
        gaps: this.#gaps,
        seq: this.#seq,
        closedUntil: this.#closedUntil,
      },
      this.#tally,
    )
  }

  /** Returns the time range whose bars may change their state, or null when all of it was covered. */
  async #cover(): Promise<CoverageSpan | null> {
    const { covers, proof, reason } = this.#options
    const { from, to } = this.#given
    const own =
      covers !== undefined
        ? { fromTs: covers.from, toTs: covers.to }
        : from <= to
          ? { fromTs: from, toTs: to + 1 }
          : null
    const added = own === null ? this.#gaps.proven : [own, ...this.#gaps.proven]
    if (added.length === 0) return null
    const ids = this.#commit.instrument.ids
    // A repair proves only the time given by `covers`: a first and last trade around a gap prove nothing.
    if (covers !== undefined || reason !== 'repair') await cutTimeGaps(this.#commit, added)
    // A repair inside the run of live trades adds no coverage.
    const [live] = spansWithLive([], this.#commit.head)
    const covered =
      live === undefined ? added : added.filter((span) => span.fromTs < live.fromTs || span.toTs > live.toTs)
    const grown = await addCovered(this.#commit, covered, proof ?? (ids === 'none' ? 'none' : 'ids'))
    if (!grown) return null
    return { fromTs: Math.min(...added.map((span) => span.fromTs)), toTs: Math.max(...added.map((span) => span.toTs)) }
  }

  /** Writes one log entry for the whole commit, with the range whose bars may have changed. */
  async #log(covered: CoverageSpan | null): Promise<number | null> {
    const { head, instrument } = this.#commit
    const { imported, firstTs, lastTs, nextId } = this.#tally
    const { touched } = this.#commit
    if (imported === 0 && covered === null && touched.length === 0) return null
    if (imported > 0) {
      head.firstTs = Math.min(head.firstTs ?? Infinity, firstTs)
      head.lastTs = Math.max(head.lastTs ?? -Infinity, lastTs)
      if (nextId !== null) head.nextId = Math.max(head.nextId ?? 0, nextId)
    }
    // Bars exist, and can change, only where there are trades.
    const changed = [
      ...(this.#given.from <= this.#given.to ? [{ fromTs: this.#given.from, toTs: this.#given.to + 1 }] : []),
      ...touched.map(({ fromTs, toTs }) => ({ fromTs, toTs: toTs + 1 })),
      ...(covered === null ? [] : [covered]),
    ]
    const from = floorTo(Math.max(head.firstTs ?? 0, Math.min(...changed.map((span) => span.fromTs))), MINUTE_MS)
    const to = Math.max(
      from + MINUTE_MS,
      ceilTo(Math.min((head.lastTs ?? 0) + 1, Math.max(...changed.map((span) => span.toTs))), MINUTE_MS),
    )
    const reason = this.#options.reason ?? 'import'
    const newestTs = imported > 0 ? lastTs : to - 1
    await addLogEntry(this.#commit, {
      firstSeq: this.#seq,
      lastSeq: this.#seq,
      kind: 'revision',
      fromTs: from,
      toTs: to,
      newestTs,
      reason,
      watermark: null,
    })
    head.lastSeq = this.#seq
    this.#commit.events.push({
      kind: 'revision',
      symbol: instrument.symbol,
      seq: this.#seq,
      from,
      to,
      reason,
      newestTs,
    })
    return this.#seq
  }

  async #countGaps(): Promise<number> {
    const { from, to } = this.#given
    const { ranges, gaps } = await readCoverage(this.#commit.client, this.#commit.instrument.id, from, to)
    return gapsInside(gaps, spansWithLive(ranges, this.#commit.head)).length
  }
}
