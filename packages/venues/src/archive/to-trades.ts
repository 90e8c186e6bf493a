import { decimalUnit, sortTrades } from '@flowprint/orderflow'
import type { DecimalUnit, Trades } from '@flowprint/orderflow'
import { ArchiveError } from '../errors.ts'
import { BOUGHT, NOT_GIVEN, shared } from './raw-columns.ts'
import type { RawColumns } from './raw-columns.ts'
import type { RawFile } from './read-archive.ts'

export type SideRule = 'given' | 'tick-rule'

interface ToTradesOptions {
  readonly tickSize: string
  readonly lotSize: string
  readonly side: SideRule
  /** Called with the line and reason of a rejected row; an error thrown here rejects the file. */
  readonly onBadLine: (line: number, reason: string) => void
}

const MAX_TICKS = 2_147_483_647

/**
 * Converts the rows of a file to trades in ticks and lots, in canonical order. A value that is not a multiple of the
 * unit is a bad line. The trades take ownership of the columns: do not use the rows afterwards.
 */
export function toTrades(raw: RawFile, options: ToTradesOptions): Trades {
  const { rows } = raw
  const count = rows.length
  const price = shared(Int32Array, count)
  const { qty, time: ts, fills, id, side: buy } = rows
  const textId: string[] | null = rows.textId ? [] : null
  const tick = new UnitScale(decimalUnit(options.tickSize), rows.priceDecimals)
  const lot = new UnitScale(decimalUnit(options.lotSize), rows.qtyDecimals)
  const sides = options.side === 'tick-rule' ? tickRule(rows) : rows.side
  let kept = 0
  for (let i = 0; i < count; i++) {
    const ticks = tick.units(rows.price[i])
    const lots = lot.units(rows.qty[i])
    const side = sides[i]
    let fault: string | null = null
    if (!Number.isSafeInteger(ticks))
      fault = `the price ${tick.text(rows.price[i])} is no multiple of the tick ${options.tickSize}`
    else if (ticks > MAX_TICKS || ticks < -MAX_TICKS)
      fault = `the price ${tick.text(rows.price[i])} is out of range at the tick ${options.tickSize}`
    else if (!Number.isSafeInteger(lots))
      fault = `the quantity ${lot.text(rows.qty[i])} is no multiple of the lot ${options.lotSize}`
    else if (side === NOT_GIVEN) fault = 'the side of the aggressor is not given (--side tick-rule estimates it)'
    if (fault !== null) {
      options.onBadLine(raw.lineOf(i), fault)
      continue
    }
    price[kept] = ticks
    qty[kept] = lots
    ts[kept] = ts[i]
    buy[kept] = side === BOUGHT ? 1 : 0
    fills[kept] = fills[i]
    id[kept] = textId ? i : id[i]
    textId?.push(rows.textId![i])
    kept++
  }
  if (kept === 0) throw new ArchiveError(raw.file, 0, 'contains no valid trades')
  const end = kept
  return sortTrades({
    length: end,
    ts: ts.subarray(0, end),
    price: price.subarray(0, end),
    qty: qty.subarray(0, end),
    buy: buy.subarray(0, end),
    fills: fills.subarray(0, end),
    id: id.subarray(0, end),
    textId,
    seq: null,
  })
}

/** Converts integers at one decimal scale to integers of a unit: exact, or NaN if not a multiple. */
class UnitScale {
  private readonly multiply: number
  private readonly divide: number
  private readonly decimals: number

  constructor(unit: DecimalUnit, decimals: number) {
    // value x 10^-decimals = units x mantissa x 10^exponent
    const shift = -decimals - unit.exponent
    this.decimals = decimals
    this.multiply = shift > 0 ? 10 ** shift : 1
    this.divide = Number(unit.mantissa) * (shift < 0 ? 10 ** -shift : 1)
  }

  units(value: number): number {
    const scaled = value * this.multiply
    if (this.divide === 1) return scaled
    // Products of integers below 2^53 are exact, and cheaper than a remainder.
    const units = Math.round(scaled / this.divide)
    return units * this.divide === scaled ? units : Number.NaN
  }

  text(value: number): string {
    return (value / 10 ** this.decimals).toString()
  }
}

/**
 * Infers sides by the tick rule: above the last different price bought, below it sold; equal prices repeat the last
 * side. Before the first price change the side is that of the first change.
 */
function tickRule(rows: RawColumns): Uint8Array {
  const sides = new Uint8Array(rows.length).fill(NOT_GIVEN)
  let current: number = NOT_GIVEN
  let leading = 0
  for (let i = 0; i < rows.length; i++) {
    const before = i > 0 ? rows.price[i - 1] : rows.price[i]
    if (rows.price[i] !== before) current = rows.price[i] > before ? BOUGHT : 0
    if (current === NOT_GIVEN) leading = i + 1
    sides[i] = current
  }
  sides.fill(leading < rows.length ? sides[leading] : BOUGHT, 0, leading)
  return sides
}

/**
 * Derives tick and lot of an unknown market: the greatest common divisor of all prices, and of all quantities.
 *
 * A tick finer than 1e-12 of the price is rejected: it comes from a price that was rounded as a float.
 */
export function deriveUnits(raw: RawFile): { tickSize: string; lotSize: string } {
  const { rows } = raw
  const tick = divisor(rows.price, rows.length)
  const lot = divisor(rows.qty, rows.length)
  const highest = rows.price.subarray(0, rows.length).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (tick === 0) throw new ArchiveError(raw.file, 0, 'every price is 0: specify the tick with --tick')
  if (tick < 1e-12 * highest) {
    throw new ArchiveError(
      raw.file,
      0,
      `the prices divide only by ${decimalText(tick, rows.priceDecimals)}: not a tick, specify it with --tick`,
    )
  }
  return { tickSize: decimalText(tick, rows.priceDecimals), lotSize: decimalText(lot, rows.qtyDecimals) }
}

function divisor(values: Float64Array, length: number): number {
  let common = 0
  for (let i = 0; i < length && common !== 1; i++) {
    let a = Math.abs(values[i])
    if (common !== 0 && Math.round(a / common) * common === a) continue
    let b = common
    while (b !== 0) [a, b] = [b, a % b]
    common = a
  }
  return common
}

/** value x 10^-decimals without trailing zeros. */
function decimalText(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction ? `.${fraction}` : '')
}
