import { emptyBars, sliceBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { BlockCache } from './block-cache.ts'
import { composeBlocks, listBlocks, loadPayloads } from './read-blocks.ts'
import type { BlockInfo, ComposeTarget } from './read-blocks.ts'
import { TIERS } from './tiers.ts'
import type { Tier } from './tiers.ts'

export interface ClosedRequest {
  readonly instrumentId: number
  readonly cycleMs: number
  /** Step of the stored rows to read. */
  readonly storedStep: number
  readonly target: ComposeTarget
  /** Exclusive end, a start of a bar of the cycle. */
  readonly toTs: number
  /** Bars wanted altogether, the newest before `toTs`. */
  readonly need: number
  /** Where given, so many bars before it are enough however few lie after it. */
  readonly from: number | null
  readonly needBefore: number
}

/** The coarsest tier whose bars make up the cycle, or null for cycles below a minute. */
export function tierOf(cycleMs: number): Tier | null {
  return TIERS.findLast((tier) => cycleMs % tier.barMs === 0) ?? null
}

/** Closed bars from stored blocks: at least as many as wanted, or all there are. The caller cuts the head off. */
export async function readClosedBars(client: PoolClient, cache: BlockCache, tier: Tier, request: ClosedRequest): Promise<Bars> {
  const { cycleMs, target, toTs, need, from, needBefore, instrumentId, storedStep } = request
  if (need <= 0) return emptyBars(cycleMs, target.step)
  const rows: BlockInfo[] = []
  let exhausted = false
  for (let factor = 1; ; factor *= 2) {
    const isEnough = (): boolean => {
      const whole = leastBars(rows, cycleMs, toTs)
      if (whole >= need * factor) return true
      return from !== null && leastBars(rows.filter((row) => row.toTs < from), cycleMs, from) >= needBefore * factor && reaches(rows, from)
    }
    while (!exhausted && !isEnough()) {
      const page = pageSize(tier, cycleMs, need * factor)
      const next = await listBlocks(client, instrumentId, { tier, step: storedStep, fromTs: -Infinity, toTs: oldestOf(rows) ?? toTs, limit: page })
      rows.push(...next)
      exhausted = next.length < page
    }
    const ordered = rows.toReversed()
    const payloads = await loadPayloads(client, cache, instrumentId, ordered)
    const bars = await composeBlocks(ordered, payloads, { fromTs: -Infinity, toTs }, target)
    // The oldest bar may have older pieces in rows that were not read.
    const whole = exhausted ? bars : withoutHead(bars, rows, cycleMs, tier)
    const before = from === null ? 0 : countBefore(whole, from)
    if (exhausted || whole.length >= need || (from !== null && before >= needBefore && reaches(rows, from))) return whole
  }
}

/** Rows to list at once: what a market that trades all the time needs, and some. */
function pageSize(tier: Tier, cycleMs: number, bars: number): number {
  const block = tier.blockEnd(0) - tier.blockStart(0)
  return Math.min(20_000, Math.ceil((bars * cycleMs * 1.1) / block) + 70)
}

/** Bars of the cycle that the rows hold at the very least. */
function leastBars(rows: readonly BlockInfo[], cycleMs: number, toTs: number): number {
  const blocks = new Map<number, number>()
  for (const row of rows) {
    const beyond = row.toTs >= toTs ? Math.floor((row.toTs - toTs) / row.tier.barMs) + 1 : 0
    blocks.set(row.blockTs, (blocks.get(row.blockTs) ?? 0) + Math.max(0, row.bars - beyond))
  }
  let least = 0
  for (const bars of blocks.values()) {
    const pieces = cycleMs / rows[0].tier.barMs
    // Weeks lie across months: one at each edge may be shared.
    const shared = (rows[0].tier.blockEnd(0) - rows[0].tier.blockStart(0)) % cycleMs === 0 ? 0 : 1
    least += Math.max(0, Math.ceil(bars / pieces) - shared)
  }
  return least
}

const oldestOf = (rows: readonly BlockInfo[]): number | null => (rows.length === 0 ? null : rows[rows.length - 1].fromTs)
const reaches = (rows: readonly BlockInfo[], from: number): boolean => rows.length > 0 && rows[rows.length - 1].fromTs < from

function countBefore(bars: Bars, from: number): number {
  let count = 0
  while (count < bars.length && bars.t[count] < from) count += 1
  return count
}

function withoutHead(bars: Bars, rows: readonly BlockInfo[], cycleMs: number, tier: Tier): Bars {
  if (bars.length === 0 || cycleMs === tier.barMs) return bars
  const oldest = oldestOf(rows) as number
  return bars.t[0] < oldest ? sliceBars(bars, 1) : bars
}
