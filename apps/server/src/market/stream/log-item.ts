import { concatTrades, decodeFrame, encodeFrame, filterTrades } from '@flowprint/orderflow'
import type { Frame } from '@flowprint/orderflow'
import { LATE_MS } from '../store/index.ts'
import type { Instrument, LogEntry, TapeStore } from '../store/index.ts'

/** Trades of consecutive log entries, packed once; every subscriber gets the same bytes. */
export interface FrameItem {
  readonly kind: 'frame'
  readonly firstSeq: number
  readonly lastSeq: number
  /** ts of the newest trade: determines when a delayed relay may release it. */
  readonly newestTs: number
  readonly bytes: Uint8Array
}

/** Log entries that changed the past: [from, to) must be reloaded. */
export interface RevisionItem {
  readonly kind: 'revision'
  readonly firstSeq: number
  readonly lastSeq: number
  readonly newestTs: number
  /** Whole minutes, ms. */
  readonly from: number
  readonly to: number
  readonly reason: 'repair' | 'late' | 'backfill' | 'import'
}

/** An item of an instrument's log as the stream sends it: without gaps, in order of seq. */
export type LogItem = FrameItem | RevisionItem

/**
 * Merges consecutive frames into as few as possible. A frame holds only trades with ts >= its watermark - LATE_MS
 * (CONTRACT stream rule 2), so a frame whose later watermark its oldest trade does not allow starts the next one.
 */
export function mergeFrames(items: readonly FrameItem[]): FrameItem[] {
  if (items.length === 1) return [...items]
  const merged: FrameItem[] = []
  let run: { item: FrameItem; frame: Frame }[] = []
  let oldestTs = Infinity
  let watermark = -Infinity
  for (const item of items) {
    const frame = decodeFrame(item.bytes)
    oldestTs = frame.trades.ts.reduce((oldest, ts) => Math.min(oldest, ts), oldestTs)
    watermark = Math.max(watermark, frame.watermark ?? Infinity)
    if (run.length > 0 && oldestTs < watermark - LATE_MS) {
      merged.push(joinRun(run))
      run = []
      oldestTs = frame.trades.ts.reduce((oldest, ts) => Math.min(oldest, ts), Infinity)
      watermark = frame.watermark ?? Infinity
    }
    run.push({ item, frame })
  }
  return [...merged, joinRun(run)]
}

function joinRun(run: readonly { item: FrameItem; frame: Frame }[]): FrameItem {
  if (run.length === 1) return run[0].item
  const first = run[0].frame
  const last = run[run.length - 1].frame
  return {
    kind: 'frame',
    firstSeq: first.firstSeq,
    lastSeq: last.lastSeq,
    newestTs: Math.max(...run.map(({ item }) => item.newestTs)),
    bytes: encodeFrame({
      ...last,
      firstSeq: first.firstSeq,
      watermark: run.reduce<number | null>((most, { frame }) => greater(most, frame.watermark), first.watermark),
      trades: concatTrades(run.map(({ frame }) => frame.trades)),
    }),
  }
}

/** Returns the items with consecutive frames merged. */
export function joinFrames(items: readonly LogItem[]): LogItem[] {
  const joined: LogItem[] = []
  let run: FrameItem[] = []
  const endRun = () => {
    if (run.length > 0) joined.push(...mergeFrames(run))
    run = []
  }
  for (const item of items) {
    if (item.kind === 'frame') {
      run.push(item)
      continue
    }
    endRun()
    joined.push(item)
  }
  endRun()
  return joined
}

/** The part of a frame behind log entry `seq`: what a client that resumes in the middle of it gets. */
export function frameAfter(item: FrameItem, seq: number): FrameItem {
  if (item.firstSeq > seq) return item
  const frame = decodeFrame(item.bytes)
  const seqs = frame.trades.seq as Float64Array
  const trades = filterTrades(
    frame.trades,
    Uint8Array.from(seqs, (value) => (value > seq ? 1 : 0)),
  )
  return { ...item, firstSeq: seq + 1, bytes: encodeFrame({ ...frame, firstSeq: seq + 1, trades }) }
}

/** null means infinity. */
const greater = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b)

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
