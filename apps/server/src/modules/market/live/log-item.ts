import { concatTrades, decodeFrame, encodeFrame, filterTrades } from '@flowprint/orderflow'
import type { Frame } from '@flowprint/orderflow'

/** Prints of consecutive log entries, packed once; the same bytes go to every subscriber. */
export interface FrameItem {
  readonly kind: 'frame'
  readonly firstSeq: number
  readonly lastSeq: number
  /** ts of the newest print: when a delayed relay may pass it on. */
  readonly newestTs: number
  readonly bytes: Uint8Array
}

/** Log entries that changed the past: [from, to) must be loaded again. */
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

/** A piece of an instrument's log as the stream sends it: gapless, in order of seq. */
export type LogItem = FrameItem | RevisionItem

/** Several frames that follow each other as one. */
export function mergeFrames(items: readonly FrameItem[]): FrameItem {
  if (items.length === 1) return items[0]
  const frames = items.map((item) => decodeFrame(item.bytes))
  const last = frames[frames.length - 1]
  const merged: Frame = {
    ...last,
    firstSeq: frames[0].firstSeq,
    watermark: frames.reduce<number | null>((most, { watermark }) => greater(most, watermark), frames[0].watermark),
    trades: concatTrades(frames.map((frame) => frame.trades)),
  }
  return {
    kind: 'frame',
    firstSeq: merged.firstSeq,
    lastSeq: merged.lastSeq,
    newestTs: Math.max(...items.map((item) => item.newestTs)),
    bytes: encodeFrame(merged),
  }
}

/** The items with frames that follow each other as one. */
export function joinFrames(items: readonly LogItem[]): LogItem[] {
  const joined: LogItem[] = []
  let run: FrameItem[] = []
  const endRun = () => {
    if (run.length > 0) joined.push(mergeFrames(run))
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
  const trades = filterTrades(frame.trades, Uint8Array.from(seqs, (value) => (value > seq ? 1 : 0)))
  return { ...item, firstSeq: seq + 1, bytes: encodeFrame({ ...frame, firstSeq: seq + 1, trades }) }
}

/** null is infinity. */
const greater = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b))
