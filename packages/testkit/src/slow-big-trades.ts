import { HOUR_MS, MINUTE_MS, idText, toLots } from '@flowprint/orderflow'
import type { BigTrade, Lots, Sweep, Trades } from '@flowprint/orderflow'

const HOURS_4 = 4 * HOUR_MS

const abs = (lots: Lots): bigint => (lots < 0 ? -BigInt(lots) : BigInt(lots))
const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Reference implementation of INDICATORS 9: every sweep of a whole tape, and for each minute a sort of all sizes of the
 * previous 4 hours.
 */
export function slowBigTrades(tape: Trades, own: Lots): { sweeps: Sweep[]; big: BigTrade[] } {
  const runs: number[][] = []
  for (let i = 0; i < tape.length; i++) {
    const run = runs.at(-1)
    const goesOn =
      run !== undefined && tape.buy[i] === tape.buy[i - 1] && tape.ts[i] - tape.ts[i - 1] <= 100 && run.length < 1000
    if (goesOn) run.push(i)
    else runs.push([i])
  }
  const sweeps = runs.map((run) => sweepOf(tape, run))
  const sizes = sweeps.map(({ lastTs, notional }) => ({ lastTs, size: abs(notional) }))
  const known = new Map<number, bigint | null>()
  const usualOf = (minute: number): bigint | null => {
    const before = sizes
      .filter(({ lastTs }) => lastTs >= minute - HOURS_4 && lastTs < minute)
      .map(({ size }) => size)
      .sort(ascending)
    return before.length < 200 ? null : before[Math.ceil((995 * before.length) / 1000) - 1]
  }
  const big = sweeps.flatMap((sweep): BigTrade[] => {
    const minute = Math.floor(sweep.firstTs / MINUTE_MS) * MINUTE_MS
    if (!known.has(minute)) known.set(minute, usualOf(minute))
    const usual = known.get(minute) ?? null
    const size = abs(sweep.notional)
    if (usual === null) return own > 0 && size >= own ? [{ ...sweep, usual }] : []
    return size >= usual && size >= own ? [{ ...sweep, usual: toLots(usual) }] : []
  })
  return { sweeps, big }
}

function sweepOf(tape: Trades, run: readonly number[]): Sweep {
  const [from, to] = [run[0], run[run.length - 1]]
  const prices = run.map((i) => tape.price[i])
  const sum = (of: (i: number) => bigint): Lots => toLots(run.map(of).reduce((total, value) => total + value, 0n))
  return {
    id: idText(tape, from),
    buy: tape.buy[from] === 1,
    firstTs: tape.ts[from],
    lastTs: tape.ts[to],
    first: tape.price[from],
    last: tape.price[to],
    low: prices.reduce((a, b) => Math.min(a, b)),
    high: prices.reduce((a, b) => Math.max(a, b)),
    lots: sum((i) => BigInt(tape.qty[i])),
    notional: sum((i) => BigInt(tape.price[i]) * BigInt(tape.qty[i])),
    trades: run.length,
    fills: run.reduce((total, i) => total + tape.fills[i], 0),
  }
}
