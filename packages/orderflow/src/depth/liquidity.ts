import type { Bars } from '../bars/bars.ts'
import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import { lotsAt } from '../units/lots.ts'
import type { UnixMs } from '../units/units.ts'
import { ASK, BID } from './depth.ts'
import type { BookSide, DepthColumns, KnownWindow } from './depth.ts'
import { firstCell, headOf, intersectRows, NO_ROWS } from './depth-columns.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** What happened to the resting quantity of a row between two moments; lower bounds, in `qtyUnit`s. */
export interface Liquidity {
  /** Stacked: quantity placed. */
  readonly added: number
  /** Quantity that disappeared: traded or pulled. */
  readonly removed: number
  /** Quantity withdrawn without a trade. */
  readonly pulled: number
}

/**
 * The account of a row of one side: end = start + added - removed, removed = traded + pulled.
 *
 * Input   start, end: resting quantity at both moments; up: sum of the increases seen between them; traded: what trades
 *         consumed. All safe integers >= 0, in `qtyUnit`s.
 * Output  added = max(up, traded + end - start), removed = added - (end - start), pulled = removed - traded: the least
 *         quantities that explain the input, all >= 0. Books are sent as net changes and trades can consume quantity
 *         that was never shown, so the true ones may be greater.
 * Throws  RangeError for input out of range, OrderflowError QUANTITY_RANGE when a result exceeds 2^53 - 1.
 * Source  docs/formulas/stacked-and-pulled.md.
 */
export function liquidityOf(start: number, end: number, up: number, traded: number): Liquidity {
  for (const lots of [start, end, up, traded]) {
    if (!(Number.isSafeInteger(lots) && lots >= 0)) {
      throw new RangeError(`Condition failed: quantities are safe integers >= 0, had ${lots}`)
    }
  }
  const net = end - start
  const added = Math.max(up, traded + net)
  const removed = added - net
  if (added > MAX || removed > MAX) throw new OrderflowError('QUANTITY_RANGE', 'an account beyond 2^53 - 1')
  return { added, removed, pulled: removed - traded }
}

/** Traded volume per row and side of the book: bids are consumed by sells, asks by buys. */
export class TradedRows {
  readonly step: number
  readonly #sides = [new Map<number, number>(), new Map<number, number>()] as const

  constructor(step: number) {
    this.step = step
  }

  /** Adds a volume, `qtyUnit`s. Throws OrderflowError QUANTITY_RANGE when a sum exceeds 2^53 - 1. */
  add(side: BookSide, row: number, lots: number): void {
    const sum = this.lotsAt(side, row) + lots
    if (sum > MAX) throw new OrderflowError('QUANTITY_RANGE', `a traded volume beyond 2^53 - 1 in row ${row}`)
    if (lots > 0) this.#sides[side].set(row, sum)
  }

  lotsAt(side: BookSide, row: number): number {
    return this.#sides[side].get(row) ?? 0
  }

  /** Rows with a volume, in no order. */
  rows(side: BookSide): Iterable<number> {
    return this.#sides[side].keys()
  }

  /**
   * Adds the trades [from, to).
   *
   * Input   factor: `qtyUnit`s per lot, a whole number >= 1.
   */
  addTrades(trades: Trades, factor: number, from = 0, to: number = trades.length): void {
    for (let i = from; i < to; i++) {
      this.add(trades.buy[i] === 1 ? ASK : BID, Math.floor(trades.price[i] / this.step), trades.qty[i] * factor)
    }
  }

  /**
   * Adds the cells of bar i.
   *
   * Input   factor: `qtyUnit`s per lot, a whole number >= 1. The step is a multiple of that of the bars.
   * Throws  OrderflowError BAD_STEP, QUANTITY_RANGE.
   */
  addBar(bars: Bars, i: number, factor: number): void {
    if (this.step % bars.step !== 0) {
      throw new OrderflowError('BAD_STEP', `a step here is a multiple of ${bars.step}, had ${this.step}`)
    }
    const rows = this.step / bars.step
    for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
      const row = Math.floor(bars.row[k] / rows)
      this.add(BID, row, Number(lotsAt(bars, 'cellBid', k)) * factor)
      this.add(ASK, row, Number(lotsAt(bars, 'cellAsk', k)) * factor)
    }
  }
}

/** Accounts of the rows that were known from the start to the end; columns, by side and then row, ascending. */
export interface LiquidityRows {
  /** Rows, inclusive, whose accounts these are; low > high: none. Of these rows, those not listed held nothing. */
  readonly known: KnownWindow
  readonly length: number
  readonly side: Uint8Array
  readonly row: Float64Array
  readonly start: Float64Array
  readonly end: Float64Array
  readonly added: Float64Array
  readonly removed: Float64Array
  readonly traded: Float64Array
  readonly pulled: Float64Array
}

