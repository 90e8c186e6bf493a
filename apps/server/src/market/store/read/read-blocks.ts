import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  barStart,
  composeBars,
  concatBars,
  decodeMany,
  emptyBars,
  lowerBoundT,
  regroupBars,
  sliceBars,
} from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { copyOut } from '../../../platform/database/index.ts'
import type { ByteCache } from './byte-cache.ts'
import { toBigint } from '../coverage/coverage-rows.ts'
import type { Tier } from '../tiers.ts'

/** A row of `footprint_block` without its payload, for planning reads. */
export interface BlockInfo {
  readonly tier: Tier
  readonly step: number
  readonly blockTs: number
  readonly part: number
  readonly fromTs: number
  readonly toTs: number
  readonly revision: number
  readonly bars: number
  readonly cells: number
}

interface InfoRow {
  block_ts: number
  part: number
  from_ts: number
  to_ts: number
  revision: number
  bars: number
  cells: number
}

/** Rows of a tier with bars in [fromTs, toTs), newest first, at most `limit`. */
export async function listBlocks(
  client: PoolClient,
  instrumentId: number,
  query: { tier: Tier; step: number; fromTs: number; toTs: number; limit: number },
): Promise<BlockInfo[]> {
  const { tier, step, limit } = query
  const fromTs = Math.max(query.fromTs, 0)
  const toTs = toBigint(query.toTs)
  if (fromTs >= toTs) return []
  const { rows } = await client.query<InfoRow>({
    name: 'list_blocks',
    text:
      'select block_ts, part, from_ts, to_ts, revision, bars, cells from footprint_block ' +
      'where instrument_id = $1 and tier = $2 and step = $3 and block_ts >= $4 and block_ts < $5 and from_ts < $5 and to_ts >= $6 ' +
      'order by block_ts desc, part desc limit $7',
    values: [instrumentId, tier.name, step, tier.blockStart(fromTs), toTs, fromTs, limit],
  })
  return rows.map((row) => ({
    tier,
    step,
    blockTs: row.block_ts,
    part: row.part,
    fromTs: row.from_ts,
    toTs: row.to_ts,
    revision: row.revision,
    bars: row.bars,
    cells: row.cells,
  }))
}

/** Payloads of the rows, in the same order, from the cache or the database. */
export async function loadPayloads(
  client: PoolClient,
  cache: ByteCache<Uint8Array>,
  instrumentId: number,
  blocks: readonly BlockInfo[],
): Promise<Uint8Array[]> {
  const keyOf = ({ tier, step, blockTs, part, revision }: BlockInfo): string =>
    `${instrumentId}/${tier.name}/${step}/${blockTs}/${part}/${revision}`
  const payloads = blocks.map((block) => cache.get(keyOf(block)))
  const missing = blocks.filter((_, i) => payloads[i] === undefined)
  if (missing.length > 0) {
    const loaded = await loadMissing(client, instrumentId, missing)
    for (let i = 0; i < blocks.length; i++) {
      if (payloads[i] !== undefined) continue
      const payload = loaded.get(`${blocks[i].blockTs}/${blocks[i].part}`)
      if (payload === undefined) throw new Error('Invariant: a listed row is there in the same snapshot')
      payloads[i] = payload
      cache.set(keyOf(blocks[i]), payload)
    }
  }
  return payloads as Uint8Array[]
}

/** Loads rows of the blocks in one binary COPY. Text is not quoted: every value in it is one of our own numbers. */
async function loadMissing(
  client: PoolClient,
  instrumentId: number,
  missing: readonly BlockInfo[],
): Promise<Map<string, Uint8Array>> {
  const { tier, step } = missing[0]
  const blocks = [...new Set(missing.map((block) => block.blockTs))]
  const rows = await copyOut(
    client,
    `select block_ts, part, payload from footprint_block where instrument_id = ${instrumentId} and tier = '${tier.name}' and step = ${step} ` +
      `and block_ts between ${Math.min(...blocks)} and ${Math.max(...blocks)} and block_ts in (${blocks.join(', ')})`,
  )
  return new Map(
    rows.map(([block, part, payload]) => [
      `${(block as Buffer).readBigInt64BE()}/${(part as Buffer).readInt32BE()}`,
      // A copy: the bytes of a row are part of a chunk of 64 KiB, which a cached row would keep in memory.
      new Uint8Array(payload as Buffer),
    ]),
  )
}

export interface ComposeTarget {
  readonly cycleMs: number
  readonly step: number
  /** Keep the stored step until bars are composed: raw points of control and bar ends require native rows. */
  readonly composeFirst: boolean
  /** Number of bars of the cycle the reader wants, the newest. */
  readonly need: number
  /** Called with the newest `need` bars built so far, in runs; may throw. */
  readonly onProgress: (runs: readonly Bars[]) => void
}

/** Cells unpacked at once: enough for most answers, while long ones use little memory and yield to others. */
const BATCH_SIZE = 250_000

/**
 * Composes bars of the requested cycle and step from rows of one tier, oldest first. Only bars in [fromTs, toTs) count.
 */
export async function composeBlocks(
  blocks: readonly BlockInfo[],
  payloads: readonly Uint8Array[],
  range: { fromTs: number; toTs: number },
  target: ComposeTarget,
): Promise<Bars> {
  const { cycleMs, step, composeFirst, need, onProgress } = target
  let pieces: Bars[] = []
  let carried: Bars | null = null
  for (let from = 0; from < blocks.length;) {
    let to = from
    let cells = 0
    while (to < blocks.length && (to === from || cells + blocks[to].cells <= BATCH_SIZE)) cells += blocks[to++].cells
    const read = cut(decodeMany(payloads.slice(from, to)), range.fromTs, range.toTs)
    const bars: Bars = carried === null ? read : concatBars([carried, read])
    from = to
    // The last bar may continue in the next rows.
    const done = from === blocks.length ? bars.length : startOfLast(bars, cycleMs)
    carried = done === bars.length ? null : sliceBars(bars, done)
    pieces.push(convert(sliceBars(bars, 0, done), cycleMs, step, composeFirst))
    pieces = newest(pieces, need)
    onProgress(pieces)
    if (from < blocks.length) await nextTurn()
  }
  return pieces.length === 0 ? emptyBars(cycleMs, step) : concatBars(pieces)
}

/** The newest `need` bars of the runs. */
function newest(pieces: Bars[], need: number): Bars[] {
  let surplus = pieces.reduce((sum, piece) => sum + piece.length, 0) - need
  const kept = pieces.filter((piece) => {
    const isSurplus = surplus >= piece.length
    if (isSurplus) surplus -= piece.length
    return !isSurplus
  })
  return surplus > 0 && kept.length > 0 ? [sliceBars(kept[0], surplus), ...kept.slice(1)] : kept
}

function convert(bars: Bars, cycleMs: number, step: number, composeFirst: boolean): Bars {
  const compose = (some: Bars): Bars => (some.cycleMs === cycleMs ? some : composeBars(some, cycleMs))
  return composeFirst ? regroupBars(compose(bars), step, true) : compose(regroupBars(bars, step))
}

function cut(bars: Bars, fromTs: number, toTs: number): Bars {
  return sliceBars(bars, lowerBoundT(bars, fromTs), lowerBoundT(bars, toTs))
}

/** Index of the first piece of the last bar of the cycle. */
function startOfLast(bars: Bars, cycleMs: number): number {
  return bars.length === 0 ? 0 : lowerBoundT(bars, barStart(bars.t[bars.length - 1], cycleMs))
}
