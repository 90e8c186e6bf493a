import { concatTrades, findGaps } from '@flowprint/orderflow'
import type { CoverageSpan, Gap, Trades } from '@flowprint/orderflow'
import { idRange, neighbourRows } from '../rows/chunk-rows.ts'
import type { ChunkRow } from '../rows/chunk-rows.ts'
import type { Commit } from '../write/commit.ts'
import { replaceGaps } from './coverage-rows.ts'
import type { GapState } from '../types.ts'

/** The trade with the lowest or highest id of an hour, reduced to what gap detection needs. */
export interface Edge {
  readonly ts: number
  /** bigint: some venues' ids exceed 2^53. */
  readonly id: bigint
}

/**
 * Finds the gaps in hours being rewritten, one hour after the other, including those towards the stored hours on both
 * sides, and the ranges between gaps that ids prove complete.
 */
export class GapFinder {
  readonly proven: CoverageSpan[] = []
  readonly #commit: Commit
  readonly #state: GapState
  #run: { from: number; to: number; last: Edge; gaps: Gap[]; lastHour: number } | null = null

  constructor(commit: Commit, state: GapState) {
    this.#commit = commit
    this.#state = state
  }

  /** Adds all trades of one hour. `follows`: the previous hour added is its stored predecessor. */
  async addHour(hourTs: number, trades: Trades, follows: boolean): Promise<void> {
    const { instrument } = this.#commit
    if (instrument.ids === 'none' || trades.length === 0) return
    if (!follows) await this.finish()
    const edges = edgesOf(trades)
    if (edges === null) return
    const before = this.#run?.last ?? lastEdge(await this.#neighbours(hourTs, 'before'))
    const run = (this.#run ??= {
      from: before?.ts ?? trades.ts[0],
      to: 0,
      last: edges.last,
      gaps: [],
      lastHour: hourTs,
    })
    if (before !== null && before.id >= edges.first.id) {
      run.gaps.push(...findGaps(concatTrades([edgeTrade(before), trades]), instrument.ids))
    } else {
      // Pass the edge separately so that the hour need not be copied.
      if (before !== null)
        run.gaps.push(...findGaps(concatTrades([edgeTrade(before), edgeTrade(edges.first)]), instrument.ids))
      run.gaps.push(...findGaps(trades, instrument.ids))
    }
    run.last = edges.last
    run.to = trades.ts[trades.length - 1]
    run.lastHour = hourTs
  }

  /** Checks the last edge and stores what was found. */
  async finish(): Promise<void> {
    const run = this.#run
    this.#run = null
    if (run === null) return
    const { instrument } = this.#commit
    const after = firstEdge(await this.#neighbours(run.lastHour, 'after'))
    if (after !== null) {
      run.gaps.push(...findGaps(concatTrades([edgeTrade(run.last), edgeTrade(after)]), instrument.ids))
      run.to = Math.max(run.to, after.ts)
    }
    await replaceGaps(this.#commit, run.from, run.to, run.gaps, this.#state)
    let from = run.from
    for (const gap of run.gaps) {
      this.proven.push({ fromTs: from, toTs: gap.fromTs + 1 })
      from = gap.toTs
    }
    this.proven.push({ fromTs: from, toTs: run.to + 1 })
  }

  /** Includes rows that are still being written. */
  async #neighbours(hourTs: number, side: 'before' | 'after'): Promise<ChunkRow[]> {
    await this.#commit.sink.done()
    return neighbourRows(this.#commit.client, this.#commit.instrument.id, hourTs, side)
  }
}

/** Null where ids are not numeric. */
function edgesOf(trades: Trades): { first: Edge; last: Edge } | null {
  const { first, last } = idRange(trades)
  if (first === null || last === null) return null
  return {
    first: { ts: trades.ts[0], id: BigInt(first) },
    last: { ts: trades.ts[trades.length - 1], id: BigInt(last) },
  }
}

function lastEdge(rows: readonly ChunkRow[]): Edge | null {
  const ids = rows.flatMap((row) => (row.lastId === null ? [] : [BigInt(row.lastId)]))
  return ids.length === 0
    ? null
    : { ts: Math.max(...rows.map((row) => row.toTs)), id: ids.reduce((a, b) => (a > b ? a : b)) }
}

function firstEdge(rows: readonly ChunkRow[]): Edge | null {
  const ids = rows.flatMap((row) => (row.firstId === null ? [] : [BigInt(row.firstId)]))
  return ids.length === 0
    ? null
    : { ts: Math.min(...rows.map((row) => row.fromTs)), id: ids.reduce((a, b) => (a < b ? a : b)) }
}

/** A run of one trade that represents the edge; only for findGaps. */
export function edgeTrade(edge: Edge): Trades {
  const isSafe = edge.id <= BigInt(Number.MAX_SAFE_INTEGER)
  return {
    length: 1,
    ts: Float64Array.of(edge.ts),
    price: Int32Array.of(1),
    qty: Float64Array.of(1),
    buy: Uint8Array.of(0),
    fills: Uint32Array.of(1),
    id: Float64Array.of(isSafe ? Number(edge.id) : 0),
    textId: isSafe ? null : [String(edge.id)],
    seq: null,
  }
}
