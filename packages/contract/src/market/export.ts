import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChoiceArgument, DecimalArgument, TimeArgument } from '../calls/arguments.ts'
import { CycleArgument, SymbolArgument } from './footprint-query.ts'

/** Columns of `what=trades`; `npm run import` restores the same tape from the file. */
export const TRADES_COLUMNS = ['id', 'ts_us', 'price', 'qty', 'side', 'fills'] as const

/** Columns of `what=bars`; volumes in base units, `t` in ms, poc, vah and val as lower edges of their rows. */
export const BARS_COLUMNS = [
  't',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'bid',
  'ask',
  'delta',
  'min_delta',
  'max_delta',
  'trades',
  'poc',
  'vah',
  'val',
  'state',
] as const

/**
 * Additional column for bars of fills or volume, of which several may start in one millisecond: the number within the
 * UTC day.
 */
export const NUMBER_COLUMN = 'number'

export const ExportQuery = Type.Object({
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive: ms or ISO-8601; bars: first start' }),
  to: TimeArgument({ description: 'exclusive: ms or ISO-8601' }),
  what: ChoiceArgument(['trades', 'bars'], {
    description: `trades: ${TRADES_COLUMNS.join(',')} · bars: ${BARS_COLUMNS.join(',')}`,
  }),
  cycle: Type.Optional(CycleArgument('needed for bars; what ends one')),
  precision: Type.Optional(
    DecimalArgument({ description: 'row height of the bars; default: the tick size', examples: ['0.05'] }),
  ),
})
export type ExportQuery = Static<typeof ExportQuery>
