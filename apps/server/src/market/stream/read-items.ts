import type { Instrument, LogEntry, TapeStore } from '../store/index.ts'
import { frameAfter, mergeFrames } from './log-item.ts'
import type { FrameItem, LogItem, RevisionItem } from './log-item.ts'

/** Log entries per query. */
const PAGE = 1000
/** Trades per frame when a client catches up. */
const TRADES_A_FRAME = 5000

/**
 * Reads the log after `fromSeq` up to `toSeq` from the database, for readers beyond the ring buffer. null: the log does
 * not reach back that far.
 * Input   merged: merge adjacent frames, for a client that catches up. A delayed relay releases each at its own time.
 */
export async function readItems(
  store: TapeStore,
  instrument: Instrument,
  fromSeq: number,
  toSeq: number,
  merged: boolean,
): Promise<LogItem[] | null> {
  const items: LogItem[] = []
  let at = fromSeq
  while (at < toSeq) {
    const { entries, reset } = await store.readLog(instrument, at + 1, PAGE)
    if (reset || entries.length === 0 || entries[0].firstSeq > at + 1) return null
    for (const run of runsOf(entries.filter((entry) => entry.firstSeq <= toSeq))) {
      items.push(
        ...(run[0].kind === 'revision' ? run.map(revisionItem) : await readFrames(store, instrument, run, merged)),
      )
    }
    at = entries[entries.length - 1].lastSeq
  }
  if (items.length > 0 && items[0].kind === 'frame') items[0] = frameAfter(items[0], fromSeq)
  return items
}

/** Groups adjacent entries of one kind; trades in runs of a reasonable frame size. */
function runsOf(entries: readonly LogEntry[]): LogEntry[][] {
  const runs: LogEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const isSmall = run !== undefined && entry.lastSeq - run[0].firstSeq < TRADES_A_FRAME
    if (isSmall && run[0].kind === entry.kind) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

async function readFrames(
  store: TapeStore,
  instrument: Instrument,
  run: readonly LogEntry[],
  merged: boolean,
): Promise<FrameItem[]> {
  const packed = await store.readFrames(instrument, run[0].firstSeq, run[run.length - 1].lastSeq)
  if (packed.length !== run.length)
    throw new Error(`Invariant: ${run.length} frames of ${instrument.symbol}, had ${packed.length}`)
  const frames = packed.map((bytes, i): FrameItem => {
    const { firstSeq, lastSeq, newestTs } = run[i]
    return { kind: 'frame', firstSeq, lastSeq, newestTs, bytes }
  })
  return merged ? mergeFrames(frames) : frames
}

function revisionItem(entry: LogEntry): RevisionItem {
  return {
    kind: 'revision',
    firstSeq: entry.firstSeq,
    lastSeq: entry.lastSeq,
    newestTs: entry.newestTs,
    from: entry.fromTs,
    to: entry.toTs,
    reason: revisionReason(entry.reason),
  }
}

/** Maps reasons to those of the contract; unknown ones become repairs. */
export function revisionReason(reason: string): RevisionItem['reason'] {
  return reason === 'late' || reason === 'backfill' || reason === 'import' ? reason : 'repair'
}
