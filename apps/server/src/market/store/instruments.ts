import { decimalUnit } from '@flowprint/orderflow'
import type { IdRule } from '@flowprint/orderflow'
import { INSTRUMENTS_TOPIC } from '../../platform/bus/index.ts'
import { TickChangedError } from './errors.ts'
import { historyView, inSnapshot } from './read/history-view.ts'
import type {
  ClosedMarket,
  Instrument,
  InstrumentKind,
  InstrumentSpec,
  InstrumentSummary,
  TapePosition,
} from './types.ts'
import type { DepthMode } from './depth/mode.ts'
import type { StoreContext } from './store-context.ts'

interface InstrumentDbRow {
  id: number
  symbol: string
  exchange: string
  kind: InstrumentKind
  label: string
  tick_size: string
  lot_size: string
  version: number
  tape: string
  side: 'given' | 'estimated'
  qty_unit: 'base' | 'contract'
  ids: IdRule
  live: boolean
  simulated: boolean
  max_step: number | null
  since_seq: number
}

const COLUMNS =
  'id, symbol, exchange, kind, label, tick_size, lot_size, version, tape, side, qty_unit, ids, live, simulated, max_step, since_seq'

const fromRow = (row: InstrumentDbRow): Instrument => ({
  id: row.id,
  symbol: row.symbol,
  exchange: row.exchange,
  kind: row.kind,
  label: row.label,
  tickSize: row.tick_size,
  lotSize: row.lot_size,
  version: row.version,
  tape: row.tape,
  side: row.side,
  qtyUnit: row.qty_unit,
  ids: row.ids,
  live: row.live,
  simulated: row.simulated,
  sinceSeq: row.since_seq,
})

export async function findInstrument(context: StoreContext, symbol: string): Promise<Instrument | null> {
  const { rows } = await context.pool.query<InstrumentDbRow>({
    name: 'find_instrument',
    text: `select ${COLUMNS} from instrument where symbol = $1 and state = 'current'`,
    values: [symbol],
  })
  return rows.length === 0 ? null : fromRow(rows[0])
}

/** See `TapeStore.readPosition`. */
export async function readPosition(context: StoreContext, symbol: string): Promise<TapePosition | null> {
  const instrument = await findInstrument(context, symbol)
  if (instrument === null) return null
  const { rows } = await context.pool.query<{ last_seq: number; watermark: number | null }>({
    name: 'read_position',
    text: 'select last_seq, watermark from tape_head where instrument_id = $1',
    values: [instrument.id],
  })
  return rows.length === 0 ? null : { lastSeq: rows[0].last_seq, watermark: rows[0].watermark }
}

/** See `TapeStore.ensureInstrument`. */
export async function ensureInstrument(context: StoreContext, spec: InstrumentSpec): Promise<Instrument> {
  const known = await findInstrument(context, spec.symbol)
  if (known === null) return makeInstrument(context, spec)
  if (!isSameUnit(known.tickSize, spec.tickSize) || !isSameUnit(known.lotSize, spec.lotSize)) {
    throw new TickChangedError(
      `${spec.symbol} is stored with tick ${known.tickSize} and lot ${known.lotSize}, not ${spec.tickSize} and ${spec.lotSize}`,
    )
  }
  const side = spec.side === 'estimated' ? 'estimated' : known.side
  if (known.label === spec.label && known.live === spec.live && known.side === side) return known
  const { rows } = await context.pool.query<InstrumentDbRow>(
    `update instrument set label = $2, live = $3, side = $4 where id = $1 returning ${COLUMNS}`,
    [known.id, spec.label, spec.live, side],
  )
  context.bus.publish(INSTRUMENTS_TOPIC, spec.symbol)
  return fromRow(rows[0])
}

