import { decodeMany, encodeBars, sumDelta, sumsOfBars, toLots } from '@flowprint/orderflow'
import type { Bars, Lots } from '@flowprint/orderflow'
import type { Commit } from '../write/commit.ts'
import type { Tier } from '../tiers.ts'

/** A row of `footprint_block` without its payload. */
export interface BlockRow {
  readonly step: number
  readonly blockTs: number
  readonly part: number
  readonly fromTs: number
  readonly toTs: number
  readonly cells: number
}

interface BlockMetaRow {
  step: number
  block_ts: number
  part: number
  from_ts: number
  to_ts: number
  cells: number
}

/** Rows of the given blocks of a tier, all steps, ascending by step, block and part. */
export async function listBlockRows(
  { client, instrument }: Commit,
  tier: Tier,
  blocks: readonly number[],
): Promise<BlockRow[]> {
  const { rows } = await client.query<BlockMetaRow>({
    name: 'list_block_rows',
    text:
      'select step, block_ts, part, from_ts, to_ts, cells from footprint_block ' +
      'where instrument_id = $1 and tier = $2 and block_ts = any($3::bigint[]) order by step, block_ts, part',
    values: [instrument.id, tier.name, blocks],
  })
  return rows.map((row) => ({
    step: row.step,
    blockTs: row.block_ts,
    part: row.part,
    fromTs: row.from_ts,
    toTs: row.to_ts,
    cells: row.cells,
  }))
}

type RowKey = Pick<BlockRow, 'blockTs' | 'part'>

/** A row height at which a tier is stored. */
export interface TierStep {
  readonly tier: Tier
  readonly step: number
}

/** Loads the bars of the given rows of one step, in the order of the keys. */
export async function loadBlockRows(
  { client, instrument }: Commit,
  { tier, step }: TierStep,
  keys: readonly RowKey[],
): Promise<Bars[]> {
  if (keys.length === 0) return []
  const { rows } = await client.query<{ block_ts: number; part: number; payload: Buffer }>({
    name: 'load_block_rows',
    text:
      'select block_ts, part, payload from footprint_block where instrument_id = $1 and tier = $2 and step = $3 ' +
      'and (block_ts, part) in (select * from unnest($4::bigint[], $5::int[]))',
    values: [instrument.id, tier.name, step, keys.map((key) => key.blockTs), keys.map((key) => key.part)],
  })
  const byKey = new Map(rows.map((row) => [`${row.block_ts}/${row.part}`, row.payload]))
  return keys.map((key) => {
    const payload = byKey.get(`${key.blockTs}/${key.part}`)
    if (payload === undefined) throw new Error(`Invariant: row ${key.blockTs}/${key.part} of ${tier.name} is there`)
    return decodeMany([payload])
  })
}

export async function deleteBlockRows(
  { client, instrument }: Commit,
  { tier, step }: TierStep,
  keys: readonly RowKey[],
): Promise<void> {
  if (keys.length === 0) return
  await client.query({
    name: 'delete_block_rows',
    text:
      'delete from footprint_block where instrument_id = $1 and tier = $2 and step = $3 ' +
      'and (block_ts, part) in (select * from unnest($4::bigint[], $5::int[]))',
    values: [instrument.id, tier.name, step, keys.map((key) => key.blockTs), keys.map((key) => key.part)],
  })
}

/** Writes bars [from, to), all of one block, as one row. */
export async function insertBlockRow(
  commit: Commit,
  tier: Tier,
  run: { bars: Bars; from: number; to: number },
): Promise<void> {
  const { bars, from, to } = run
  const payload = encodeBars(bars, from, to)
  const blockTs = tier.blockStart(bars.t[from])
  const { delta, wide } = splitDelta(sumDelta(bars, from, to))
  const { q, pq, ppq } = sumsOfBars(bars, from, to)
  const cells = bars.cellStart[to] - bars.cellStart[from]
  await commit.sink.write(
    {
      name: 'insert_block_row',
      text:
        'insert into footprint_block (instrument_id, tier, step, block_ts, part, from_ts, to_ts, revision, bars, cells, delta, delta_wide, ' +
        'sum_q, sum_pq, sum_ppq, payload) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)',
      values: [
        commit.instrument.id,
        tier.name,
        bars.step,
        blockTs,
        (bars.t[from] - blockTs) / tier.barMs,
        bars.t[from],
        bars.t[to - 1],
        commit.rowVersion,
        to - from,
        cells,
        delta,
        wide,
        String(q),
        String(pq),
        ppq === null ? null : String(ppq),
        payload,
      ],
    },
    payload.length,
  )
}

const BASE = 10n ** 8n

/** Splits the delta of a row of bars into the columns of `footprint_block`: delta + delta_wide * 10^8 lots. */
function splitDelta(sum: Lots): { delta: string; wide: string } {
  return typeof sum === 'number'
    ? { delta: String(sum), wide: '0' }
    : { delta: String(sum % BASE), wide: String(sum / BASE) }
}

/** Joins sums of both columns over any rows, as text; null when there were none. */
export function joinDelta(delta: string | null, wide: string | null): Lots {
  return toLots(BigInt(delta ?? 0) + BigInt(wide ?? 0) * BASE)
}
