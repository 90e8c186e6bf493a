import {
  matchesScan,
  SCAN_COLUMNS,
  type ScanColumn,
  type ScanCondition,
  type ScanContent,
  type ScanRow,
} from '@flowprint/contract'
import { formatCompact, formatSigned, groupDigits } from '../../shared/format/number.ts'

export type SortColumn = ScanContent['sort']['column']

/** What the page shows at first: values that compare across markets. */
export const DEFAULT_SCAN: ScanContent = {
  interval: '5m',
  conditions: [],
  sort: { column: 'volume_quote', descending: true },
  columns: [
    'close',
    'change',
    'volume_quote',
    'relative_volume',
    'delta_share',
    'stacks_buy',
    'stacks_sell',
    'zones_support',
    'zones_resistance',
    'absorption_bullish',
    'absorption_bearish',
    'effort',
    'big_buys',
    'big_sells',
    'vwap_distance',
    'poc_distance',
  ],
}

/** Counts of one side are coloured by it, whatever their sign. */
const SIDES: Partial<Record<ScanColumn, 1 | -1>> = {
  stacks_buy: 1,
  stacks_sell: -1,
  zones_support: 1,
  zones_resistance: -1,
  absorption_bullish: 1,
  absorption_bearish: -1,
  big_buys: 1,
  big_sells: -1,
}

/** Columns whose colour says how large the value is, without a direction. */
const NEUTRAL: ReadonlySet<ScanColumn> = new Set(['volume', 'volume_quote', 'relative_volume'])

/** Prices of different markets do not compare. */
const PLAIN: ReadonlySet<ScanColumn> = new Set(['close'])

/** The value as text; a dash when it is unknown. */
export function cellText(column: ScanColumn, value: ScanRow[ScanColumn]): string {
  if (value === null) return '–'
  switch (SCAN_COLUMNS[column]) {
    case 'decimal':
      if (column === 'close') return groupDigits(String(value))
      return column === 'delta' || column === 'delta_quote'
        ? formatSigned(formatCompact(String(value)))
        : formatCompact(String(value))
    case 'percent':
      return formatSigned(fixedText(Number(value), 2))
    case 'ratio':
      return Number(value).toFixed(2)
    case 'score':
      return value === 0 ? '0' : formatSigned(fixedText(Number(value), 1))
    case 'count':
      return String(value)
  }
}

/** Zero has no sign after rounding. */
const fixedText = (value: number, decimals: number): string => value.toFixed(decimals).replace(/^-(?=[0.]+$)/, '')

/** Whether the text of a cell shows zero; a value may be rounded to it. */
export const isZeroText = (text: string): boolean => /\d/.test(text) && !/[1-9]/.test(text)

/** The whole value, for the tip of a cell. */
export const exactText = (value: ScanRow[ScanColumn]): string =>
  value === null ? '' : typeof value === 'string' ? groupDigits(value) : String(value)

export type HeatScale = Readonly<Partial<Record<ScanColumn, number>>>

/** The value of each column that gets the strongest colour: the 95th percentile of the rows. */
export function heatScale(rows: readonly ScanRow[], columns: readonly ScanColumn[]): HeatScale {
  const scale: Partial<Record<ScanColumn, number>> = {}
  for (const column of columns) {
    const sizes = rows
      .map((row) => Math.abs(Number(row[column] ?? 0)))
      .filter((size) => size > 0)
      .sort((a, b) => a - b)
    if (sizes.length > 0) scale[column] = sizes[Math.floor((sizes.length - 1) * 0.95)]
  }
  return scale
}

export interface Heat {
  readonly tone: 'positive' | 'negative' | 'neutral'
  /** 0 to 1. */
  readonly strength: number
}

/** The colour of a cell; null: none, also where the value is shown as zero. */
export function heatOf(column: ScanColumn, value: ScanRow[ScanColumn], scale: HeatScale): Heat | null {
  const most = scale[column]
  const size = Number(value ?? 0)
  if (PLAIN.has(column) || most === undefined || size === 0 || isZeroText(cellText(column, value))) return null
  const strength = Math.min(1, Math.abs(size) / most)
  if (NEUTRAL.has(column)) return { tone: 'neutral', strength }
  return { tone: size * (SIDES[column] ?? 1) > 0 ? 'positive' : 'negative', strength }
}

/** The rows that match, in the chosen order; unknown values come last, equal ones by symbol. */
export function scanRows(
  rows: readonly ScanRow[],
  { conditions, sort }: Pick<ScanContent, 'conditions' | 'sort'>,
  search: string,
): readonly ScanRow[] {
  const text = search.trim().toUpperCase()
  const found = rows.filter(
    (row) =>
      (text === '' || row.symbol.toUpperCase().includes(text)) &&
      (conditions.length === 0 || matchesScan(row, conditions)),
  )
  const sign = sort.descending ? -1 : 1
  return found.sort((a, b) => {
    const bySymbol = a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol)
    if (sort.column === 'symbol') return sign * bySymbol
    const [x, y] = [a[sort.column], b[sort.column]]
    if (x === null || y === null) return Number(x === null) - Number(y === null) || bySymbol
    return sign * (Number(x) - Number(y)) || bySymbol
  })
}

/** The condition as text, such as "Delta share % ≥ 20". `name`: that of its column. */
export function conditionText({ operator, value }: ScanCondition, name: string): string {
  const signs = { gte: '≥', lte: '≤', gt: '>', lt: '<', eq: '=', abs_gte: '≥' } as const
  return `${operator === 'abs_gte' ? `|${name}|` : name} ${signs[operator]} ${value}`
}
