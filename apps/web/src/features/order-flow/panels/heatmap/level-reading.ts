import type { HeatCell, HeatReadout } from '@flowprint/chart/depth'
import { type Bars, decimalUnit, fromUnits, unitRatio } from '@flowprint/orderflow'
import { groupDigits } from '../../../../shared/format/number.ts'

/** One side of the row under the cursor. */
interface SideReading {
  readonly side: 'bid' | 'ask'
  /** Resting quantity at the end of the interval, exact text in base units. */
  readonly size: string
  readonly ageMs: number
  /** It rested already when the book became known: it is at least that old. */
  readonly isAgeOpen: boolean
  /** What happened to the row during the bar, exact texts; added and pulled are lower bounds. null: not known. */
  readonly account: { readonly added: string; readonly traded: string; readonly pulled: string } | null
}

/** The row of the heatmap under the cursor, as texts. */
export interface LevelReading {
  /** seen: not known during the whole interval, with the sizes that were seen. */
  readonly knowledge: 'known' | 'seen' | 'unknown' | 'missing'
  readonly price: string
  readonly sides: readonly SideReading[]
}

export interface LevelUnits {
  readonly tickSize: string
  readonly lotSize: string
  readonly qtyUnit: string
}

/**
 * What is added, traded and pulled in a row during consecutive intervals.
 *
 * Input   up: sum of the increases seen; start, end: quantity before the first and at the end of the last interval; traded:
 *         what trades consumed on that side. All >= 0, in one unit.
 * Output  added = max(up, traded + end - start), pulled = added - (end - start) - traded; both lower bounds, >= 0.
 * Source  docs/decisions/order-book.md, "Accounts of liquidity"
 */
export function accountOf(up: number, start: number, end: number, traded: number): { added: number; pulled: number } {
  const added = Math.max(up, traded + end - start)
  return { added, pulled: added - (end - start) - traded }
}

/**
 * The texts of a row.
 *
 * Input   place: under the cursor; within: the readouts of the intervals of its bar, oldest first;
 *         traded: lots that consumed each side in the bar at the row, null when the bar's rows do not fit it.
 */
export function readLevel(
  place: HeatReadout,
  within: readonly HeatReadout[],
  traded: Readonly<Record<'bid' | 'ask', number>> | null,
  { tickSize, lotSize, qtyUnit }: LevelUnits,
): LevelReading {
  const tick = decimalUnit(tickSize)
  const unit = decimalUnit(qtyUnit)
  const text = (units: number) => groupDigits(fromUnits(units, unit))
  const low = fromUnits(place.lowTick, tick)
  const factor = Number(unitRatio(lotSize, qtyUnit) ?? 1n)
  const sideOf = (side: 'bid' | 'ask'): SideReading | null => {
    const cell = place[side]
    if (cell === null) return null
    const start = startOf(within, side)
    const consumed = traded === null ? Number.NaN : traded[side] * factor
    const account =
      start === null
        ? null
        : { ...accountOf(sumUp(within, side), start, endOf(within, side), consumed), traded: consumed }
    // Sums that are not exact are not shown.
    const isExact = account !== null && Object.values(account).every(Number.isSafeInteger)
    return {
      side,
      size: text(cell.lots),
      ageMs: cell.ageMs,
      isAgeOpen: cell.isAgeOpen,
      account: isExact
        ? { added: text(account.added), traded: text(account.traded), pulled: text(account.pulled) }
        : null,
    }
  }
  const sides = (['bid', 'ask'] as const).flatMap((side) => sideOf(side) ?? [])
  return {
    knowledge: place.knowledge === 'unknown' && sides.length > 0 ? 'seen' : place.knowledge,
    price: place.highTick > place.lowTick ? `${low} – ${fromUnits(place.highTick, tick)}` : low,
    sides,
  }
}

const sumUp = (within: readonly HeatReadout[], side: 'bid' | 'ask') =>
  within.reduce((sum, readout) => sum + (readout[side]?.up ?? 0), 0)

/** The quantity at the end of the last interval. */
const endOf = (within: readonly HeatReadout[], side: 'bid' | 'ask') => within.at(-1)?.[side]?.lots ?? 0

/** The quantity before the first interval; null when the row was not known throughout. */
function startOf(within: readonly HeatReadout[], side: 'bid' | 'ask'): number | null {
  if (within.length === 0 || within.some(({ knowledge }) => knowledge !== 'known')) return null
  const first: HeatCell | null = within[0][side]
  // Nothing rested in the first interval, not even at its start.
  if (first === null) return 0
  return Number.isNaN(first.start) ? null : first.start
}

/**
 * Lots that trades of a bar consumed per side within [lowTick, highTick]: sells consume bids, buys consume asks. null when
 * a row of the bar lies only partly within.
 */
export function tradedIn(
  { step, row, cellBid, cellAsk, cellStart }: Pick<Bars, 'step' | 'row' | 'cellBid' | 'cellAsk' | 'cellStart'>,
  bar: number,
  lowTick: number,
  highTick: number,
): Readonly<Record<'bid' | 'ask', number>> | null {
  if (lowTick % step !== 0 || (highTick + 1) % step !== 0) return null
  const traded = { bid: 0, ask: 0 }
  for (let cell = cellStart[bar]; cell < cellStart[bar + 1]; cell++) {
    const tick = row[cell] * step
    if (tick < lowTick || tick > highTick) continue
    traded.bid += cellBid[cell]
    traded.ask += cellAsk[cell]
  }
  return traded
}
