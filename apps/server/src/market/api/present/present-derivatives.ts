import { LIQUIDATIONS_COLUMNS, MARKET_STATS_COLUMNS } from '@flowprint/contract'
import type { Funding, Liquidations, OpenInterest, LiquidationRow, LiquidationSum } from '@flowprint/contract'
import { MINUTE_MS, notionalUnit, parseFraction } from '@flowprint/orderflow'
import type {
  InstrumentUnits,
  LiquidationCover,
  Liquidations as LiquidationColumns,
  MarketStats,
} from '@flowprint/orderflow'
import { plainLine } from '../../../platform/csv/index.ts'
import type { Instrument, MinuteStat, ReadBudget } from '../../store/index.ts'
import { decimalWriter } from '../../text.ts'
import type { DerivativesReads, LoadedLiquidations, LoadedStats, StatInterval } from '../load-derivatives.ts'
import { statParts } from '../rules/derivatives-query.ts'

const completenessOf = ({ isComplete }: LiquidationCover): 'all' | 'lower bound' => (isComplete ? 'all' : 'lower bound')

/** The fields that every answer has. */
const answerOf = (
  { symbol, tickSize, lotSize, version, tape, simulated }: Instrument,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  delayed: boolean,
) => ({
  symbol,
  tick_size: tickSize,
  lot_size: lotSize,
  instrument_version: version,
  tape,
  from: fromMs,
  to: toMs,
  delayed,
  simulated,
})

export function presentLiquidations(
  loaded: LoadedLiquidations,
  instrument: Instrument,
  delayed: boolean,
): Liquidations {
  const { list, sums, coverage, newest, lastSeq, hasNext } = loaded
  const rows = list === null ? [] : liquidationRows(list, instrument)
  const last = rows.at(-1)
  const qty = decimalWriter(instrument.lotSize)
  const value = decimalWriter(notionalUnit(instrument))
  return {
    ...answerOf(instrument, loaded, delayed),
    completeness: newest === null ? null : completenessOf(newest),
    last_seq: lastSeq,
    coverage: coverage.map((cover) => [cover.from, cover.to, completenessOf(cover)]),
    list: rows,
    sums: sums.map(({ t, longLots, shortLots, longValue, shortValue, count }): LiquidationSum => [
      t,
      qty(longLots),
      qty(shortLots),
      value(longValue),
      value(shortValue),
      count,
    ]),
    next: hasNext && last !== undefined ? `${last[1]}_${last[0]}` : null,
  }
}

function liquidationRows(list: LiquidationColumns, units: InstrumentUnits): LiquidationRow[] {
  const price = decimalWriter(units.tickSize)
  const qty = decimalWriter(units.lotSize)
  const rows: LiquidationRow[] = []
  for (let i = 0; i < list.length; i++)
    rows.push([
      list.seq[i],
      list.ts[i],
      list.isLong[i] === 1 ? 'long' : 'short',
      price(list.price[i]),
      qty(list.lots[i]),
    ])
  return rows
}

export const presentOpenInterest = (
  { range, intervals }: LoadedStats,
  instrument: Instrument,
  delayed: boolean,
): OpenInterest => ({
  ...answerOf(instrument, range, delayed),
  interval_ms: range.intervalMs,
  list: intervals.flatMap((interval) => openInterestRow(interval) ?? []),
})

/** First, highest, lowest and last value; null: no minute has one. */
function openInterestRow({ t, minutes }: StatInterval): [OpenInterest['list'][number]] | null {
  const values = minutes.flatMap(({ openInterest }) => openInterest ?? [])
  if (values.length === 0) return null
  let [high] = values
  let [low] = values
  for (const value of values) {
    if (isGreater(value, high)) high = value
    if (isGreater(low, value)) low = value
  }
  return [[t, values[0], high, low, values[values.length - 1]]]
}

/** Compares decimal texts exactly. Rounding to doubles keeps the order, so that only equal doubles need fractions. */
function isGreater(a: string, b: string): boolean {
  const [x, y] = [Number(a), Number(b)]
  if (x !== y || a === b) return x > y
  const [left, right] = [parseFraction(a), parseFraction(b)]
  return left.num * right.den > right.num * left.den
}