interface Account {
  start: number
  end: number
  up: number
}

/**
 * Stacked, removed, traded and pulled volume of every row between two moments.
 *
 * Input   columns: from at least one interval before `fromMs` to `toMs`, which are edges of intervals; the quantity at
 *         `fromMs` is that at the end of the interval before. traded: the volume of the trades with fromMs <= ts < toMs,
 *         at the same step and unit.
 * Output  the rows known in every interval from the one before `fromMs` to the last; none when one of them is missing.
 * Cost    one pass over the cells, then a sort of the rows.
 * Throws  RangeError when the moments are not edges within the columns; OrderflowError BAD_STEP for traded rows of another
 *         step, QUANTITY_RANGE when a sum exceeds 2^53 - 1.
 * Source  docs/formulas/stacked-and-pulled.md.
 */
export function liquidityRows(columns: DepthColumns, fromMs: UnixMs, toMs: UnixMs, traded: TradedRows): LiquidityRows {
  if (traded.step !== columns.step) {
    throw new OrderflowError('BAD_STEP', `the traded rows have ${traded.step} ticks, the columns ${columns.step}`)
  }
  const from = (fromMs - columns.fromMs) / columns.intervalMs
  const to = (toMs - columns.fromMs) / columns.intervalMs
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= columns.length)) {
    throw new RangeError(`Condition failed: the moments are edges within the columns, had ${fromMs} and ${toMs}`)
  }
  const known = knownRows(columns, from - 1, to)
  const sides = known.low > known.high ? [] : [BID, ASK]
  return listAccounts(
    sides.map((side) => collectAccounts(columns, from, to, side as BookSide, known, traded)),
    known,
    traded,
  )
}

/** Rows known in all columns [from, to); none without a column before the first. */
function knownRows(columns: DepthColumns, from: number, to: number): KnownWindow {
  if (from < 0) return NO_ROWS
  let known = headOf(columns, from).rows
  for (let i = from + 1; i < to; i++) known = intersectRows(known, headOf(columns, i).rows)
  return known
}

function collectAccounts(
  columns: DepthColumns,
  from: number,
  to: number,
  side: BookSide,
  known: KnownWindow,
  traded: TradedRows,
): Map<number, Account> {
  const accounts = new Map<number, Account>()
  const isKnown = (row: number): boolean => row >= known.low && row <= known.high
  const accountOf = (row: number): Account => {
    const account = accounts.get(row) ?? { start: 0, end: 0, up: 0 }
    accounts.set(row, account)
    return account
  }
  for (let i = from - 1; i < to; i++) {
    for (let k = firstCell(columns, i); k < columns.cellEnd[i]; k++) {
      if (columns.side[k] !== side || !isKnown(columns.row[k])) continue
      if (i < from && columns.lots[k] === 0) continue
      const account = accountOf(columns.row[k])
      if (i < from) account.start = columns.lots[k]
      else account.up += columns.up[k]
      if (i === to - 1) account.end = columns.lots[k]
    }
  }
  for (const row of traded.rows(side)) if (isKnown(row)) accountOf(row)
  return accounts
}

function listAccounts(sides: readonly Map<number, Account>[], known: KnownWindow, traded: TradedRows): LiquidityRows {
  const length = sides.reduce((sum, { size }) => sum + size, 0)
  const column = (): Float64Array => new Float64Array(length)
  const rows = {
    known,
    length,
    side: new Uint8Array(length),
    row: column(),
    start: column(),
    end: column(),
    added: column(),
    removed: column(),
    traded: column(),
    pulled: column(),
  }
  let at = 0
  for (const [side, accounts] of sides.entries()) {
    for (const [row, { start, end, up }] of [...accounts].toSorted(([a], [b]) => a - b)) {
      if (up > MAX) throw new OrderflowError('QUANTITY_RANGE', `a sum beyond 2^53 - 1 in row ${row}`)
      const lots = traded.lotsAt(side as BookSide, row)
      const { added, removed, pulled } = liquidityOf(start, end, up, lots)
      rows.side[at] = side
      rows.row[at] = row
      rows.start[at] = start
      rows.end[at] = end
      rows.added[at] = added
      rows.removed[at] = removed
      rows.traded[at] = lots
      rows.pulled[at++] = pulled
    }
  }
  return rows
}
