import { composeBars, concatBars, regroupBars, sliceBars, lowerBoundT, BarArena } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { deleteBlockRows, insertBlockRow, listBlockRows, loadBlockRows } from '../rows/block-rows.ts'
import type { TierStep, BlockRow } from '../rows/block-rows.ts'
import type { Commit } from './commit.ts'
import { TIERS } from '../tiers.ts'
import type { Tier } from '../tiers.ts'

/** Max buffered cells before bars are written. */
const MAX_WAITING = 1_000_000

/**
 * Writes new and rebuilt bars into the tiers of one instrument within one commit, at every stored step; each tier is
 * built from the one below. A block is closed when its end is at or before `closedUntil`; only closed blocks feed the
 * tier above.
 */
export class TierWriter {
  readonly #commit: Commit
  readonly #steps: readonly number[]
  /** Minutes before it were closed when the commit began; Infinity without a live feed. */
  readonly #closedBefore: number
  readonly #closedUntil: number
  readonly #waiting: Bars[][] = TIERS.map(() => [])
  #cells = 0

  constructor(commit: Commit, closedBefore: number, closedUntil: number) {
    this.#commit = commit
    this.#steps = commit.steps
    this.#closedBefore = closedBefore
    this.#closedUntil = closedUntil
  }

  /** Adds native 1m bars, ascending; a later run replaces bars of an earlier one. */
  async addMinutes(bars: Bars): Promise<void> {
    if (bars.length === 0) return
    this.#waiting[0].push(bars)
    this.#cells += bars.row.length
    if (this.#cells > MAX_WAITING) await this.#flushTier(0)
  }

  /** Writes everything buffered. `closing`: also packs blocks that end by `closedUntil` and got no bar. */
  async flush(closing: boolean): Promise<void> {
    for (let level = 0; level < TIERS.length; level++) await this.#flushTier(level, closing)
    await this.#commit.sink.done()
  }

  async #flushTier(level: number, closing = false): Promise<void> {
    const tier = TIERS[level]
    const runs = this.#waiting[level]
    this.#waiting[level] = []
    if (level === 0) this.#cells = 0
    const bars = runs.length === 0 ? null : spliceAll(runs)
    const cuts = bars === null ? new Map<number, { from: number; to: number }>() : cutIntoBlocks(bars, tier.blockStart)
    const closingBlock = closing ? this.#blockThatCloses(tier) : null
    const blocks = [...new Set([...cuts.keys(), ...(closingBlock === null ? [] : [closingBlock])])].sort(
      (a, b) => a - b,
    )
    if (blocks.length === 0) return

    const rows = await listBlockRows(this.#commit, tier, blocks)
    const parent = TIERS[level + 1]
    const source: Bars[] = []
    for (const step of this.#steps) {
      const grouped = bars === null ? null : regroupBars(bars, step)
      const isSource = step === 1 && parent !== undefined
      const touched = blocks.map((blockTs): TouchedBlock => {
        const cut = cuts.get(blockTs)
        return {
          added: grouped === null || cut === undefined ? null : sliceBars(grouped, cut.from, cut.to),
          rows: rows.filter((row) => row.step === step && row.blockTs === blockTs),
          closed: tier.blockEnd(blockTs) <= this.#closedUntil,
        }
      })
      const whole = await this.#writeStep({ tier, step }, touched, isSource)
      if (isSource) source.push(...whole)
    }
    if (parent === undefined || source.length === 0) return
    this.#waiting[level + 1].push(composeBars(concatBars(source), parent.barMs))
  }

  /** The block whose single-bar rows must be packed although nothing is added: only one can be open at a time. */
  #blockThatCloses(tier: Tier): number | null {
    if (!Number.isFinite(this.#closedBefore)) return null
    const block = tier.blockStart(this.#closedBefore)
    return this.#closedBefore > block && tier.blockEnd(block) <= this.#closedUntil ? block : null
  }

  /** Returns all bars of the closed blocks, ascending, for the tier above. */
  async #writeStep(at: TierStep, blocks: readonly TouchedBlock[], isSource: boolean): Promise<Bars[]> {
    const plans = blocks.map((block) => ({ ...planBlock(block), isSource: isSource && block.closed }))
    const wanted = plans.flatMap((plan) => (plan.isSource ? [...plan.replaced, ...plan.kept] : plan.replaced))
    const loaded = await loadBlockRows(this.#commit, at, wanted)
    const barsOf = new Map(wanted.map((row, i) => [row, loaded[i]]))
    await deleteBlockRows(
      this.#commit,
      at,
      plans.flatMap((plan) => plan.replaced),
    )
    const whole: Bars[] = []
    for (const plan of plans) {
      const parts: Bars[] = plan.isSource ? plan.kept.map((row) => barsOf.get(row) as Bars) : []
      for (const { rows, added, loose } of plan.runs) {
        const bars = spliceAll([...rows.map((row) => barsOf.get(row) as Bars), ...(added === null ? [] : [added])])
        parts.push(bars)
        for (const cut of cutIntoRows(bars, loose)) await insertBlockRow(this.#commit, at.tier, { bars, ...cut })
      }
      if (plan.isSource) whole.push(...parts.filter((part) => part.length > 0).sort((a, b) => a.t[0] - b.t[0]))
    }
    return whole
  }
}

/** Max cells per row (about 1 MB); a month of native 1d bars of a liquid market has millions of cells. */
const MAX_CELLS = 131_072
/** Rows with fewer cells are packed together when their block closes. */
const FEW_CELLS = MAX_CELLS / 4

/** A block about to be written to, at one step. */
export interface TouchedBlock {
  readonly added: Bars | null
  /** Its existing rows, ascending. */
  readonly rows: readonly BlockRow[]
  readonly closed: boolean
}

export interface BlockRun {
  /** Existing rows and added bars that share a time range, in order of time. */
  readonly rows: readonly BlockRow[]
  readonly added: Bars | null
  /** Whether every bar becomes a separate row. */
  readonly loose: boolean
}

export interface BlockPlan {
  /** Rows to load and delete: those in all runs. */
  readonly replaced: readonly BlockRow[]
  /** Rows left unchanged. */
  readonly kept: readonly BlockRow[]
  /** Runs to write. */
  readonly runs: readonly BlockRun[]
}

/**
 * Plans how bars are added to one block at one step, given its existing rows.
 * Open block    each bar is a separate row, so that closing a minute never rewrites existing rows; a bar inside an
 * older row is merged into that row.
 * Closed block  bars and all small rows are packed into as few rows as possible; large rows without added bars are
 * kept.
 */
function planBlock({ added, rows, closed }: TouchedBlock): BlockPlan {
  const isHit = (row: BlockRow): boolean => slice(added, row.fromTs, row.toTs + 1) !== null
  const replaced = rows.filter((row) => isHit(row) || (closed && row.cells < FEW_CELLS))
  // A single small row and nothing to add: already packed.
  if (added === null && replaced.length <= 1) return { replaced: [], kept: rows, runs: [] }
  const kept = rows.filter((row) => !replaced.includes(row))
  const walls = closed ? kept : replaced
  const runs: BlockRun[] = closed
    ? []
    : replaced.map((row) => ({ rows: [row], added: slice(added, row.fromTs, row.toTs + 1), loose: false }))
  // The ranges between kept rows: packed together in a closed block; in an open one, bars that no row holds yet.
  const edges = [-Infinity, ...walls.flatMap((row) => [row.fromTs, row.toTs + 1]), Infinity]
  for (let i = 0; i < edges.length; i += 2) {
    const between = closed ? replaced.filter((row) => row.fromTs >= edges[i] && row.fromTs < edges[i + 1]) : []
    const bars = slice(added, edges[i], edges[i + 1])
    if (between.length > 0 || bars !== null) runs.push({ rows: between, added: bars, loose: !closed })
  }
  return { replaced, kept, runs }
}

/** Splits a run into rows. */
function cutIntoRows(bars: Bars, loose: boolean): { from: number; to: number }[] {
  const cuts: { from: number; to: number }[] = []
  let from = 0
  for (let i = 1; i <= bars.length; i++) {
    const full = i < bars.length && (loose || bars.cellStart[i + 1] - bars.cellStart[from] > MAX_CELLS)
    if (i < bars.length && !full) continue
    cuts.push({ from, to: i })
    from = i
  }
  return cuts
}

/** Bars with from <= t < to, or null when there are none. */
function slice(bars: Bars | null, from: number, to: number): Bars | null {
  if (bars === null) return null
  const first = lowerBoundT(bars, from)
  const end = lowerBoundT(bars, to)
  return end > first ? sliceBars(bars, first, end) : null
}

/** Merges two runs of bars, ascending; at equal times the newer run wins. */
function spliceBars(older: Bars, newer: Bars): Bars {
  if (older.length === 0) return newer
  if (newer.length === 0) return older
  if (older.t[older.length - 1] < newer.t[0]) return concatBars([older, newer])
  const arena = new BarArena(
    older.cycleMs,
    older.step,
    older.length + newer.length,
    older.row.length + newer.row.length,
  )
  let i = 0
  let j = 0
  while (i < older.length || j < newer.length) {
    if (j === newer.length || (i < older.length && older.t[i] < newer.t[j])) {
      const from = i
      const until = j === newer.length ? Infinity : newer.t[j]
      while (i < older.length && older.t[i] < until) i += 1
      arena.append(older, from, i)
    } else {
      const from = j
      const until = i === older.length ? Infinity : older.t[i]
      while (j < newer.length && newer.t[j] < until) j += 1
      // At equal times use the newer bar and skip the older one.
      if (j === from) j += 1
      arena.append(newer, from, j)
      while (i < older.length && older.t[i] <= newer.t[j - 1]) i += 1
    }
  }
  return arena.view()
}

/** Merges runs given in order of age; later ones win. */
function spliceAll(runs: readonly Bars[]): Bars {
  let joined: Bars[] = []
  for (const run of runs) {
    const last = joined[joined.length - 1]
    if (last === undefined || last.length === 0 || run.length === 0 || last.t[last.length - 1] < run.t[0])
      joined.push(run)
    else joined = [spliceBars(concatBars(joined), run)]
  }
  return concatBars(joined)
}

/** Splits a run by block. */
function cutIntoBlocks(bars: Bars, blockStart: (t: number) => number): Map<number, { from: number; to: number }> {
  const blocks = new Map<number, { from: number; to: number }>()
  let from = 0
  while (from < bars.length) {
    const block = blockStart(bars.t[from])
    let to = from + 1
    while (to < bars.length && blockStart(bars.t[to]) === block) to += 1
    blocks.set(block, { from, to })
    from = to
  }
  return blocks
}
