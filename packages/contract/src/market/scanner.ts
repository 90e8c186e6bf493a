import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChoiceArgument } from '../calls/arguments.ts'
import {
  MAX_SCAN_CONDITIONS,
  SCAN_COLUMN_NAMES,
  SCAN_COLUMNS,
  SCAN_INTERVALS,
  SCAN_OPERATORS,
  SCAN_STATES,
  SCAN_VALUE,
} from './scan-limits.ts'
import type { ScanColumn } from './scan-limits.ts'
import { Choice, DecimalText, Nullable, SymbolText, TimeMs } from '../schemas.ts'

/** Query of GET /scanner. */
export const ScannerQuery = Type.Object({
  interval: Type.Optional(ChoiceArgument(SCAN_INTERVALS, { description: 'interval of the bars', default: '5m' })),
})
export type ScannerQuery = Static<typeof ScannerQuery>

type ValueSchemas = {
  [Column in ScanColumn]: (typeof SCAN_COLUMNS)[Column] extends 'decimal' ? typeof DecimalValue : typeof NumberValue
}
const DecimalValue = Nullable(DecimalText)
const NumberValue = Nullable(Type.Number())
const values = Object.fromEntries(
  Object.entries(SCAN_COLUMNS).map(([column, kind]) => [column, kind === 'decimal' ? DecimalValue : NumberValue]),
) as ValueSchemas

/** The newest closed bar of a market. All values are null unless the bar is complete. Columns: docs/decisions/scanner.md. */
export const ScanRow = Type.Object({
  symbol: SymbolText,
  t: Type.Integer({ description: 'start of the bar, ms' }),
  state: Choice(SCAN_STATES),
  precision: Type.String({ description: 'row height of stacks, zones, absorptions and the point of control' }),
  day_complete: Type.Boolean({
    description: 'false: trades since 00:00 UTC are missing; the distances then are of the known ones',
  }),
  ...values,
})
export type ScanRow = Static<typeof ScanRow>

/** Data of GET /scanner: one row per followed market, by symbol. */
export const Scanner = Type.Object({
  interval: Choice(SCAN_INTERVALS),
  enabled: Type.Boolean({ description: 'false: this server computes no rows' }),
  as_of: Nullable(TimeMs),
  list: Type.Array(ScanRow),
})
export type Scanner = Static<typeof Scanner>

export const ScanCondition = Type.Object(
  {
    column: Choice(SCAN_COLUMN_NAMES),
    operator: Choice(SCAN_OPERATORS),
    value: Type.String({ maxLength: 24, pattern: SCAN_VALUE, description: 'exact decimal; percent without the sign' }),
  },
  { additionalProperties: false },
)
export type ScanCondition = Static<typeof ScanCondition>

export const ScanConditions = Type.Array(ScanCondition, {
  maxItems: MAX_SCAN_CONDITIONS,
  description: 'a row matches when all conditions hold; an unknown value matches none',
})
