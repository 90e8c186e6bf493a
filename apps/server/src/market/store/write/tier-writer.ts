import { composeBars, concatBars, regroupBars, sliceBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { deleteBlockRows, insertBlockRow, listBlockRows, loadBlockRows } from '../rows/block-rows.ts'
import type { TierStep } from '../rows/block-rows.ts'
import type { Commit } from './commit.ts'
import { cutIntoRows, planBlock } from './plan-block.ts'
import type { TouchedBlock } from './plan-block.ts'
import { cutIntoBlocks, spliceAll } from './splice-bars.ts'
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
