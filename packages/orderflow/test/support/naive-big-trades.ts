import type { BigTrade, Lots, Sweep, Trades } from '../../src/index.ts'
import { readSweep, sweepStarts } from '../../src/tape/sweeps.ts'

const abs = (lots: Lots) => (BigInt(lots) < 0n ? -BigInt(lots) : BigInt(lots))

/** INDICATORS 9, word for word: every sweep of the whole tape, and for each minute a sort of all sizes of the 4 hours before. */
export function naiveBigTrades(tape: Trades, own: Lots): { sweeps: Sweep[]; big: BigTrade[] } {
  const starts = [...sweepStarts(tape)]
  const sweeps = starts.map((from, k) => readSweep(tape, from, starts[k + 1] ?? tape.length))
  const sizes = sweeps.map(({ lastTs, notional }) => ({ lastTs, size: abs(notional) }))
  const known = new Map<number, bigint | null>()
  const usualOf = (minute: number): bigint | null => {
    const before = sizes.filter(({ lastTs }) => lastTs >= minute - 4 * 3_600_000 && lastTs < minute).map(({ size }) => size)
    before.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    return before.length < 200 ? null : before[Math.ceil((995 * before.length) / 1000) - 1]
  }
  const big = sweeps.flatMap((sweep): BigTrade[] => {
    const minute = Math.floor(sweep.firstTs / 60_000) * 60_000
    if (!known.has(minute)) known.set(minute, usualOf(minute))
    const usual = known.get(minute) ?? null
    const size = abs(sweep.notional)
    if (usual === null) return own > 0 && size >= own ? [{ ...sweep, usual }] : []
    return size >= usual && size >= own ? [{ ...sweep, usual: usual <= 2n ** 53n - 1n ? Number(usual) : usual }] : []
  })
  return { sweeps, big }
}
