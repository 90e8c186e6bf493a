import type { ClientMessage } from '@flowprint/contract'
import {
  type Bars,
  composeColumns,
  decodeDepthFrame,
  DEFAULT_SETTINGS,
  type DepthColumns,
  emptyTrades,
  type Trades,
} from '@flowprint/orderflow'
import { DepthFeed } from '../../../src/workers/depth-feed.ts'
import type { FromWorker, HeatmapQuery, LadderQuery, LadderRows, ViewRequest } from '../../../src/workers/protocol.ts'
import { type FakeDepth, SYMBOL } from './fake-depth.ts'

export const REQUEST: ViewRequest = {
  symbol: SYMBOL,
  cycle: '1m',
  precision: '0.01',
  units: { tickSize: '0.01', lotSize: '0.001' },
  settings: DEFAULT_SETTINGS,
  live: true,
}
const ME = { language: 'zh', token: null }
export const LADDER: LadderQuery = { step: 1, rows: 40, topRow: null, since: null }

export const heatmapOf = (from: number, to = Infinity, part: Partial<HeatmapQuery> = {}): HeatmapQuery => ({
  from,
  to,
  step: 2,
  low: 900,
  high: 1100,
  value: 'end',
  wallRatio: null,
  imbalanceRows: null,
  scale: { mode: 'screen' },
  ...part,
})

/** A feed with a manual clock and stream, and a page that assembles what it receives. */
export function feedUnderTest(depth: FakeDepth, loaded: Trades = emptyTrades()) {
  let bars: Bars | null = null
  const sent: ClientMessage[] = []
  const posted: FromWorker[] = []
  const timers = new Map<number, () => void>()
  let lastTimer = 0
  let columns: DepthColumns | null = null
  let ladder: LadderRows | null = null
  const control = { isOnline: true, isDrawn: true }

  const feed = new DepthFeed({
    ...depth.server,
    loadTrades: async () => loaded,
    bars: () => bars,
    send: (message) => {
      sent.push(message)
      if (control.isOnline) queueMicrotask(() => answer(message))
    },
    post: (original, transfer = []) => {
      const message = structuredClone(original, { transfer })
      posted.push(message)
      if (message.type === 'ladder') ladder = message.ladder
      if (message.type === 'heatmap' && message.columns)
        columns = merge(message.isWhole ? null : columns, message.columns)
    },
    setTimer: (act) => {
      timers.set((lastTimer += 1), act)
      return lastTimer
    },
    clearTimer: (timer) => void timers.delete(timer),
  })

  function answer(message: ClientMessage): void {
    const given = depth.answer(message)
    if (given === null) return
    if (given.resync) return feed.message({ op: 'depth_resync', symbol: SYMBOL, reason: 'log' })
    feed.message({ op: 'depth_subscribed', symbol: SYMBOL, last_seq: depth.seq, tape: 'tape-1', instrument_version: 1 })
    for (const bytes of given.frames) frame(bytes)
  }

  const frame = (bytes: Uint8Array) => feed.frame(decodeDepthFrame(bytes))

  /** Runs everything due: answers, timers, and the page's acknowledgements. */
  const settle = async () => {
    for (let round = 0; round < 6; round++) {
      await new Promise((resolve) => setImmediate(resolve))
      for (const [timer, act] of [...timers]) {
        timers.delete(timer)
        act()
      }
      if (!control.isDrawn) continue
      feed.heatmapTaken()
      feed.ladderTaken()
    }
  }

  return {
    feed,
    frame,
    sent,
    posted,
    timers,
    control,
    settle,
    begin(now = depth.until) {
      feed.begin(1, REQUEST, ME)
      feed.seed({ now, tape: 'tape-1' })
    },
    setBars: (next: Bars) => (bars = next),
    columns: () => columns,
    ladder: () => ladder as LadderRows,
    states: () => posted.flatMap((message) => (message.type === 'depth' ? [message.state] : [])),
    messages: <Type extends FromWorker['type']>(type: Type) =>
      posted.filter((message): message is Extract<FromWorker, { type: Type }> => message.type === type),
  }
}

/** Columns with some replaced or added, as the chart does it. */
function merge(before: DepthColumns | null, changed: DepthColumns): DepthColumns {
  if (before === null) return changed
  const { intervalMs } = before
  const end = before.fromMs + before.length * intervalMs
  const toMs = Math.max(end, changed.fromMs + changed.length * intervalMs)
  const kept = composeColumns([before], { intervalMs, fromMs: before.fromMs, toMs: Math.min(end, changed.fromMs) })
  return composeColumns([kept, changed], { intervalMs, fromMs: before.fromMs, toMs })
}
