import type { LiquidationCover, Liquidations } from '@flowprint/orderflow'
import type { Instrument } from '../types.ts'
import type { DerivativesContext } from './context.ts'
import type { DerivativesHead, LiquidationsQuery, LiquidationSums } from './types.ts'

interface Range {
  readonly fromMs: number
  readonly toMs: number
  readonly cut?: number | undefined
}

interface Row extends Record<string, unknown> {
  readonly seq: number
  readonly ts: number
  readonly is_long: boolean
  readonly price: number
  readonly lots: number
}

const toColumns = (rows: readonly Row[]): Liquidations => ({
  length: rows.length,
  seq: Float64Array.from(rows, ({ seq }) => seq),
  ts: Float64Array.from(rows, ({ ts }) => ts),
  price: Float64Array.from(rows, ({ price }) => price),
  lots: Float64Array.from(rows, ({ lots }) => lots),
  isLong: Uint8Array.from(rows, ({ is_long: isLong }) => (isLong ? 1 : 0)),
})

const endOf = ({ toMs, cut }: Pick<Range, 'toMs' | 'cut'>): number => Math.ceil(Math.min(toMs, cut ?? toMs))

/** See `DerivativesStore.readHead`. */
export async function readDerivativesHead(
  { reads }: DerivativesContext,
  { id }: Instrument,
  cut: number | undefined,
): Promise<DerivativesHead | null> {
  const { rows } = await reads.query<{
    last_seq: number
    first_ts: number | null
    until_ts: number | null
    held_seq: number | null
  }>({
    name: 'read_derivatives_head',
    // The cut may be between two coverages.
    text:
      'select last_seq, first_ts, case when until_ts <= $2::bigint or $2::bigint is null then until_ts else ' +
      '(select least(to_ts, $2::bigint) from liquidation_coverage where instrument_id = $1 and from_ts < $2::bigint ' +
      'order by from_ts desc limit 1) end as until_ts, ' +
      '(select min(seq) from liquidation where instrument_id = $1 and ts >= $2::bigint) as held_seq ' +
      'from derivatives_head where instrument_id = $1',
    values: [id, cut === undefined ? null : Math.ceil(cut)],
  })
  if (rows.length === 0) return null
  const [{ last_seq: lastSeq, first_ts: firstTs, until_ts: untilTs, held_seq: heldSeq }] = rows
  const isSeen = firstTs !== null && firstTs < (cut ?? Infinity)
  return {
    lastSeq: heldSeq === null ? lastSeq : heldSeq - 1,
    fromMs: isSeen ? firstTs : null,
    untilMs: isSeen ? untilTs : null,
  }
}

/** See `DerivativesStore.readLiquidations`. */
export async function readLiquidations(
  { reads }: DerivativesContext,
  { id }: Instrument,
  query: LiquidationsQuery,
): Promise<Liquidations> {
  const { rows } = await reads.query<Row>({
    name: 'read_liquidations',
    text:
      'select seq, ts, is_long, price, lots from liquidation where instrument_id = $1 and ts >= $2 and ts < $3 ' +
      'and (ts, seq) > ($4, $5) order by ts, seq limit $6',
    values: [
      id,
      Math.max(Math.ceil(query.fromMs), query.after?.ts ?? -Infinity),
      endOf(query),
      query.after?.ts ?? Math.ceil(query.fromMs),
      query.after?.seq ?? 0,
      query.limit,
    ],
  })
  return toColumns(rows)
}

/** See `DerivativesStore.readLargest`. */
export async function readLargest(
  { reads }: DerivativesContext,
  { id }: Instrument,
  { count, ...range }: Range & { readonly count: number },
): Promise<Liquidations> {
  const { rows } = await reads.query<Row>({
    name: 'read_largest_liquidations',
    text:
      'select seq, ts, is_long, price, lots from liquidation where instrument_id = $1 and ts >= $2 and ts < $3 ' +
      'order by price::numeric * lots desc, ts, seq limit $4',
    values: [id, Math.ceil(range.fromMs), endOf(range), count],
  })
  return toColumns(rows.toSorted((a, b) => a.ts - b.ts || a.seq - b.seq))
}

/** See `DerivativesStore.readSince`. */
export async function readSince(
  { reads }: DerivativesContext,
  { id }: Instrument,
  { seq, limit, cut }: { readonly seq: number; readonly limit: number; readonly cut?: number | undefined },
): Promise<Liquidations> {
  const { rows } = await reads.query<Row>({
    name: 'read_liquidations_since',
    text:
      'select seq, ts, is_long, price, lots from liquidation where instrument_id = $1 and seq > $2 and seq < coalesce(' +
      '(select min(seq) from liquidation where instrument_id = $1 and ts >= $3::bigint and seq > $2), 9223372036854775807) ' +
      'order by seq limit $4',
    values: [id, seq, cut === undefined ? null : Math.ceil(cut), limit],
  })
  return toColumns(rows)
}

/** See `DerivativesStore.readSums`. */
export async function readSums(
  { reads }: DerivativesContext,
  { id }: Instrument,
  {
    starts,
    endMs,
    cut,
  }: { readonly starts: readonly number[]; readonly endMs: number; readonly cut?: number | undefined },
): Promise<LiquidationSums[]> {
  if (starts.length === 0) return []
  const { rows } = await reads.query<{
    n: number
    long_lots: string
    short_lots: string
    long_value: string
    short_value: string
    count: number
  }>({
    name: 'read_liquidation_sums',
    text:
      'select width_bucket(ts, $4::bigint[]) as n, count(*) as count, ' +
      'coalesce(sum(lots) filter (where is_long), 0)::text as long_lots, ' +
      'coalesce(sum(lots) filter (where not is_long), 0)::text as short_lots, ' +
      'coalesce(sum(price::numeric * lots) filter (where is_long), 0)::text as long_value, ' +
      'coalesce(sum(price::numeric * lots) filter (where not is_long), 0)::text as short_value ' +
      'from liquidation where instrument_id = $1 and ts >= $2 and ts < $3 group by n order by n',
    values: [id, starts[0], endOf({ toMs: endMs, cut }), starts],
  })
  return rows.map((row) => ({
    t: starts[row.n - 1],
    longLots: BigInt(row.long_lots),
    shortLots: BigInt(row.short_lots),
    longValue: BigInt(row.long_value),
    shortValue: BigInt(row.short_value),
    count: row.count,
  }))
}

/** See `DerivativesStore.readCoverage`. */
export async function readCoverage(
  { reads }: DerivativesContext,
  { id }: Instrument,
  range: Range,
): Promise<LiquidationCover[]> {
  const { rows } = await reads.query<{ from: number; to: number; is_complete: boolean }>({
    name: 'read_liquidation_coverage',
    // Liquidations before the head's first time are no longer kept.
    text:
      'select greatest(c.from_ts, h.first_ts, $2::bigint) as from, least(c.to_ts, $3::bigint) as to, c.is_complete ' +
      'from liquidation_coverage c, derivatives_head h where c.instrument_id = $1 and h.instrument_id = $1 ' +
      'and c.from_ts < $3::bigint and c.to_ts > greatest(h.first_ts, $2::bigint) and $2::bigint < $3::bigint order by c.from_ts',
    values: [id, Math.ceil(range.fromMs), endOf(range)],
  })
  return rows.map(({ from, to, is_complete: isComplete }) => ({ from, to, isComplete }))
}
