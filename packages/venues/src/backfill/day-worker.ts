// Reads one archive file on a separate thread, so that parsing millions of rows does not block a live feed.
import { parentPort, workerData } from 'node:worker_threads'
import { HOUR_MS, lowerBoundTs, sliceTrades, type Trades } from '@flowprint/orderflow'
import { ArchiveError, deriveUnits, readArchive, toTrades } from '../archive/index.ts'
import { positionTextIds } from './position-text-ids.ts'
import type { DayReply, DayRequest, DayTask } from './day-messages.ts'

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
