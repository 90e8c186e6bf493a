import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, Nullable, Sequence, TapeId, TimeMs } from '../schemas.ts'
import { SymbolArgument } from './footprint-query.ts'

export const CoverageQuery = Type.Object({ symbol: SymbolArgument })

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
