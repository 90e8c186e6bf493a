import { CYCLES, SEQUENCE_PATTERN } from '@flowprint/orderflow'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  ChoiceArgument,
  DecimalArgument,
  FlagArgument,
  IntegerArgument,
  PatternArgument,
  TextArgument,
  TimeArgument,
} from '../calls/arguments.ts'

export const FOOTPRINT_MIME = 'application/vnd.flowprint.footprint'
export const DEFAULT_BARS = 500
export const MAX_BARS = 5000
export const MAX_CELLS = 2_000_000
/** Bars before the window that make a window's indicators equal those of the whole history (INDICATORS 1). */
export const LEAD_IN_BARS = 350

export const SymbolArgument = TextArgument(64, { description: 'as in /menus', examples: ['BINANCE:LTCUSDT'] })

export const CycleArgument = (description: string) =>
  PatternArgument(
    CYCLES.map((cycle) => cycle.value),
    SEQUENCE_PATTERN,
    '1000t (fills), 2.5v (volume)',
    {
      description: `${description}: a length of time, a number of fills (1000t), or a volume in base units (2.5v)`,
      examples: ['5m'],
    },
  )

export const FootprintQuery = Type.Object({
  symbol: SymbolArgument,
  cycle: CycleArgument('what ends a bar'),
  precision: DecimalArgument({ description: 'row height: any positive multiple of the tick size', examples: ['0.05'] }),
  from: Type.Optional(TimeArgument({ description: 'first bar start, inclusive: ms or ISO-8601' })),
  to: Type.Optional(TimeArgument({ description: 'exclusive: ms or ISO-8601; absent = up to now' })),
  limit: Type.Optional(
    IntegerArgument(1, MAX_BARS, {
      description: `the last so many bars of the window; ${DEFAULT_BARS} unless from and to are given. Bars of fills or volume that begin in one millisecond are never cut apart`,
    }),
  ),
  lead_in: Type.Optional(FlagArgument({ description: `${LEAD_IN_BARS} bars more before the window, marked` })),
  indicators: Type.Optional(FlagArgument({ description: 'JSON: with indicators' })),
  unit: Type.Optional(ChoiceArgument(['base', 'quote'], { description: 'JSON: unit of volumes', default: 'base' })),
  imbalance_ratio: Type.Optional(DecimalArgument({ description: 'plain multiplier, 3 unless said' })),
  imbalance_min_volume: Type.Optional(
    DecimalArgument({ description: 'auto, or a quantity in base units', 'x-also': ['auto'] }),
  ),
  zero_side: Type.Optional(ChoiceArgument(['count', 'ignore'], { description: 'an opposite cell of 0' })),
  stack_min: Type.Optional(
    IntegerArgument(2, 100, { description: 'least rows of a stacked imbalance, 3 unless said' }),
  ),
  zone_min: Type.Optional(
    IntegerArgument(2, 100, { description: 'least rows of a stack that becomes a zone, 4 unless said' }),
  ),
  value_area: Type.Optional(DecimalArgument({ description: 'percent of the volume, 70 unless said' })),
  settings: Type.Optional(
    TextArgument(8192, {
      description: 'base64url JSON of indicator settings, as in the link; single arguments win over it',
    }),
  ),
})
export type FootprintQuery = Static<typeof FootprintQuery>
