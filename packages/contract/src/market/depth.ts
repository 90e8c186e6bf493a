import { CYCLES, SECOND_MS } from '@flowprint/orderflow'
import type { CycleName } from '@flowprint/orderflow'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChoiceArgument, DecimalArgument, TimeArgument } from '../calls/arguments.ts'
import { DEPTH_MODES } from '../limits.ts'
import { Choice, DecimalText, Nullable, Row, SymbolText, TapeId, TimeMs } from '../schemas.ts'
import { asOf, SymbolArgument } from './footprint-query.ts'

/** Columns of a response whose interval is chosen by the server. */
export const DEFAULT_DEPTH_COLUMNS = 2_000
export const MAX_DEPTH_COLUMNS = 5_000
/** Maximum rows with a quantity, of all columns and both sides. */
export const MAX_DEPTH_CELLS = 2_000_000

export type DepthInterval = '1s' | '5s' | Exclude<CycleName, '1w'>

/** Lengths of a column, finest first. */
export const DEPTH_INTERVALS: readonly { readonly value: DepthInterval; readonly ms: number }[] = [
  { value: '1s', ms: SECOND_MS },
  { value: '5s', ms: 5 * SECOND_MS },
  ...CYCLES.filter((cycle) => cycle.value !== '1w'),
]

const INTERVAL_NAMES = DEPTH_INTERVALS.map(({ value }) => value)

export const IntervalArgument = (description: string) =>
  ChoiceArgument(INTERVAL_NAMES, { description, examples: ['1s'] })

/**
 * State of an order book. syncing: no snapshot yet · lost: the feed's continuity broke, a new snapshot is being fetched ·
 * shed: not recorded because the server is overloaded · off: not recorded; otherwise how completeness is known.
 */
export const BOOK_STATES = ['syncing', 'proven', 'connection', 'sampled', 'lost', 'shed', 'off'] as const
export type BookState = (typeof BOOK_STATES)[number]

export const DepthMode = Choice(DEPTH_MODES, {
  description: 'what is recorded of the order book: nothing; columns; columns and every change of a level',
})

const low = DecimalArgument({ description: 'lowest price of the response; default: all' })
const high = DecimalArgument({ description: 'highest price of the response; default: all' })

export const BookQuery = Type.Object({
  symbol: SymbolArgument,
  at: Type.Optional(
    TimeArgument({ description: 'the book as of this moment: ms or ISO-8601; defaults to the newest', examples: [] }),
  ),
  low: Type.Optional(low),
  high: Type.Optional(high),
  ...asOf,
})
export type BookQuery = Static<typeof BookQuery>

const Proof = Choice(['proven', 'connection', 'sampled'], {
  description:
    'proven: by sequence numbers or checksums; connection: nothing shows a loss; sampled: whole snapshots at times',
})
/** Price, quantity. */
const BookLevel = Row([DecimalText, DecimalText], { description: 'price, resting quantity' })

export const Book = Type.Object({
  symbol: SymbolText,
  tick_size: DecimalText,
  qty_unit: Type.String({ description: 'unit of resting quantities, exact decimal; may be finer than the lot size' }),
  instrument_version: Type.Integer({ minimum: 1 }),
  tape: TapeId,
  seq: Type.Integer({ minimum: 0, description: 'position in the depth log: subscribe_depth continues from it' }),
  time: Type.Integer({ description: 'exchange time of the newest change or of the snapshot, ms' }),
  until: Type.Integer({ description: 'the book is known until this moment, ms' }),
  proof: Proof,
  state: Choice(BOOK_STATES, { description: 'of the market now; with `at`: the proof' }),
  window: Type.Object(
    { low: DecimalText, high: DecimalText },
    {
      description: 'prices between which every level is known, inclusive',
    },
  ),
  best_bid: Nullable(DecimalText),
  best_ask: Nullable(DecimalText),
  delayed: Type.Boolean(),
  simulated: Type.Boolean(),
  bids: Type.Array(BookLevel, { description: 'from the best price' }),
  asks: Type.Array(BookLevel, { description: 'from the best price' }),
})
export type Book = Static<typeof Book>

export const DepthQuery = Type.Object({
  symbol: SymbolArgument,
  from: TimeArgument({ description: 'inclusive: ms or ISO-8601; rounded down to the interval' }),
  to: Type.Optional(
    TimeArgument({ description: 'exclusive: ms or ISO-8601; rounded up to the interval; defaults to now' }),
  ),
  interval: Type.Optional(
    IntervalArgument(
      `length of a column; default: the finest that is stored for the range and gives at most ${DEFAULT_DEPTH_COLUMNS} columns`,
    ),
  ),
  precision: Type.Optional(
    DecimalArgument({
      description: 'row height: a multiple of the stored one, which is the default',
      examples: ['10'],
    }),
  ),
  low: Type.Optional(low),
  high: Type.Optional(high),
  ...asOf,
})
export type DepthQuery = Static<typeof DepthQuery>

export const DEPTH_SIDES = ['bid', 'ask'] as const

/** Lower edge of the row, side, quantity at the end, sum of increases, mean, minimum, maximum. */
export const DepthRow = Row(
  [DecimalText, Choice(DEPTH_SIDES), DecimalText, DecimalText, DecimalText, DecimalText, DecimalText],
  {
    description:
      'lower edge of the row; side; resting quantity at the end; sum of all increases; mean (rounded to two decimals more than qty_unit), minimum and maximum of the quantities at the ends of seconds',
  },
)

export const DEPTH_COLUMN_STATES = ['missing', 'sampled', 'connection', 'proven'] as const

export const DepthColumn = Type.Object({
  t: Type.Integer({ description: 'start, ms' }),
  state: Choice(DEPTH_COLUMN_STATES, { description: 'missing: no book at the end of the interval' }),
  low: Nullable(DecimalText),
  high: Nullable(DecimalText),
  best_bid: Nullable(DecimalText),
  best_ask: Nullable(DecimalText),
  rows: Type.Array(DepthRow, {
    description: 'bids, then asks, each ascending; only rows with a quantity in the interval',
  }),
})
export type DepthColumn = Static<typeof DepthColumn>

export const Depth = Type.Object({
  symbol: SymbolText,
  interval_ms: Type.Integer({ minimum: 1_000 }),
  precision: Type.String({ description: 'row height, exact decimal' }),
  tick_size: DecimalText,
  qty_unit: Type.String({ description: 'unit of resting quantities, exact decimal; may be finer than the lot size' }),
  instrument_version: Type.Integer({ minimum: 1 }),
  tape: TapeId,
  from: Type.Integer({ description: 'start of the first column, ms' }),
  to: Type.Integer({ description: 'end of the last column, ms' }),
  delayed: Type.Boolean(),
  simulated: Type.Boolean(),
  coverage: Type.Object(
    {
      from: Nullable(TimeMs),
      until: Nullable(TimeMs),
      precision: Nullable(DecimalText),
      last_seq: Type.Integer({ minimum: 0 }),
      state: Choice(BOOK_STATES),
      mode: DepthMode,
    },
    { description: 'what is recorded: its range, row height, last entry of the depth log, and the current state' },
  ),
  columns: Type.Array(DepthColumn, {
    description: 'every interval of the range, oldest first; low and high: known prices',
  }),
})
export type Depth = Static<typeof Depth>

/** Columns of `what=depth`, one line per column and row; a column without rows is one line with empty fields. */
export const DEPTH_COLUMNS = [
  't',
  'state',
  'precision',
  'low',
  'high',
  'best_bid',
  'best_ask',
  'price',
  'side',
  'qty',
  'up',
  'mean',
  'min',
  'max',
] as const
