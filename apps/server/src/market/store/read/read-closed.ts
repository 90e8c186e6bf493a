import { emptyBars, sliceBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { ByteCache } from './byte-cache.ts'
import type { ReadBudget } from './read-limits.ts'
import { composeBlocks, listBlocks, loadPayloads } from './read-blocks.ts'
import type { BlockInfo, ComposeTarget } from './read-blocks.ts'
import { TIERS } from '../tiers.ts'
import type { Tier } from '../tiers.ts'

export interface ClosedRequest {
  readonly instrumentId: number
  readonly cycleMs: number
  /** Step of the stored rows to read. */
  readonly storedStep: number
  readonly target: ComposeTarget
  /** Exclusive end, a bar start of the cycle. */
  readonly toTs: number
  /** Number of bars wanted in total, the newest before `toTs`. */
  readonly need: number
  /** If given, this many bars before `from` are enough, however few follow it. */
  readonly from: number | null
  readonly needBefore: number
  readonly budget: ReadBudget | undefined
}

/** The coarsest tier whose bars compose the cycle, or null for cycles below a minute. */
export function tierOf(cycleMs: number): Tier | null {
  return TIERS.findLast((tier) => cycleMs % tier.barMs === 0) ?? null
}

/** Reads closed bars from stored blocks: at least as many as wanted, or all. The caller drops the excess. */
export async function readClosedBars(
  client: PoolClient,
  cache: ByteCache<Uint8Array>,
  tier: Tier,
  request: ClosedRequest,
): Promise<Bars> {
  const { cycleMs, target, toTs, need, from, needBefore, instrumentId } = request
  if (need <= 0) return emptyBars(cycleMs, target.step)
  const walk = new BlockWalk(client, tier, request)
  const rows: BlockInfo[] = []
  const inAll = new MinBars(tier, cycleMs, toTs)
  const before = new MinBars(tier, cycleMs, from ?? 0)
  const reaches = (): boolean => from !== null && rows.length > 0 && rows[rows.length - 1].fromTs < from
  for (let factor = 1; ; factor *= 2) {
    const isEnough = (): boolean => inAll.count >= need * factor || (reaches() && before.count >= needBefore * factor)
    let isLast = false
    while (!isLast && !isEnough()) {
      const row = await walk.next()
      isLast = row === null
      if (row === null) break
      rows.push(row)
      inAll.add(row)
      if (from !== null && row.toTs < from) before.add(row)
    }
    const ordered = rows.toReversed()
    request.budget?.spend(rows.reduce((sum, row) => sum + row.cells, 0))
    const payloads = await loadPayloads(client, cache, instrumentId, ordered)
    const bars = await composeBlocks(ordered, payloads, { fromTs: -Infinity, toTs }, target)
    if (isLast) return bars
    // The oldest bar may have older pieces in rows that were not read.
    const whole = withoutHead(bars, rows, cycleMs, tier)
    if (whole.length >= need || (reaches() && countBefore(whole, from as number) >= needBefore)) return whole
  }
}

/** Lists the rows of a tier page by page, newest first. */
class BlockWalk {
  readonly #client: PoolClient
  readonly #tier: Tier
  readonly #request: ClosedRequest
  #listed: BlockInfo[] = []
  #before: number
  #isDone = false

  constructor(client: PoolClient, tier: Tier, request: ClosedRequest) {
    this.#client = client
    this.#tier = tier
    this.#request = request
    this.#before = request.toTs
  }

  async next(): Promise<BlockInfo | null> {
    if (this.#listed.length === 0 && !this.#isDone) await this.#list()
    return this.#listed.shift() ?? null
  }

  async #list(): Promise<void> {
    const { instrumentId, storedStep: step, cycleMs, need } = this.#request
    const tier = this.#tier
    // Enough for a market that trades continuously, plus the single-bar rows of an open block.
    const limit = Math.min(20_000, Math.ceil((need * cycleMs * 1.1) / blockMs(tier)) + 70)
    this.#listed = await listBlocks(this.#client, instrumentId, { tier, step, fromTs: 0, toTs: this.#before, limit })
    this.#isDone = this.#listed.length < limit
    this.#before = this.#listed.at(-1)?.fromTs ?? 0
  }
}

/** Lower bound of the number of bars of the cycle before `toTs` in rows given newest first. */
class MinBars {
  readonly #toTs: number
  readonly #barMs: number
  readonly #pieces: number
  readonly #shared: number
  #blockTs = Number.NaN
  #ofBlock = 0
  #ofOthers = 0

  constructor(tier: Tier, cycleMs: number, toTs: number) {
    this.#toTs = toTs
    this.#barMs = tier.barMs
    this.#pieces = cycleMs / tier.barMs
    // Weeks span months: a bar at each edge may be shared.
    this.#shared = blockMs(tier) % cycleMs === 0 ? 0 : 1
  }

  get count(): number {
    return this.#ofOthers + Math.max(0, Math.ceil(this.#ofBlock / this.#pieces) - this.#shared)
  }

  add(row: BlockInfo): void {
    if (row.blockTs !== this.#blockTs) {
      this.#ofOthers = this.count
      this.#ofBlock = 0
      this.#blockTs = row.blockTs
    }
    const beyond = row.toTs >= this.#toTs ? Math.floor((row.toTs - this.#toTs) / this.#barMs) + 1 : 0
    this.#ofBlock += Math.max(0, row.bars - beyond)
  }
}

const blockMs = (tier: Tier): number => tier.blockEnd(0) - tier.blockStart(0)

function countBefore(bars: Bars, from: number): number {
  let count = 0
  while (count < bars.length && bars.t[count] < from) count += 1
  return count
}

function withoutHead(bars: Bars, rows: readonly BlockInfo[], cycleMs: number, tier: Tier): Bars {
  if (bars.length === 0 || cycleMs === tier.barMs) return bars
  return bars.t[0] < rows[rows.length - 1].fromTs ? sliceBars(bars, 1) : bars
}