export const presentFunding = (
  { range, intervals }: LoadedStats,
  instrument: Instrument,
  delayed: boolean,
): Funding => ({
  ...answerOf(instrument, range, delayed),
  interval_ms: range.intervalMs,
  list: intervals.flatMap(({ t, minutes }): Funding['list'] => {
    const last = lastOf(minutes)
    const values = [last('fundingRate'), last('nextFundingMs'), last('markPrice'), last('indexPrice')] as const
    return values.every((value) => value === null) ? [] : [[t, ...values]]
  }),
})

/** Reads the last value of a field; null: no minute has one. */
const lastOf =
  (minutes: readonly MinuteStat[]) =>
  <Key extends keyof MinuteStat>(key: Key): MinuteStat[Key] | null =>
    minutes.findLast((minute) => minute[key] !== null)?.[key] ?? null

/** The last values of each interval as columns of doubles. */
export function packStats({ intervals }: LoadedStats): MarketStats {
  const lasts = intervals.map(({ minutes }) => lastOf(minutes))
  const column = (key: keyof MinuteStat): Float64Array => Float64Array.from(lasts, (last) => Number(last(key) ?? NaN))
  return {
    length: intervals.length,
    t: Float64Array.from(intervals, ({ t }) => t),
    openInterest: column('openInterest'),
    fundingRate: column('fundingRate'),
    nextFundingMs: column('nextFundingMs'),
    markPrice: column('markPrice'),
    indexPrice: column('indexPrice'),
  }
}

interface ExportedDerivatives {
  readonly fromMs: number
  readonly toMs: number
  readonly cut: number | undefined
  readonly budget: ReadBudget
}

/** Rows per read of an export. */
const ROWS_PER_READ = 10_000

/** Yields liquidations as pieces of a CSV file, by time, read on demand: each read continues after the last row. */
export async function* exportLiquidations(
  store: DerivativesReads,
  instrument: Instrument,
  { fromMs, toMs, cut, budget }: ExportedDerivatives,
  limit = ROWS_PER_READ,
): AsyncGenerator<string> {
  yield plainLine(LIQUIDATIONS_COLUMNS)
  const value = decimalWriter(notionalUnit(instrument))
  let after: { readonly ts: number; readonly seq: number } | undefined
  for (;;) {
    const page = await store.readLiquidations(instrument, { fromMs, toMs, cut, limit, after })
    budget.spend(page.length)
    if (page.length === 0) return
    const [first, last] = [page.ts[0], page.ts[page.length - 1]]
    const covers = await store.readCoverage(instrument, { fromMs: first, toMs: last + 1, cut })
    const completeness = completenessAt(covers)
    let lines = ''
    for (const [i, row] of liquidationRows(page, instrument).entries()) {
      const text = value(BigInt(page.price[i]) * BigInt(page.lots[i]))
      lines += plainLine([...row, text, completeness(row[1])])
    }
    yield lines
    if (page.length < limit) return
    after = { ts: last, seq: page.seq[page.length - 1] }
  }
}

/**
 * How complete the liquidations at ascending times are; '' where the time is not covered: the venue's clock may be ahead
 * of or behind the connection.
 */
function completenessAt(covers: readonly LiquidationCover[]): (ts: number) => string {
  let at = 0
  return (ts) => {
    while (at < covers.length && covers[at].to <= ts) at += 1
    return at < covers.length && covers[at].from <= ts ? completenessOf(covers[at]) : ''
  }
}

/** Yields the minutes of a market as pieces of a CSV file, oldest first, read on demand. */
export async function* exportMarketStats(
  store: DerivativesReads,
  instrument: Instrument,
  { budget, cut, ...range }: ExportedDerivatives,
): AsyncGenerator<string> {
  yield plainLine(MARKET_STATS_COLUMNS)
  for (const part of statParts(range)) {
    budget.spend(Math.ceil((part.toMs - part.fromMs) / MINUTE_MS))
    const minutes = await store.readStats(instrument, { ...part, cut })
    yield minutes
      .map(({ minute, openInterest, fundingRate, nextFundingMs, markPrice, indexPrice }) =>
        plainLine([
          minute,
          openInterest ?? '',
          fundingRate ?? '',
          nextFundingMs ?? '',
          markPrice ?? '',
          indexPrice ?? '',
        ]),
      )
      .join('')
  }
}
