import { CYCLES, LEAD_IN_BARS, SEQUENCE_PATTERN } from '@flowprint/orderflow'
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

export const DEFAULT_BARS = 500
export const MAX_BARS = 5000
export const MAX_CELLS = 2_000_000
export { LEAD_IN_BARS }

export const SymbolArgument = TextArgument(64, { description: 'as in /menus', examples: ['BINANCE:LTCUSDT'] })

/**
 * Replay: the answer is what a reader saw whose market ended at this moment, with only what happened before it
 * (docs/replay.md). Exact to the millisecond.
 */
export const asOf = {
  as_of: Type.Optional(
    TimeArgument({
      description: 'answer as of this moment: nothing at or after it is included. ms or ISO-8601; defaults to now',
      examples: [],
    }),
  ),
}

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
  to: Type.Optional(TimeArgument({ description: 'exclusive: ms or ISO-8601; defaults to now' })),
  limit: Type.Optional(
    IntegerArgument(1, MAX_BARS, {
      description: `maximum number of bars, counted from the end of the window; ${DEFAULT_BARS} unless from and to are given. Bars of fills or volume that start in the same millisecond are never separated`,
    }),
  ),
  lead_in: Type.Optional(
    FlagArgument({ description: `include ${LEAD_IN_BARS} bars before the window, marked as lead-in` }),
  ),
  indicators: Type.Optional(FlagArgument({ description: 'JSON only: include indicators' })),
  unit: Type.Optional(
    ChoiceArgument(['base', 'quote'], { description: 'JSON only: unit of volumes', default: 'base' }),
  ),
  imbalance_ratio: Type.Optional(DecimalArgument({ description: 'ratio of an imbalance; default 3' })),
  imbalance_min_volume: Type.Optional(
    DecimalArgument({ description: 'auto, or a quantity in base units', 'x-also': ['auto'] }),
  ),
  zero_side: Type.Optional(
    ChoiceArgument(['count', 'ignore'], { description: 'whether an imbalance counts when the opposite cell is 0' }),
  ),
  stack_min: Type.Optional(IntegerArgument(2, 100, { description: 'minimum rows of a stacked imbalance; default 3' })),
  zone_min: Type.Optional(
    IntegerArgument(2, 100, { description: 'minimum rows of a stack that becomes a zone; default 4' }),
  ),
  value_area: Type.Optional(DecimalArgument({ description: 'percent of the volume; default 70' })),
  settings: Type.Optional(
    TextArgument(8192, {
      description: 'indicator settings as base64url JSON, as in the link; individual arguments take precedence',
    }),
  ),
  ...asOf,
})
export type FootprintQuery = Static<typeof FootprintQuery>

export const REPLAY_TARGETS = ['signal', 'session', 'alert'] as const

/** Bars that one answer of /replay_target searches at most. */
export const MAX_SEARCHED_BARS = 10_000

export const ReplayTargetQuery = Type.Object({
  symbol: SymbolArgument,
  cycle: CycleArgument('what ends a bar'),
  precision: DecimalArgument({ description: 'row height: any positive multiple of the tick size', examples: ['0.05'] }),
  from: TimeArgument({ description: 'search after, or before, this moment: ms or ISO-8601' }),
  kind: ChoiceArgument(REPLAY_TARGETS, {
    description:
      'signal: end of a bar with a stack, effort without reward, absorption or exhaustion that the settings show; ' +
      'session: the first 00:00 UTC of a day with trades; ' +
      "alert: the first moment at which what fired one of the caller's own alerts on this symbol is visible",
  }),
  direction: Type.Optional(ChoiceArgument(['next', 'previous'], { description: 'where to search', default: 'next' })),
  settings: Type.Optional(
    TextArgument(8192, {
      description: 'indicator settings as base64url JSON, as in the link; default: the usual ones',
    }),
  ),
})
export type ReplayTargetQuery = Static<typeof ReplayTargetQuery>

export const ReplayTarget = Type.Object({
  t: Type.Union([Type.Integer(), Type.Null()], {
    description: 'the moment, ms: the cutoff to move to; null: none was found',
  }),
  searched: Type.Integer({ description: 'ms: searched from `from` up to here; continue from it' }),
})
export type ReplayTarget = Static<typeof ReplayTarget>
