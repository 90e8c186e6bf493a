import { analyzeBars, barsEqual, DEFAULT_SETTINGS, lotsAt, parseSettings, sliceBars } from '@flowprint/orderflow'
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
    for (const buffer of buffersOf(own))
      expect([bars.t.buffer, bars.row.buffer, bars.cellBid.buffer]).not.toContain(buffer)
    expect(own.row.buffer.byteLength).toBe(own.row.byteLength)
    expect(new Set(buffersOf(own)).size).toBe(buffersOf(own).length)
  })

  it('includes copies of the overflow columns', () => {
    const wide = barsOf(trades.map(([ts, price, qty, buy]): Trade => [ts, price, 2 ** 51 + qty, buy]))
    const own = ownBars(wide, 7)
    expect(barsEqual(own, sliceBars(wide, 7))).toBe(true)
    expect(buffersOf(own)).toContain(own.wide?.ask.buffer)
    for (const buffer of buffersOf(own))
      expect([wide.t.buffer, wide.wide?.ask.buffer, wide.wide?.cellAsk.buffer]).not.toContain(buffer)
    expect(own.wide?.ask.buffer.byteLength).toBe(own.wide?.ask.byteLength)
  })

  it('preserves quantities beyond 2^53', () => {
    const most = Number.MAX_SAFE_INTEGER
    const heavy = barsOf(trades.map(([ts, price, lots, buy]): Trade => [ts, price, most - lots, buy]))
    const own = ownBars(heavy, 3, 9)
    expect(barsEqual(own, sliceBars(heavy, 3, 9))).toBe(true)
    const settings = parseSettings({ cvd: { reset: 'never' } })
    const whole = analyzeBars(heavy, settings, { units: { tickSize: '0.01', lotSize: '0.001' } })
    const part = ownAnalysis(heavy, whole, { from: 3, to: 9, shift: 0 }, { zones: null, signals: null })
    const exact = (cvdOpen: Float64Array, rests: Float64Array) =>
      Array.from(cvdOpen, (_, i) => lotsAt(cvdOpen, rests, i))
    expect(exact(part.cvdOpen, part.wide!.cvdOpen)).toEqual(exact(whole.cvdOpen, whole.wide!.cvdOpen).slice(3, 9))
    const buffers = buffersOf(own, part)
    for (const column of [own.wide!.cellBid, own.wide!.maxDelta, part.wide!.cvdOpen])
      expect(buffers).toContain(column.buffer)
    for (const column of [heavy.wide!.cellBid, whole.wide!.cvdOpen]) expect(buffers).not.toContain(column.buffer)
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
