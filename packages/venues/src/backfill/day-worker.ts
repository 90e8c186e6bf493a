import { parentPort, workerData } from 'node:worker_threads'
import { HOUR_MS, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { readArchive } from '../archive/read-archive.ts'
import { deriveUnits, toTrades } from '../archive/to-trades.ts'
import { ArchiveError } from '../errors.ts'
import type { DayReply, DayRequest, DayTask } from './day-reader.ts'

// Reads one archive file on a separate thread, so that parsing millions of rows does not block a live feed.

/** Position ids per ms; more trades of one market in one ms have never been observed. */
const POSITIONS_A_MS = 4096

const answer = (reply: DayReply, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(reply, transfer)

async function read(task: DayTask): Promise<Trades> {
  const raw = await readArchive(task.file, { format: task.format, skipBad: false })
  const units = task.units ?? deriveUnits(raw)
  const onBadLine = (line: number, reason: string): void => {
    throw new ArchiveError(task.file, line, reason)
  }
  const trades = toTrades(raw, { ...units, side: 'given', onBadLine })
  const placed = positionTextIds(trades, task.rowIds)
  answer({ kind: 'opened', rows: raw.rows.length, units, ids: raw.layout.ids, hours: countHours(placed) })
  return placed
}

function countHours(trades: Trades): { hourTs: number; count: number }[] {
  const hours: { hourTs: number; count: number }[] = []
  for (let from = 0; from < trades.length;) {
    const hourTs = Math.floor(trades.ts[from] / HOUR_MS) * HOUR_MS
    const to = lowerBoundTs(trades, hourTs + HOUR_MS)
    hours.push({ hourTs, count: to - from })
    from = to
  }
  return hours
}

/** Copied, so that the receiver owns the buffers. */
function copyOf(trades: Trades): { run: Trades; buffers: ArrayBuffer[] } {
  const run = {
    ...trades,
    ts: trades.ts.slice(),
    price: trades.price.slice(),
    qty: trades.qty.slice(),
    buy: trades.buy.slice(),
    fills: trades.fills.slice(),
    id: trades.id.slice(),
  }
  return { run, buffers: [run.ts, run.price, run.qty, run.buy, run.fills, run.id].map((column) => column.buffer) }
}

try {
  const trades = await read(workerData as DayTask)
  parentPort?.on('message', ({ from, to }: DayRequest) => {
    const { run, buffers } = copyOf(sliceTrades(trades, lowerBoundTs(trades, from), lowerBoundTs(trades, to)))
    answer({ kind: 'trades', trades: run }, buffers)
  })
} catch (error) {
  const { message, stack = message } = error as Error
  answer(
    error instanceof ArchiveError
      ? { kind: 'refused', line: error.line, reason: error.reason }
      : { kind: 'failed', message, stack },
  )
}

/**
 * Assigns trades with text ids the positions that a live feed assigns: ts x 4096 + number of earlier trades of the same
 * ms.
 *
 * Input   trades in canonical order; `rowIds`: their ids are the file's row numbers, and become texts.
 * Output  a run with the same columns; the input itself if its ids are the venue's numbers.
 */
function positionTextIds(trades: Trades, rowIds: boolean): Trades {
  if (trades.textId === null && !rowIds) return trades
  const textId = trades.textId ?? Array.from(trades.id, String)
  const id = new Float64Array(trades.length)
  let before = 0
  for (let i = 0; i < trades.length; i++) {
    before = i > 0 && trades.ts[i] === trades.ts[i - 1] ? before + 1 : 0
    id[i] = trades.ts[i] * POSITIONS_A_MS + before
  }
  return { ...trades, id, textId }
}
