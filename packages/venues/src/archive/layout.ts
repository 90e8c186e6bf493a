import type { IdRule } from '@flowprint/orderflow'
import { ArchiveError } from '../errors.ts'

/**
 * Columns of the supported archive files: one entry per layout. INDICATORS 1 defines what each means for a trade;
 * `maker` true = the aggressor sold.
 */
export type ColumnRole =
  | 'id' // id of the trade, or of its first fill
  | 'firstId'
  | 'lastId'
  | 'fills' // how many fills the trade merges; 1 without such a column
  | 'price'
  | 'qty'
  | 'time' // since the epoch, in the file's unit
  | 'side' // of the aggressor: b…/B… bought, s…/S… sold
  | 'maker' // true when the buyer was the maker
  | 'skip'

export interface Layout {
  readonly name: string
  readonly format: 'binance' | 'bybit' | 'tardis' | 'canonical'
  /** Header texts, lower case, in file order; files without a header have the same columns. */
  readonly header: readonly string[]
  readonly roles: readonly ColumnRole[]
  /** Whether files of this layout come with a header, without, or both. */
  readonly hasHeader: 'always' | 'never' | 'either'
  readonly ids: IdRule
  /** Whether a day file covers its whole UTC day (INDICATORS 11). */
  readonly coversDays: boolean
}

const LAYOUTS: readonly Layout[] = [
  {
    name: 'canonical',
    format: 'canonical',
    hasHeader: 'either',
    ids: 'none',
    coversDays: false,
    header: ['id', 'ts_us', 'price', 'qty', 'side'],
    roles: ['id', 'time', 'price', 'qty', 'side'],
  },
  {
    // The /export format: the id is that of the first fill.
    name: 'canonical with fills',
    format: 'canonical',
    hasHeader: 'either',
    ids: 'none',
    coversDays: false,
    header: ['id', 'ts_us', 'price', 'qty', 'side', 'fills'],
    roles: ['id', 'time', 'price', 'qty', 'side', 'fills'],
  },
  {
    name: 'Binance futures aggTrades',
    format: 'binance',
    hasHeader: 'either',
    ids: 'fills',
    coversDays: true,
    header: ['agg_trade_id', 'price', 'quantity', 'first_trade_id', 'last_trade_id', 'transact_time', 'is_buyer_maker'],
    roles: ['skip', 'price', 'qty', 'firstId', 'lastId', 'time', 'maker'],
  },
  {
    name: 'Binance spot aggTrades',
    format: 'binance',
    hasHeader: 'either',
    ids: 'fills',
    coversDays: true,
    header: [
      'agg_trade_id',
      'price',
      'quantity',
      'first_trade_id',
      'last_trade_id',
      'transact_time',
      'is_buyer_maker',
      'is_best_match',
    ],
    roles: ['skip', 'price', 'qty', 'firstId', 'lastId', 'time', 'maker', 'skip'],
  },
  {
    name: 'Binance futures trades',
    format: 'binance',
    hasHeader: 'either',
    ids: 'sparse',
    coversDays: true,
    header: ['id', 'price', 'qty', 'quote_qty', 'time', 'is_buyer_maker'],
    roles: ['id', 'price', 'qty', 'skip', 'time', 'maker'],
  },
  {
    name: 'Binance spot trades',
    format: 'binance',
    hasHeader: 'either',
    ids: 'contiguous',
    coversDays: true,
    header: ['id', 'price', 'qty', 'quote_qty', 'time', 'is_buyer_maker', 'is_best_match'],
    roles: ['id', 'price', 'qty', 'skip', 'time', 'maker', 'skip'],
  },
  {
    name: 'Bybit derivatives',
    format: 'bybit',
    hasHeader: 'always',
    ids: 'none',
    coversDays: true,
    header: [
      'timestamp',
      'symbol',
      'side',
      'size',
      'price',
      'tickdirection',
      'trdmatchid',
      'grossvalue',
      'homenotional',
      'foreignnotional',
    ],
    roles: ['time', 'skip', 'side', 'qty', 'price', 'skip', 'id', 'skip', 'skip', 'skip'],
  },
  {
    name: 'Bybit spot',
    format: 'bybit',
    hasHeader: 'always',
    ids: 'none',
    coversDays: true,
    header: ['id', 'timestamp', 'price', 'volume', 'side'],
    roles: ['id', 'time', 'price', 'qty', 'side'],
  },
  {
    name: 'Tardis trades',
    format: 'tardis',
    hasHeader: 'always',
    ids: 'none',
    coversDays: true,
    header: ['exchange', 'symbol', 'timestamp', 'local_timestamp', 'id', 'side', 'price', 'amount'],
    roles: ['skip', 'skip', 'time', 'skip', 'id', 'side', 'price', 'qty'],
  },
]

