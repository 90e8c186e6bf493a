import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  MINUTE_MS,
  DAY_MS,
  aggregateTrades,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  decodeMany,
  ladder,
  lowerBoundT,
  regroupBars,
  storedSteps,
  sumBars,
  sumRuns,
} from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { gapsInside, readCoverage, spansWithLive } from '../coverage/coverage-rows.ts'
import { ProfileTooLargeError } from '../errors.ts'
import { historyView, inSnapshot } from './history-view.ts'
import type { HistoryView } from './history-view.ts'
import type { Instrument, ProfileQuery, StoredProfile } from '../types.ts'
import { listBlocks, loadPayloads } from './read-blocks.ts'
import type { BlockInfo } from './read-blocks.ts'
import { readRawTrades } from './read-tail.ts'
import type { StoreContext } from '../store-context.ts'
import { TIERS, type Tier, ceilTo, floorTo } from '../tiers.ts'

/** Max cells unpacked at once: bounds memory and yields to others in between. */
const BATCH_SIZE = 1_000_000
const MAX_BLOCKS = 100_000

/** See `TapeStore.readProfile`. All reads share one snapshot. */
export function readProfile(
  context: StoreContext,
  instrument: Instrument,
  query: ProfileQuery,
): Promise<StoredProfile> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, query, context.minimum)
    return new ProfileReader(context, client, instrument, query, view).read()
  })
}

interface PlannedPiece extends ProfilePiece {
  /** Rows of `footprint_block`, oldest first; empty where trades are read. */
  readonly blocks: readonly BlockInfo[]
}

class ProfileReader {
  readonly #context: StoreContext
  readonly #client: PoolClient
  readonly #instrument: Instrument
  readonly #query: ProfileQuery
  readonly #view: HistoryView

  constructor(
    context: StoreContext,
    client: PoolClient,
    instrument: Instrument,
    query: ProfileQuery,
    view: HistoryView,
  ) {
    this.#context = context
    this.#client = client
    this.#instrument = instrument
    this.#query = query
    this.#view = view
  }

