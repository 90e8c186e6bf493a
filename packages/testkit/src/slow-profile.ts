import type { Trades } from '@flowprint/orderflow'

/** Result of the reference implementation: every row between the lowest and the highest, in BigInt. */
interface SlowProfile {
  readonly rows: ReadonlyMap<number, { bid: bigint; ask: bigint; bidTrades: number; askTrades: number }>
  readonly poc: number | null
  readonly val: number | null
  readonly vah: number | null
}

/** Profile of trades with from <= ts < to, row by row; POC and value area exactly as in INDICATORS 3 and 4. */
export function slowProfile(
  trades: Trades,
  range: { from: number; to: number },
  step: number,
  sharePercent: number,
): SlowProfile {
  const rows = new Map<number, { bid: bigint; ask: bigint; bidTrades: number; askTrades: number }>()
  let [high, low, close] = [-Infinity, Infinity, 0]
  for (let i = 0; i < trades.length; i++) {
    if (trades.ts[i] < range.from || trades.ts[i] >= range.to) continue
    const price = trades.price[i]
    const at = Math.floor(price / step)
    const row = rows.get(at) ?? { bid: 0n, ask: 0n, bidTrades: 0, askTrades: 0 }
    rows.set(at, row)
    const qty = BigInt(trades.qty[i])
    if (trades.buy[i] === 1) [row.ask, row.askTrades] = [row.ask + qty, row.askTrades + trades.fills[i]]
    else [row.bid, row.bidTrades] = [row.bid + qty, row.bidTrades + trades.fills[i]]
    high = Math.max(high, price)
    low = Math.min(low, price)
    close = price
  }
  if (rows.size === 0) return { rows, poc: null, val: null, vah: null }

  const volume = (row: number): bigint => (rows.get(row)?.bid ?? 0n) + (rows.get(row)?.ask ?? 0n)
  const centre = (row: number): number => 2 * row * step + step - 1
  const [poc] = [...rows.keys()].sort(
    (a, b) =>
      Number(volume(b) - volume(a)) ||
      Math.abs(centre(a) - high - low) - Math.abs(centre(b) - high - low) ||
      Math.abs(centre(a) - 2 * close) - Math.abs(centre(b) - 2 * close) ||
      a - b,
  )
  const bottom = Math.floor(low / step)
  const top = Math.floor(high / step)
  let total = 0n
  for (const row of rows.keys()) total += volume(row)
  let [val, vah, sum] = [poc, poc, volume(poc)]
  while (100n * sum < BigInt(sharePercent) * total) {
    const above = [vah + 1, vah + 2].filter((row) => row <= top)
    const below = [val - 1, val - 2].filter((row) => row >= bottom)
    const of = (pair: number[]): bigint => (pair.length === 0 ? -1n : pair.reduce((all, row) => all + volume(row), 0n))
    if (of(above) >= of(below)) [vah, sum] = [vah + above.length, sum + of(above)]
    else [val, sum] = [val - below.length, sum + of(below)]
  }
  return { rows, poc, val, vah }
}