/** Alternative header names that venues have used for the same columns. */
const HEADER_ALIASES: Readonly<Record<string, string>> = {
  a: 'agg_trade_id',
  aggtradeid: 'agg_trade_id',
  agg_id: 'agg_trade_id',
  p: 'price',
  q: 'quantity',
  f: 'first_trade_id',
  l: 'last_trade_id',
  t: 'transact_time',
  m: 'is_buyer_maker',
  trade_id: 'id',
  quoteqty: 'quote_qty',
  isbuyermaker: 'is_buyer_maker',
  isbestmatch: 'is_best_match',
  was_best_price: 'is_best_match',
  first_id: 'first_trade_id',
  last_id: 'last_trade_id',
  timestamp_us: 'ts_us',
}

export interface DetectedLayout {
  readonly layout: Layout
  readonly hasHeader: boolean
  /** Columns in the file; unknown trailing ones are skipped (some venues add columns). */
  readonly columns: number
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)

function headerName(text: string): string {
  const name = text.trim().toLowerCase().replace(/^"|"$/g, '')
  return HEADER_ALIASES[name] ?? name
}

function matchesHeader(layout: Layout, names: readonly string[]): boolean {
  return names.length >= layout.header.length && layout.header.every((name, i) => names[i] === name)
}

/** Whether a line without header has values of the kinds that this layout expects. */
function matchesValues(layout: Layout, fields: readonly string[]): boolean {
  if (layout.hasHeader === 'always' || fields.length !== layout.roles.length) return false
  return layout.roles.every((role, i) => {
    if (role === 'skip') return true
    if (role === 'maker') return /^(true|false)$/i.test(fields[i])
    if (role === 'side') return /^(b|s|buy|sell|unknown|)$/i.test(fields[i])
    if (role === 'id') return fields[i] !== ''
    return isNumber(fields[i])
  })
}

/**
 * Detects the layout of a file from its first line.
 *
 * Without a header, layouts differ by the number and content of their columns; Binance's spot aggTrades and spot trades
 * are distinguished by `is_best_match` and their number of columns.
 */
export function detectLayout(firstLine: string, format: string, file: string): DetectedLayout {
  const fields = firstLine
    .replace(/^\uFEFF/, '')
    .trim()
    .split(',')
  const names = fields.map(headerName)
  const candidates = LAYOUTS.filter((layout) => format === 'auto' || layout.format === format)
  // The longest matching layout wins: a shorter one may be its prefix.
  const byLength = [...candidates].sort((a, b) => b.header.length - a.header.length)
  const byHeader = byLength.find((layout) => matchesHeader(layout, names))
  if (byHeader) return { layout: byHeader, hasHeader: true, columns: fields.length }
  const byValues = byLength.find((layout) => matchesValues(layout, fields))
  if (byValues) return { layout: byValues, hasHeader: false, columns: fields.length }
  const known = candidates.map((layout) => `${layout.name} (${layout.header.join(',')})`).join('; ')
  throw new ArchiveError(file, 1, `unknown layout: "${firstLine.slice(0, 120)}". Known: ${known}`)
}
