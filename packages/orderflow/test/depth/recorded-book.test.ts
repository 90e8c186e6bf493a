import { constants, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  ASK,
  BID,
  Book,
  BookChangesBuilder,
  decodeDepthColumns,
  decodeDepthFrame,
  encodeDepthColumns,
  encodeDepthFrame,
  foldColumns,
  liquidityRows,
  TradedRows,
} from '@flowprint/orderflow'
import type { BookChanges, BookSide, DepthFrame } from '@flowprint/orderflow'
import { hasSharedFile, readSharedText } from '../support/shared-data.ts'

const FILE = 'data/ws/hftbacktest_usdm_btcusdt_20240808.gz'
const MINUTE = 60_000

interface Message {
  readonly e: 'depthUpdate' | 'trade' | 'bookTicker'
  readonly T: number
  readonly b: [string, string][]
  readonly a: [string, string][]
  readonly p: string
  readonly q: string
  readonly m: boolean
}

const tickOf = (price: string): number => Math.round(Number(price) * 10)
const lotsOf = (quantity: string): number => Math.round(Number(quantity) * 1000)

/** Changes of each minute, without those that change nothing, and the trades of the recording. */
function readRecording(): {
  minutes: BookChanges[]
  trades: { t: number; side: BookSide; tick: number; lots: number }[]
} {
  const book = new Book()
  const builder = new BookChangesBuilder()
  const minutes: BookChanges[] = []
  const trades: ReturnType<typeof readRecording>['trades'] = []
  let before = 0
  for (const line of readSharedText(FILE).split('\n')) {
    const at = line.indexOf('"data":')
    if (at < 0) continue
    const message = JSON.parse(line.slice(at + '"data":'.length, -1)) as Message
    if (message.e === 'trade') {
      const side = message.m ? BID : ASK
      trades.push({ t: message.T, side, tick: tickOf(message.p), lots: lotsOf(message.q) })
    }
    if (message.e !== 'depthUpdate') continue
    if (before > 0 && Math.floor(message.T / MINUTE) > Math.floor(before / MINUTE)) {
      minutes.push(builder.build())
      builder.clear()
    }
    before = message.T
    builder.startEvent(message.T)
    for (const [side, levels] of [
      [BID, message.b],
      [ASK, message.a],
    ] as const) {
      for (const [price, quantity] of levels) {
        const [tick, lots] = [tickOf(price), lotsOf(quantity)]
        if (book.set(side, tick, lots) !== lots) builder.push(side, tick, lots)
      }
    }
  }
  minutes.push(builder.build())
  return { minutes, trades }
}

/** Bytes by the order-0 entropy of a column. */
function entropy(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / values.length)
  return bits / 8
}

/** Entropy of times, numbers of levels, prices as distances from the level before of the side, and quantities. */
function entropyOf({ events, t, end, side, ticks, lots }: BookChanges): number {
  const counts: [number[], number[]] = [[], []]
  const prices: number[] = []
  const before = [0, 0]
  for (let i = 0, k = 0; i < events; i++) {
    const own = [0, 0]
    for (; k < end[i]; k++) {
      prices.push(ticks[k] - before[side[k]])
      before[side[k]] = ticks[k]
      own[side[k]]++
    }
    counts[BID].push(own[BID])
    counts[ASK].push(own[ASK])
  }
  const times = Array.from(t, (at, i) => (i === 0 ? 0 : at - t[i - 1]))
  return [times, ...counts, prices, [...lots]].reduce((sum, column) => sum + entropy(column), 0)
}

describe.runIf(hasSharedFile(FILE))('a recorded book of BTCUSDT', () => {
  const recording = hasSharedFile(FILE) ? readRecording() : { minutes: [], trades: [] }
  const base = { symbol: 'BINANCE:BTCUSDT.P', proof: 'proven', qtyUnit: '0.001', reason: '', snapshot: null } as const
  const window = { low: 0, high: 10_000_000 }
  const frames = recording.minutes.map((changes, i): DepthFrame => {
    return { ...base, seq: i + 1, kind: 'changes', until: changes.t[changes.events - 1], window, changes }
  })

  it('a stored minute takes at most 1.2 times its order-0 entropy', () => {
    // The first and the last minute are incomplete.
    const whole = frames.slice(1, -1)
    expect(whole).toHaveLength(5)
    for (const frame of whole) {
      const bytes = encodeDepthFrame(frame)
      expect(decodeDepthFrame(bytes)).toEqual(frame)
      const stored = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
      expect(stored.length / entropyOf(frame.changes as BookChanges)).toBeLessThan(1.2)
    }
  })

  it('accounts of liquidity balance in every row, and are explained by the trades', () => {
    const fromMs = Math.ceil(recording.minutes[0].t[0] / 1000) * 1000
    const toMs = Math.floor(frames[frames.length - 1].until / 1000) * 1000
    const book = new Book()
    book.setWindow(window)
    const columns = foldColumns(frames, { fromMs, toMs, step: 50, book })
    expect(decodeDepthColumns(encodeDepthColumns(columns))).toEqual(columns)
    const traded = new TradedRows(50)
    let volume = 0
    for (const { t, side, tick, lots } of recording.trades) {
      if (t < fromMs + 1000 || t >= toMs) continue
      traded.add(side, Math.floor(tick / 50), lots)
      volume += lots
    }
    const rows = liquidityRows(columns, fromMs + 1000, toMs, traded)
    expect(rows.length).toBeGreaterThan(400)
    let sum = 0
    for (let k = 0; k < rows.length; k++) {
      expect(rows.end[k]).toBe(rows.start[k] + rows.added[k] - rows.removed[k])
      expect(rows.removed[k]).toBe(rows.traded[k] + rows.pulled[k])
      expect(rows.pulled[k]).toBeGreaterThanOrEqual(0)
      sum += rows.traded[k]
    }
    expect(sum).toBe(volume)
    expect(volume).toBeGreaterThan(0)
  })
})
