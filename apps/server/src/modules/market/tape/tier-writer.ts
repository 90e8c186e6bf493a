import { composeBars, concatBars, regroupBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { deleteBlockRows, insertBlockRow, listBlockRows, loadBlockRows } from './block-rows.ts'
import type { BlockRow } from './block-rows.ts'
import type { Commit } from './commit.ts'
import { cutIntoRows, planBlock } from './plan-block.ts'
import { cutIntoBlocks, sliceBars, spliceAll, spliceBars } from './splice-bars.ts'
import { TIERS } from './tiers.ts'
import type { Tier } from './tiers.ts'

/** Cells of bars that wait to be written before they are. */
const MOST_WAITING = 1_000_000

/**
 * Writes new and rebuilt bars into the tiers of one instrument within one commit: at every stored step, each tier built
 * from the one below. A block is closed when its end lies at or before `closedUntil`; only closed blocks pass a bar on.
 */
export class TierWriter {
  readonly #commit: Commit
  readonly #steps: readonly number[]
  /** Minutes before it were closed when the commit began, and will be when it ends; Infinity without a live feed. */
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

  /** Native 1m bars, ascending; a later run replaces bars of an earlier one. */
  async addMinutes(bars: Bars): Promise<void> {
    if (bars.length === 0) return
    this.#waiting[0].push(bars)
    this.#cells += bars.row.length
    if (this.#cells > MOST_WAITING) await this.#flushTier(0)
  }

  /** Writes everything. `closing`: blocks that end by `closedUntil` are packed even where no bar was added. */
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
    const blocks = [...new Set([...cuts.keys(), ...(closingBlock === null ? [] : [closingBlock])])].sort((a, b) => a - b)
    if (blocks.length === 0) return

    const rows = await listBlockRows(this.#commit.client, this.#commit.instrument.id, tier, blocks)
    const parent = TIERS[level + 1]
    const source: Bars[] = []
    for (const step of this.#steps) {
      const grouped = bars === null ? null : regroupBars(bars, step)
      const whole = await this.#writeStep(tier, step, grouped, blocks, cuts, rows, step === 1 && parent !== undefined)
      if (whole !== null) source.push(...whole)
    }
    if (parent === undefined || source.length === 0) return
    this.#waiting[level + 1].push(composeBars(concatBars(source), parent.barMs))
  }

  /** The block whose loose bars must be packed although nothing is added: only one can be open at a time. */
  #blockThatCloses(tier: Tier): number | null {
    if (!Number.isFinite(this.#closedBefore)) return null
    const block = tier.blockStart(this.#closedBefore)
    return this.#closedBefore > block && tier.blockEnd(block) <= this.#closedUntil ? block : null
  }

  /** Returns, when asked to, all bars of the closed blocks, ascending, for the tier above. */
  async #writeStep(
    tier: Tier, step: number, bars: Bars | null, blocks: readonly number[], cuts: ReadonlyMap<number, { from: number; to: number }>,
    allRows: readonly BlockRow[], wantWhole: boolean,
  ): Promise<Bars[] | null> {
    const { client, instrument, sink, rowVersion } = this.#commit
    const rows = allRows.filter((row) => row.step === step)
    const whole: Bars[] = []
    const plans = blocks.map((block) => {
      const cut = cuts.get(block)
      const added = bars === null || cut === undefined ? null : sliceBars(bars, cut.from, cut.to)
      const closed = tier.blockEnd(block) <= this.#closedUntil
      return { closed, plan: planBlock({ added, rows: rows.filter((row) => row.blockTs === block), closed }) }
    })
    const wanted = plans.flatMap(({ closed, plan }) => (wantWhole && closed ? [...plan.replaced, ...plan.kept] : plan.replaced))
    const loaded = await loadBlockRows(client, instrument.id, tier, step, wanted)
    const barsOf = new Map(wanted.map((row, i) => [row, loaded[i]]))
    await deleteBlockRows(client, instrument.id, tier, step, plans.flatMap(({ plan }) => plan.replaced))
    for (const { closed, plan } of plans) {
      const written: Bars[] = []
      for (const run of plan.runs) {
        const old = run.rows.map((row) => barsOf.get(row) as Bars)
        const joined = run.added === null ? concatBars(old) : old.length === 0 ? run.added : spliceBars(concatBars(old), run.added)
        written.push(joined)
        for (const { from, to } of cutIntoRows(joined, run.loose)) await insertBlockRow(sink, instrument.id, tier, joined, from, to, rowVersion)
      }
      if (!wantWhole || !closed) continue
      const parts = [...written, ...plan.kept.map((row) => barsOf.get(row) as Bars)].filter((part) => part.length > 0)
      whole.push(...parts.sort((a, b) => a.t[0] - b.t[0]))
    }
    return wantWhole ? whole : null
  }
}
