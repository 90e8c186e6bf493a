import {
  analyzeBars,
  barBuffers,
  barsEqual,
  DEFAULT_SETTINGS,
  lotsAt,
  parseSettings,
  sliceBars,
  type AnalysisPart,
} from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { buffersOf, ownAnalysis, ownBars } from '../../src/workers/slices.ts'
import { barsOf, type Trade } from '../order-flow/bars.ts'

const trades = Array.from({ length: 400 }, (_, i): Trade => [
  i * 9000,
  100 + ((i * 7) % 13),
  1 + ((i * 31) % 50),
  i % 3 !== 0,
])
const bars = barsOf(trades)
const analysis = analyzeBars(bars, DEFAULT_SETTINGS, { units: { tickSize: '0.01', lotSize: '0.001' } })

describe('transferred data', () => {
  it('contains the bars from an index on', () => {
    expect(barsEqual(ownBars(bars, 7), sliceBars(bars, 7))).toBe(true)
    expect(barsEqual(ownBars(bars, 3, 9), sliceBars(bars, 3, 9))).toBe(true)
  })

  it('shares no memory with the engine, so that it can be transferred', () => {
    const own = ownBars(bars, 7)
    for (const buffer of barBuffers(own))
      expect([bars.t.buffer, bars.row.buffer, bars.cellBid.buffer]).not.toContain(buffer)
    expect(own.row.buffer.byteLength).toBe(own.row.byteLength)
    expect(new Set(barBuffers(own)).size).toBe(barBuffers(own).length)
  })

  it('includes copies of the overflow columns', () => {
    const wide = barsOf(trades.map(([ts, price, qty, buy]): Trade => [ts, price, 2 ** 51 + qty, buy]))
    const own = ownBars(wide, 7)
    expect(barsEqual(own, sliceBars(wide, 7))).toBe(true)
    expect(barBuffers(own)).toContain(own.overflow?.ask.buffer)
    for (const buffer of barBuffers(own))
      expect([wide.t.buffer, wide.overflow?.ask.buffer, wide.overflow?.cellAsk.buffer]).not.toContain(buffer)
    expect(own.overflow?.ask.buffer.byteLength).toBe(own.overflow?.ask.byteLength)
  })

  it('preserves quantities beyond 2^53', () => {
    const most = Number.MAX_SAFE_INTEGER
    const heavy = barsOf(trades.map(([ts, price, lots, buy]): Trade => [ts, price, most - lots, buy]))
    const own = ownBars(heavy, 3, 9)
    expect(barsEqual(own, sliceBars(heavy, 3, 9))).toBe(true)
    const settings = parseSettings({ cvd: { reset: 'never' } })
    const whole = analyzeBars(heavy, settings, { units: { tickSize: '0.01', lotSize: '0.001' } })
    const part = ownAnalysis(heavy, whole, { from: 3, to: 9, shift: 0 }, { zones: null, signals: null })
    const exact = (analysis: AnalysisPart) => Array.from(analysis.cvdOpen, (_, i) => lotsAt(analysis, 'cvdOpen', i))
    expect(exact(part)).toEqual(exact(whole).slice(3, 9))
    const buffers = buffersOf(own, part)
    for (const column of [own.overflow!.cellBid, own.overflow!.maxDelta, part.overflow!.cvdOpen])
      expect(buffers).toContain(column.buffer)
    for (const column of [heavy.overflow!.cellBid, whole.overflow!.cvdOpen])
      expect(buffers).not.toContain(column.buffer)
    expect(new Set(buffers).size).toBe(buffers.length)
  })

  it('contains the analysis of exactly those bars', () => {
    const part = ownAnalysis(bars, analysis, { from: 7, to: bars.length, shift: 0 }, { zones: null, signals: null })
    expect(part.length).toBe(bars.length - 7)
    expect(part.pocRow).toEqual(analysis.pocRow.slice(7))
    expect(part.cellFlags).toEqual(analysis.cellFlags.slice(bars.cellStart[7]))
    expect(part.stacks.every(({ t }) => t >= bars.t[7])).toBe(true)
    expect(part.zones).toBeNull()
  })

  it('shifts segment numbers, also below zero, preserving equality', () => {
    const part = ownAnalysis(bars, analysis, { from: 0, to: bars.length, shift: -5 }, { zones: null, signals: null })
    expect(part.cvdSegment[0]).toBe((analysis.cvdSegment[0] - 5) >>> 0)
  })
})