async function makeInstrument(context: StoreContext, spec: InstrumentSpec): Promise<Instrument> {
  // Inserts both rows in one statement: an instrument without a head is never visible. Another writer may insert first.
  await context.pool.query(
    'with made as (insert into instrument (symbol, exchange, kind, label, tick_size, lot_size, side, qty_unit, ids, live, simulated) ' +
      'values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ' +
      "on conflict (symbol) where state = 'current' do nothing returning id) " +
      'insert into tape_head (instrument_id) select id from made',
    [
      spec.symbol,
      spec.exchange,
      spec.kind,
      spec.label,
      spec.tickSize,
      spec.lotSize,
      spec.side,
      spec.qtyUnit,
      spec.ids,
      spec.live,
      spec.simulated,
    ],
  )
  context.bus.publish(INSTRUMENTS_TOPIC, spec.symbol)
  return ensureInstrument(context, spec)
}

/** "0.10" and "0.1" are the same tick. */
function isSameUnit(a: string, b: string): boolean {
  const left = decimalUnit(a)
  const right = decimalUnit(b)
  return left.mantissa === right.mantissa && left.exponent === right.exponent
}

interface ClosedDbRow extends InstrumentDbRow {
  closed_until: number
  last_seq: number
  revised_from: number | null
  revised_to: number | null
  recommended: Record<string, number> | null
}

/** See `TapeStore.listClosed`. */
export async function listClosed(context: StoreContext, since: ReadonlyMap<number, number>): Promise<ClosedMarket[]> {
  const { rows } = await context.pool.query<ClosedDbRow>({
    name: 'list_closed',
    text: `select i.*, h.closed_until, h.last_seq, l.revised_from, l.revised_to, p.recommended
       from (select ${COLUMNS} from instrument where state = 'current' and live) i
       join tape_head h on h.instrument_id = i.id and h.closed_until is not null
       left join unnest($1::int[], $2::bigint[]) as known (id, seq) on known.id = i.id
       left join lateral (
         select min(from_ts) as revised_from, max(to_ts) as revised_to from tape_log
         where instrument_id = i.id and last_seq > known.seq and kind = 'revision'
       ) l on true
       left join lateral (
         select jsonb_object_agg(cycle, step) as recommended from recommended_precision where instrument_id = i.id
       ) p on true
       order by i.symbol`,
    values: [[...since.keys()], [...since.values()]],
  })
  return rows.map((row) => ({
    instrument: fromRow(row),
    closedUntil: row.closed_until,
    lastSeq: row.last_seq,
    revised:
      row.revised_from === null || row.revised_to === null ? null : { from: row.revised_from, to: row.revised_to },
    recommended: row.recommended ?? {},
  }))
}

/** See `TapeStore.listInstruments`: ascending by symbol. */
export function listInstruments(context: StoreContext, cut: number | undefined): Promise<InstrumentSummary[]> {
  return inSnapshot(context.pool, async (client) => {
    const { rows } = await client.query<InstrumentDbRow>(
      `select ${COLUMNS} from instrument where state = 'current' order by symbol`,
    )
    const steps = await client.query<{ instrument_id: number; cycle: string; step: number }>(
      'select instrument_id, cycle, step from recommended_precision where instrument_id = any($1::int[])',
      [rows.map(({ id }) => id)],
    )
    const books = await client.query<{ instrument_id: number; mode: DepthMode }>(
      'select instrument_id, mode from depth_head where instrument_id = any($1::int[])',
      [rows.map(({ id }) => id)],
    )
    const summaries: InstrumentSummary[] = []
    for (const row of rows) {
      const instrument = fromRow(row)
      const view = await historyView(client, instrument, { cut })
      const { firstTs, lastTs } = view.head
      const isSeen = firstTs !== null && firstTs < view.before
      const recommended = steps.rows
        .filter((step) => step.instrument_id === row.id)
        .map((step) => [step.cycle, step.step] as const)
      summaries.push({
        ...instrument,
        from: isSeen ? firstTs : null,
        to: isSeen ? Math.min(lastTs as number, view.before - 1) : null,
        lastSeq: view.lastSeq,
        watermark: view.watermark,
        recommended: Object.fromEntries(recommended),
        depth: books.rows.find((book) => book.instrument_id === row.id)?.mode ?? 'off',
        maxStep: row.max_step ?? 1,
      })
    }
    return summaries
  })
}
