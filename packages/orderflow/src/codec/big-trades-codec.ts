import { OrderflowError } from '../errors.ts'
import type { BigTrade } from '../tape/big-trades.ts'
import { plainSweep } from '../tape/sweeps.ts'
import type { SizeSeed } from '../tape/size-window.ts'
import type { Trades } from '../trades/trades.ts'
import { KIND_BIG_TRADES, openContainer, sealContainer, startContainer } from './container.ts'
import type { DecodeLimits } from './limits.ts'
import { readCounted, readLots, readSweeps, sameLength, writeCounted, writeLots, writeSweeps } from './sweeps-body.ts'
import { readMinutes, writeMinutes } from './sweeps-codec.ts'
import { writeBytes } from './text-ids.ts'
import { readTrades, writeTrades } from './trades-body.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Metadata of a packed `/big_trades` response; UTF-8 JSON inside the message. */
export interface BigTradesMeta {
  readonly symbol: string
  readonly instrument_version: number
  readonly tape: string
  /** Units of the columns. */
  readonly tick_size: string
  readonly lot_size: string
  /** [from, to) in ms: the range in which the list is complete. */
  readonly from: number
  readonly to: number
}

/** The packed `/big_trades`. */
export interface PackedBigTrades {
  readonly meta: BigTradesMeta
  readonly list: readonly BigTrade[]
  /** State needed to continue with live trades; empty when not requested. */
  readonly open: Trades
  readonly sizes: SizeSeed
}

export function encodeBigTrades({ meta, list, open, sizes }: PackedBigTrades): Uint8Array<ArrayBuffer> {
  const writer = startContainer(
    1024 + 40 * list.length + 8 * open.length + 12 * (sizes.sizes.length + sizes.minutes.length),
  )
  writeBytes(writer, encodeUtf8(JSON.stringify(meta)))
  writeSweeps(writer, list)
  writeLots(
    writer,
    list.map(({ usual }) => usual ?? -1),
  )
  writeTrades(writer, { ...open, seq: null })
  writeMinutes(writer, sizes.minutes)
  writeCounted(writer, sizes.sizes.length, (i) => sizes.sizes[i].t / MINUTE_MS)
  writeLots(
    writer,
    sizes.sizes.map(({ size }) => size),
  )
  writeLots(writer, [sizes.floor])
  return sealContainer(writer, KIND_BIG_TRADES)
}

/**
 * Decodes a message made by `encodeBigTrades`. `meta` is parsed as JSON but its shape is not validated.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT.
 */
export function decodeBigTrades(bytes: Uint8Array, limits?: DecodeLimits): PackedBigTrades {
  const reader = openContainer(bytes, KIND_BIG_TRADES, limits)
  const text = reader.section()
  const meta = parseMeta(decodeUtf8(text.bytes, text.pos, text.end))
  const sweeps = readSweeps(reader)
  const usual = sameLength(readLots(reader), sweeps.length)
  const list = sweeps.map((sweep, i): BigTrade => ({ ...plainSweep(sweep), usual: usual[i] < 0 ? null : usual[i] }))
  const open = readTrades(reader)
  const minutes = readMinutes(reader)
  const times = readCounted(reader, 2 ** 33)
  const values = sameLength(readLots(reader), times.length)
  const [floor] = sameLength(readLots(reader), 1)
  reader.finish()
  return {
    meta,
    list,
    open,
    sizes: { minutes, sizes: values.map((size, i) => ({ t: times[i] * MINUTE_MS, size })), floor },
  }
}

function parseMeta(text: string): BigTradesMeta {
  try {
    return JSON.parse(text) as BigTradesMeta
  } catch {
    throw new OrderflowError('CORRUPT', 'The meta of big trades is not JSON')
  }
}