  async read(): Promise<StoredProfile> {
    const { step, maxCells = Infinity, maxRows = Infinity } = this.#query
    const { head, closedUntil, lastSeq, watermark } = this.#view
    const from = this.#query.from
    const to = Math.max(from, this.#query.to ?? this.#end())
    const storedStep = this.#storedStep(step)
    const planned = await this.#plan(from, to, storedStep)
    if (cellsOf(planned) > maxCells) throw await this.#tooLarge(from, to, planned)
    const sum = regroupBars(await this.#sum(planned, storedStep), step)
    if (sum.row.length > maxRows) throw await this.#tooLarge(from, to, planned)
    return {
      instrument: this.#instrument,
      sum,
      from,
      to,
      lastSeq,
      watermark,
      state: head.lastTs === null ? BAR_INCOMPLETE : await this.#state(from, to),
      closedUntil: closedUntil === Infinity ? null : closedUntil,
    }
  }

  /** The time after the last trade the reader may see. */
  #end(): number {
    const { head, before, watermark } = this.#view
    return Math.min(before, Math.max((head.lastTs ?? -1) + 1, watermark ?? 0))
  }

  /** Coarsest stored step that divides the requested one. */
  #storedStep(step: number): number {
    return Math.max(1, ...storedSteps(this.#instrument.tickSize).filter((stored) => step % stored === 0))
  }

  async #plan(from: number, to: number, step: number): Promise<PlannedPiece[]> {
    const { head, before, closedUntil } = this.#view
    if (head.firstTs === null || head.lastTs === null) return []
    // There is nothing outside the days of the first and last trade.
    const first = Math.max(from, floorTo(head.firstTs, DAY_MS))
    const end = Math.min(to, before, ceilTo(head.lastTs + 1, DAY_MS))
    const planned: PlannedPiece[] = []
    for (const piece of planProfile(first, end, closedUntil)) {
      const { tier, fromTs, toTs } = piece
      const blocks =
        tier === null
          ? []
          : await listBlocks(this.#client, this.#instrument.id, { tier, step, fromTs, toTs, limit: MAX_BLOCKS })
      planned.push({ ...piece, blocks: blocks.toReversed() })
    }
    return planned
  }

  /** The range as one bar of the stored step; empty when nothing traded. */
  async #sum(planned: readonly PlannedPiece[], step: number): Promise<Bars> {
    const runs: Bars[] = []
    this.#query.budget?.spend(cellsOf(planned))
    for (const { tier, fromTs, toTs, blocks } of planned) {
      if (tier === null) {
        const trades = await readRawTrades(this.#client, this.#instrument, this.#view, fromTs, toTs)
        runs.push(aggregateTrades(trades, { cycleMs: MINUTE_MS, step }))
        continue
      }
      for (const some of inBatches(blocks)) {
        const bars = decodeMany(await loadPayloads(this.#client, this.#context.blocks, this.#instrument.id, some))
        runs.push(sumBars(bars, lowerBoundT(bars, fromTs), lowerBoundT(bars, toTs)))
        if (some !== blocks) {
          await nextTurn()
          this.#query.budget?.spend(0)
        }
      }
    }
    return sumRuns(runs, step)
  }

  /**
   * Coverage state of the range: lost trades, or uncovered time, take precedence over trades that may still be fetched.
   */
  async #state(from: number, to: number): Promise<number> {
    const { head, closedUntil } = this.#view
    const { ranges, gaps } = await readCoverage(this.#client, this.#instrument.id, from, to)
    const spans = spansWithLive(ranges, head)
    const end = Math.min(to, closedUntil)
    const known = from >= end || spans.some((span) => span.fromTs <= from && end <= span.toTs)
    const touched = gapsInside(gaps, spans).filter((gap) => gap.fromTs < to && gap.toTs >= from)
    if (!known || touched.some((gap) => gap.state === 'lost')) return BAR_INCOMPLETE
    if (touched.length > 0) return BAR_REPAIRING
    return to > closedUntil ? BAR_OPEN : BAR_COMPLETE
  }

  /**
   * Suggests requests that would fit: taller rows over the same range, or the same rows over the end of the range. Both
   * are verified.
   */
  async #tooLarge(from: number, to: number, planned: readonly PlannedPiece[]): Promise<ProfileTooLargeError> {
    const { step, maxCells = Infinity, maxRows = Infinity } = this.#query
    let smallest: number | null = null
    let coarse = null as { step: number; sum: Bars | null } | null
    for (const candidate of ladder(this.#instrument.tickSize).filter((one) => one > step)) {
      const stored = this.#storedStep(candidate)
      if (coarse?.step !== stored) {
        const pieces = await this.#plan(from, to, stored)
        coarse = { step: stored, sum: cellsOf(pieces) > maxCells ? null : await this.#sum(pieces, stored) }
      }
      if (coarse.sum !== null && regroupBars(coarse.sum, candidate).row.length <= maxRows) {
        smallest = candidate
        break
      }
    }
    return new ProfileTooLargeError(maxRows, smallest, await this.#earliest(from, to, planned))
  }

  /** The earliest start, close to the given one, from which these rows fit. */
  async #earliest(from: number, to: number, planned: readonly PlannedPiece[]): Promise<number | null> {
    const { step, maxCells = Infinity, maxRows = Infinity } = this.#query
    const stored = this.#storedStep(step)
    let length = to - Math.max(from, planned[0]?.fromTs ?? from)
    for (length = Math.floor(length / 2); length >= MINUTE_MS; length = Math.floor(length / 2)) {
      const start = Math.ceil((to - length) / MINUTE_MS) * MINUTE_MS
      const pieces = await this.#plan(start, to, stored)
      if (cellsOf(pieces) > maxCells) continue
      if (regroupBars(await this.#sum(pieces, stored), step).row.length <= maxRows) return start
    }
    return null
  }
}

const cellsOf = (planned: readonly PlannedPiece[]): number =>
  planned.reduce((sum, { blocks }) => sum + blocks.reduce((cells, block) => cells + block.cells, 0), 0)

function inBatches(blocks: readonly BlockInfo[]): (readonly BlockInfo[])[] {
  if (blocks.length === 0) return []
  if (blocks.reduce((sum, block) => sum + block.cells, 0) <= BATCH_SIZE) return [blocks]
  const batches: BlockInfo[][] = []
  let cells = Infinity
  for (const block of blocks) {
    if (cells + block.cells > BATCH_SIZE) {
      batches.push([])
      cells = 0
    }
    batches[batches.length - 1].push(block)
    cells += block.cells
  }
  return batches
}

/** A time range [fromTs, toTs) and its source: bars of a tier, or the trades themselves. */
export interface ProfilePiece {
  readonly tier: Tier | null
  readonly fromTs: number
  readonly toTs: number
}

/**
 * Splits a time range into whole days, whole hours at their edges, whole minutes at the edges of those, and trades
 * where a minute is cut or not closed yet.
 * Input   ms, finite; minutes before `closedUntil` are stored as bars (Infinity: all).
 * Output  ascending, without gaps or overlaps; at most six pieces of bars whatever the length.
 */
export function planProfile(fromTs: number, toTs: number, closedUntil: number): ProfilePiece[] {
  const closed = Math.max(fromTs, Math.min(toTs, closedUntil))
  const open = closed < toTs ? [{ tier: null, fromTs: closed, toTs }] : []
  return [...cover(fromTs, closed, TIERS.length - 1), ...open]
}

function cover(fromTs: number, toTs: number, tierAt: number): ProfilePiece[] {
  if (fromTs >= toTs) return []
  if (tierAt < 0) return [{ tier: null, fromTs, toTs }]
  const tier = TIERS[tierAt]
  const first = ceilTo(fromTs, tier.barMs)
  const end = floorTo(toTs, tier.barMs)
  if (first >= end) return cover(fromTs, toTs, tierAt - 1)
  return [...cover(fromTs, first, tierAt - 1), { tier, fromTs: first, toTs: end }, ...cover(end, toTs, tierAt - 1)]
}
