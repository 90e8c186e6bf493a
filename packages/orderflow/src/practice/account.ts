import { fraction } from './rational.ts'
import type { PracticeMoney, PracticeTrip } from './practice.ts'
import type { Fraction } from '../units/decimals.ts'
import type { Ticks, TradeLots, UnixMs } from '../units/units.ts'

/** Millionths of a tick x lot per tick x lot. */
export const MICROS = 1_000_000n

/** The round trip that is open: sums since the position was opened. */
interface OpenTrip {
  readonly isLong: boolean
  readonly entryTime: UnixMs
  /** Sums of price x lots, and of lots. */
  entryValue: bigint
  entryLots: bigint
  exitValue: bigint
  fees: PracticeMoney
  highTick: Ticks
  lowTick: Ticks
}

/** One fill as the account books it. */
interface Booking {
  readonly isBuy: boolean
  readonly tick: Ticks
  readonly lots: TradeLots
  readonly time: UnixMs
  readonly feePpm: number
}

/** Fee of a fill: value x parts per million, exact in millionths; the value of a negative price is positive. */
export function practiceFee(tick: Ticks, lots: TradeLots, ppm: number): PracticeMoney {
  return BigInt(Math.abs(tick)) * BigInt(lots) * BigInt(ppm)
}

/**
 * Position, cash and results of a practice session, all exact.
 *
 * Entry price: average cost. An exit leaves it unchanged; another entry makes it (size x average + price x lots) / new size.
 * Source  docs/formulas/practice.md.
 */
export class PracticeAccount {
  size = 0
  /** Sum of sells minus buys, ticks x lots. */
  cash = 0n
  fees: PracticeMoney = 0n
  maxDrawdown: PracticeMoney = 0n
  #peak: PracticeMoney = 0n
  #entry: Fraction = { num: 0n, den: 1n }
  #trip: OpenTrip | null = null

  clone(): PracticeAccount {
    const copy = new PracticeAccount()
    copy.size = this.size
    copy.cash = this.cash
    copy.fees = this.fees
    copy.maxDrawdown = this.maxDrawdown
    copy.#peak = this.#peak
    copy.#entry = this.#entry
    copy.#trip = this.#trip && { ...this.#trip }
    return copy
  }

  get entryTick(): Fraction | null {
    return this.size === 0 ? null : this.#entry
  }

  get openedAt(): UnixMs | null {
    return this.#trip === null ? null : this.#trip.entryTime
  }

  /** Result before fees with the position valued at this price, ticks x lots. */
  grossAt(tick: Ticks): bigint {
    return this.cash + BigInt(this.size) * BigInt(tick)
  }

  /** Result of everything closed, ticks x lots: cash + size x average entry. */
  realised(): Fraction {
    const { num, den } = this.#entry
    return this.size === 0 ? { num: this.cash, den: 1n } : fraction(this.cash * den + BigInt(this.size) * num, den)
  }

  /** Books a fill; calls `onTrip` when it closes the position. Returns the lots that opened a position. */
  book(fill: Booking, onTrip: (trip: PracticeTrip) => void): number {
    const { isBuy, lots } = fill
    const opposes = this.size !== 0 && this.size > 0 !== isBuy
    const closing = opposes ? Math.min(lots, Math.abs(this.size)) : 0
    if (closing > 0) this.#exit(fill, closing, onTrip)
    const opening = lots - closing
    if (opening > 0) this.#enter(fill, opening)
    return opening
  }

  /** A trade while the position is open: its price counts for the excursions. */
  see(tick: Ticks): void {
    if (this.#trip === null) return
    this.#trip.highTick = Math.max(this.#trip.highTick, tick)
    this.#trip.lowTick = Math.min(this.#trip.lowTick, tick)
  }

  /** Values the position at this price for the drawdown. */
  value(tick: Ticks): void {
    const net = this.grossAt(tick) * MICROS - this.fees
    if (net > this.#peak) this.#peak = net
    const decline = this.#peak - net
    if (decline > this.maxDrawdown) this.maxDrawdown = decline
  }

  #pay({ isBuy, tick, feePpm }: Booking, lots: number): { value: bigint; fee: PracticeMoney } {
    const value = BigInt(tick) * BigInt(lots)
    const fee = practiceFee(tick, lots, feePpm)
    this.cash += isBuy ? -value : value
    this.fees += fee
    this.size += isBuy ? lots : -lots
    return { value, fee }
  }

  #enter(fill: Booking, lots: number): void {
    const held = BigInt(Math.abs(this.size))
    const { value, fee } = this.#pay(fill, lots)
    const { num, den } = this.#entry
    this.#entry =
      held === 0n
        ? { num: BigInt(fill.tick), den: 1n }
        : fraction(held * num + value * den, den * (held + BigInt(lots)))
    this.#trip ??= {
      isLong: fill.isBuy,
      entryTime: fill.time,
      entryValue: 0n,
      entryLots: 0n,
      exitValue: 0n,
      fees: 0n,
      highTick: fill.tick,
      lowTick: fill.tick,
    }
    this.#trip.entryValue += value
    this.#trip.entryLots += BigInt(lots)
    this.#trip.fees += fee
    this.see(fill.tick)
  }

  #exit(fill: Booking, lots: number, onTrip: (trip: PracticeTrip) => void): void {
    const trip = this.#trip
    if (trip === null) throw new Error('Invariant: a position belongs to a round trip')
    this.see(fill.tick)
    const { value, fee } = this.#pay(fill, lots)
    trip.exitValue += value
    trip.fees += fee
    if (this.size !== 0) return
    this.#trip = null
    onTrip(closeTrip(trip, fill.time))
  }
}

function closeTrip(trip: OpenTrip, exitTime: UnixMs): PracticeTrip {
  const { isLong, entryTime, entryValue, entryLots, exitValue, fees } = trip
  const gross = (isLong ? exitValue - entryValue : entryValue - exitValue) * MICROS
  const up = fraction(BigInt(trip.highTick) * entryLots - entryValue, entryLots)
  const down = fraction(entryValue - BigInt(trip.lowTick) * entryLots, entryLots)
  const [mfe, mae] = isLong ? [up, down] : [down, up]
  return {
    side: isLong ? 'long' : 'short',
    entryTime,
    exitTime,
    durationMs: exitTime - entryTime,
    lots: Number(entryLots),
    entryTick: fraction(entryValue, entryLots),
    exitTick: fraction(exitValue, entryLots),
    gross,
    fees,
    net: gross - fees,
    mae,
    mfe,
  }
}
