import { Type } from 'typebox'
import type { Static } from 'typebox'
import { BarNumber, Choice, DecimalText, Nullable, Row, Sequence, SymbolText, TapeId, TimeMs } from '../schemas.ts'
import { BigTradeMark } from './trades.ts'
import { asOf, SymbolArgument } from './footprint-query.ts'

const End = Choice(['high', 'low'], {
  description: 'the end of the bar; the dominant side is the ask at a high, the bid at a low',
})

export const UnfinishedMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: End,
  price: DecimalText,
  dominant: DecimalText,
  opposite: DecimalText,
  ended: Nullable(TimeMs),
  ended_number: BarNumber,
})
export type UnfinishedMark = Static<typeof UnfinishedMark>

export const AbsorptionMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: End,
  low: DecimalText,
  high: DecimalText,
  dominant: DecimalText,
  opposite: DecimalText,
  rel_volume: Type.Number(),
  share: Type.Number(),
  retreat: Type.Number(),
  known: TimeMs,
  known_number: BarNumber,
})
export type AbsorptionMark = Static<typeof AbsorptionMark>

export const ExhaustionMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: End,
  price: DecimalText,
  cells: Type.Array(DecimalText, { description: 'four rows, starting from the extreme one' }),
  peak: Type.Number({ description: 'the largest of the four as a multiple of the mean cell of the bar' }),
})
export type ExhaustionMark = Static<typeof ExhaustionMark>

/** Sums over the trades from the anchor to the first bar, from which a VWAP of the bars continues. */
export const VwapOpen = Type.Object(
  {
    sum_q: DecimalText,
    sum_pq: DecimalText,
    sum_ppq: Nullable(DecimalText),
  },
  { description: 'quantity, price x quantity, price x price x quantity; null for data stored without it' },
)
export type VwapOpen = Static<typeof VwapOpen>

export const VwapMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  vwap: DecimalText,
  deviation: Nullable(DecimalText),
})
export type VwapMark = Static<typeof VwapMark>

export const CoverageQuery = Type.Object({ symbol: SymbolArgument, ...asOf })
export type CoverageQuery = Static<typeof CoverageQuery>

export const CoverageGap = Type.Object({
  from: TimeMs,
  to: TimeMs,
  missing: Nullable(
    Type.Integer({ minimum: 0, description: "number of missing ids; null when the venue's ids cannot be counted" }),
  ),
  state: Choice(['repairing', 'open', 'lost']),
})

export const Coverage = Type.Object({
  from: Nullable(TimeMs),
  to: Nullable(TimeMs),
  last_seq: Sequence,
  tape: TapeId,
  proof: Choice(['ids', 'volume', 'connection', 'none']),
  gaps: Type.Array(CoverageGap),
})
export type Coverage = Static<typeof Coverage>

const Count = Type.Integer({ minimum: 0 })

/** Lower edge of the row, bid volume, ask volume, bid trades, ask trades. */
export const Level = Row([DecimalText, DecimalText, DecimalText, Count, Count], {
  description: 'lower edge of the row, bid volume, ask volume, bid trades, ask trades',
})

export const FootprintBar = Type.Object({
  t: TimeMs,
  number: BarNumber,
  state: Choice(['open', 'complete', 'repairing', 'incomplete']),
  revision: Count,
  lead_in: Type.Boolean(),
  open: DecimalText,
  high: DecimalText,
  low: DecimalText,
  close: DecimalText,
  volume: DecimalText,
  bid: DecimalText,
  ask: DecimalText,
  trades: Count,
  delta: DecimalText,
  min_delta: Nullable(DecimalText),
  max_delta: Nullable(DecimalText),
  poc: DecimalText,
  vah: DecimalText,
  val: DecimalText,
  levels: Type.Array(Level, { description: 'ascending, only traded rows' }),
})
export type FootprintBar = Static<typeof FootprintBar>

export const Imbalance = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: Choice(['buy', 'sell']),
  price: DecimalText,
  ratio: Nullable(Type.String({ description: 'two decimals, truncated; null when the opposite side is 0' })),
})
export type Imbalance = Static<typeof Imbalance>

export const StackedImbalance = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: Choice(['buy', 'sell']),
  low: DecimalText,
  high: DecimalText,
  count: Count,
  volume: DecimalText,
})
export type StackedImbalance = Static<typeof StackedImbalance>

const EffortMark = Type.Object({
  t: TimeMs,
  number: BarNumber,
  side: Choice(['bullish', 'bearish']),
  score: Type.Number(),
  rel_volume: Type.Number(),
  delta_share: Type.Number(),
  progress: Type.Number(),
  close_location: Type.Number(),
  level: DecimalText,
})
type EffortMark = Static<typeof EffortMark>

const ZoneMark = Type.Object({
  kind: Choice(['stack', 'effort', 'cluster', 'unfinished', 'nakedPoc']),
  side: Choice(['support', 'resistance']),
  low: DecimalText,
  high: DecimalText,
  born: TimeMs,
  born_number: BarNumber,
  state: Choice(['fresh', 'tested', 'broken', 'expired', 'filled']),
  tests: Count,
  ended: Nullable(TimeMs),
  ended_number: BarNumber,
  strength: Type.Number(),
})
type ZoneMark = Static<typeof ZoneMark>

export const Indicators = Type.Object({
  imbalances: Type.Array(Imbalance),
  stacks: Type.Array(StackedImbalance),
  effort: Type.Array(EffortMark),
  unfinished: Type.Array(UnfinishedMark),
  absorption: Type.Array(AbsorptionMark),
  exhaustion: Type.Array(ExhaustionMark),
  big_trades: Type.Optional(
    Type.Array(BigTradeMark, { description: 'oldest first; present when enabled in the settings' }),
  ),
  big_trades_from: Type.Optional(
    Type.Integer({
      description: 'start of the complete range of `big_trades`, ms; present when it is not the first bar',
    }),
  ),
  zones: Type.Array(ZoneMark),
  vwap: Type.Optional(
    Type.Array(VwapMark, { description: 'at the close of each bar; present when enabled in the settings' }),
  ),
})
export type Indicators = Static<typeof Indicators>

export const Footprint = Type.Object({
  symbol: SymbolText,
  cycle: Type.String(),
  precision: DecimalText,
  tick_size: DecimalText,
  lot_size: DecimalText,
  instrument_version: Type.Integer({ minimum: 1 }),
  tape: TapeId,
  last_seq: Sequence,
  watermark: Nullable(TimeMs),
  delayed: Type.Boolean(),
  simulated: Type.Boolean(),
  unit: Type.Optional(Choice(['quote'], { description: 'present when volumes are in quote units' })),
  settings: Type.Optional(
    Type.String({
      description: 'effective indicator settings, base64url JSON; present when indicators or a setting were requested',
    }),
  ),
  cvd_open: DecimalText,
  vwap_open: Nullable(VwapOpen),
  bars: Type.Array(FootprintBar, { description: 'oldest first, only bars with trades' }),
  indicators: Type.Optional(Indicators),
  /** Present when `bars` is empty: the range that has data. */
  coverage: Type.Optional(Coverage),
})
export type Footprint = Static<typeof Footprint>
