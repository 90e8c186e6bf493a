import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChoiceArgument, DecimalArgument, TimeArgument } from '../calls/arguments.ts'
import { Choice, DecimalText, Nullable, Sequence, SymbolText, TapeId, TimeMs } from '../schemas.ts'
import { Level } from './footprint-answer.ts'
import { asOf, SymbolArgument } from './footprint-query.ts'

/** Maximum rows per response. */
export const MAX_PROFILE_ROWS = 50_000
/** Maximum stored cells summed per response: about a month of the busiest market at native ticks. */
export const MAX_PROFILE_CELLS = 20_000_000

export const ProfileQuery = Type.Object({
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive: ms or ISO-8601; any millisecond' }),
  to: Type.Optional(TimeArgument({ description: 'exclusive: ms or ISO-8601; defaults to now' })),
  precision: DecimalArgument({ description: 'row height: any positive multiple of the tick size', examples: ['0.05'] }),
  value_area: Type.Optional(DecimalArgument({ description: 'percent of the volume; default 70' })),
  unit: Type.Optional(
    ChoiceArgument(['base', 'quote'], {
      description: 'unit of volumes; poc, vah and val always use base units',
      default: 'base',
    }),
  ),
  ...asOf,
})
export type ProfileQuery = Static<typeof ProfileQuery>

const ProfileTotals = Type.Object({
  volume: DecimalText,
  bid: DecimalText,
  ask: DecimalText,
  delta: DecimalText,
  trades: Type.Integer({ minimum: 0 }),
})

export const Profile = Type.Object({
  symbol: SymbolText,
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
  from: TimeMs,
  to: TimeMs,
  state: Choice(['open', 'complete', 'repairing', 'incomplete'], {
    description: 'incomplete: trades are missing, or completeness is unknown',
  }),
  value_area: Type.String({ description: 'percent of the volume' }),
  high: Nullable(DecimalText),
  low: Nullable(DecimalText),
  poc: Nullable(DecimalText),
  vah: Nullable(DecimalText),
  val: Nullable(DecimalText),
  totals: ProfileTotals,
  rows: Type.Array(Level, { description: 'ascending, only traded rows; empty when nothing traded' }),
})
export type Profile = Static<typeof Profile>
