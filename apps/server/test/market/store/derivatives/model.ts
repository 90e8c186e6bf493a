import type { LiquidationCover, Liquidations } from '@flowprint/orderflow'
import type { LiquidationCommit, LiquidationSums, NewLiquidation } from '../../../../src/market/store/index.ts'

export interface ModelRow extends NewLiquidation {
  readonly seq: number
}

interface Range {
  readonly fromMs: number
  readonly toMs: number
  readonly cut?: number | undefined
}

/** What a store must return: every commit in memory, every answer computed from the rows. */
export class Model {
  readonly rows: ModelRow[] = []
  readonly covers: LiquidationCover[] = []

  append({ liquidations, coverage }: LiquidationCommit): void {
    for (const liquidation of liquidations) this.rows.push({ ...liquidation, seq: this.rows.length + 1 })
    if (coverage === null) return
    const last = this.covers.at(-1)
    const from = Math.max(coverage.fromMs, last?.to ?? -Infinity)
    const to = Math.max(coverage.untilMs, last?.to ?? -Infinity)
    if (to <= from) return
    if (last !== undefined && last.to >= coverage.fromMs && last.isComplete === coverage.isComplete)
      this.covers[this.covers.length - 1] = { ...last, to }
    else this.covers.push({ from, to, isComplete: coverage.isComplete })
  }

  sorted({ fromMs, toMs, cut = Infinity }: Range): ModelRow[] {
    return this.rows
      .filter(({ ts }) => ts >= fromMs && ts < Math.min(toMs, cut))
      .sort((a, b) => a.ts - b.ts || a.seq - b.seq)
  }

  largest(range: Range, count: number): ModelRow[] {
    const value = ({ priceTicks, lots }: ModelRow): bigint => BigInt(priceTicks) * BigInt(lots)
    return this.sorted(range)
      .sort((a, b) => (value(a) === value(b) ? a.ts - b.ts || a.seq - b.seq : value(a) < value(b) ? 1 : -1))
      .slice(0, count)
      .sort((a, b) => a.ts - b.ts || a.seq - b.seq)
  }

  /** In seq order, up to the first row that the cut holds back. */
  since(seq: number, { limit, cut = Infinity }: { limit: number; cut?: number | undefined }): ModelRow[] {
    const later = this.rows.slice(seq)
    const held = later.findIndex(({ ts }) => ts >= cut)
    return later.slice(0, held === -1 ? undefined : held).slice(0, limit)
  }

  sums(starts: readonly number[], endMs: number, cut?: number): LiquidationSums[] {
    return starts.flatMap((t, i) => {
      const rows = this.sorted({ fromMs: t, toMs: starts[i + 1] ?? endMs, cut })
      if (rows.length === 0) return []
      const of = (position: 'long' | 'short', measure: (row: ModelRow) => bigint): bigint =>
        rows.filter((row) => row.position === position).reduce((sum, row) => sum + measure(row), 0n)
      const lots = (row: ModelRow): bigint => BigInt(row.lots)
      const value = (row: ModelRow): bigint => BigInt(row.priceTicks) * BigInt(row.lots)
      return [
        {
          t,
          longLots: of('long', lots),
          shortLots: of('short', lots),
          longValue: of('long', value),
          shortValue: of('short', value),
          count: rows.length,
        },
      ]
    })
  }

  coverage({ fromMs, toMs, cut = Infinity }: Range): LiquidationCover[] {
    const end = Math.min(toMs, cut)
    return this.covers
      .map(({ from, to, isComplete }) => ({ from: Math.max(from, fromMs), to: Math.min(to, end), isComplete }))
      .filter(({ from, to }) => from < to)
  }
}

export const rowsOf = ({ length, seq, ts, price, lots, isLong }: Liquidations): ModelRow[] =>
  Array.from({ length }, (_, i) => ({
    ts: ts[i],
    position: isLong[i] === 1 ? 'long' : 'short',
    priceTicks: price[i],
    lots: lots[i],
    seq: seq[i],
  }))
