import { fraction, roundFraction } from './rational.ts'
import type { PracticeMoney, PracticeTrip } from './practice.ts'
import type { InstrumentUnits } from '../trades/trades.ts'
import { decimalUnit, fromUnits, multiplyUnits } from '../units/decimals.ts'
import type { Fraction } from '../units/decimals.ts'

/** Decimals of an average price beyond those of the tick. */
const EXTRA_DECIMALS = 2

/** Money as exact decimal text in the quote currency, without trailing zeros after the first two decimals. */
export function practiceMoneyText(money: PracticeMoney | Fraction, { tickSize, lotSize }: InstrumentUnits): string {
  const unit = multiplyUnits(decimalUnit(tickSize), decimalUnit(lotSize))
  const micros = typeof money === 'bigint' ? money : roundFraction(money)
  const text = fromUnits(micros, multiplyUnits(unit, { mantissa: 1n, exponent: -6 }))
  return text.includes('.') ? text.replace(/(\.\d\d\d*?)0+$/, '$1') : text
}

/** An average price, or a distance in ticks, as decimal text; rounded to two decimals more than the tick has. */
export function practicePriceText({ num, den }: Fraction, tickSize: string): string {
  const { mantissa, exponent } = decimalUnit(tickSize)
  const extra = 10n ** BigInt(EXTRA_DECIMALS)
  return fromUnits(roundFraction(fraction(num * mantissa * extra, den)), {
    mantissa: 1n,
    exponent: exponent - EXTRA_DECIMALS,
  })
}

/** Columns of the file of round trips. */
const TRIP_COLUMNS = [
  'side',
  'entry_time',
  'exit_time',
  'duration_ms',
  'quantity',
  'entry_price',
  'exit_price',
  'gross',
  'fees',
  'net',
  'mae_ticks',
  'mfe_ticks',
] as const

/**
 * The round trips as CSV (RFC 4180) with a header; times are ISO 8601 texts made by `timeText`.
 *
 * Output  quantities and money exact; average prices and excursions rounded to two decimals more than the tick (or than 1).
 */
export function practiceCsv(
  trips: readonly PracticeTrip[],
  units: InstrumentUnits,
  timeText: (time: number) => string,
): string {
  const lot = decimalUnit(units.lotSize)
  const rows = trips.map((trip) => [
    trip.side,
    timeText(trip.entryTime),
    timeText(trip.exitTime),
    String(trip.durationMs),
    fromUnits(trip.lots, lot),
    practicePriceText(trip.entryTick, units.tickSize),
    practicePriceText(trip.exitTick, units.tickSize),
    practiceMoneyText(trip.gross, units),
    practiceMoneyText(trip.fees, units),
    practiceMoneyText(trip.net, units),
    practicePriceText(trip.mae, '1'),
    practicePriceText(trip.mfe, '1'),
  ])
  return [TRIP_COLUMNS, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}
