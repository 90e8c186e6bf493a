import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BarArena,
  decodeAnswer,
  decodeBars,
  decodeFrame,
  decodeMany,
  decodeTrades,
  emptyTrades,
  encodeAnswer,
  encodeBars,
  encodeFrame,
  encodeTrades,
  firstDifference,
  sliceBars,
} from '@flowprint/orderflow'
import type { Frame } from '@flowprint/orderflow'
import { anyBars, anyTrades, extremeBar, tradesDifference } from './codec-arbitraries.ts'

describe('encoding and decoding', () => {
  it('trades, every column', () => {
    fc.assert(
      fc.property(anyTrades(), (trades) => {
        expect(tradesDifference(decodeTrades(encodeTrades(trades)), trades)).toBe(null)
      }),
      { numRuns: 300 },
    )
  })

  it('no trades', () => {
    expect(decodeTrades(encodeTrades(emptyTrades()))).toEqual(emptyTrades())
  })

  it('bars, every column', () => {
    fc.assert(
      fc.property(anyBars(), (bars) => {
        expect(firstDifference(decodeBars(encodeBars(bars)), bars)).toBe(null)
      }),
      { numRuns: 300 },
    )
  })

  it('a bar at the limit of every column', () => {
    expect(firstDifference(decodeBars(encodeBars(extremeBar())), extremeBar())).toBe(null)
  })

  it('bars that do not start on multiples of their cycle', () => {
    const bar = extremeBar()
    const arena = new BarArena(bar.cycleMs, bar.step)
    arena.append({ ...bar, t: Float64Array.of(5) })
    arena.append({ ...bar, t: Float64Array.of(17) })
    expect(firstDifference(decodeBars(encodeBars(arena.view())), arena.view())).toBe(null)
  })

  it('any range of bars; several ranges as one run', () => {
    fc.assert(
      fc.property(anyBars(), fc.array(fc.nat(), { maxLength: 4 }), (bars, cuts) => {
        const ends = [...cuts.map((cut) => cut % (bars.length + 1)), bars.length].sort((a, b) => a - b)
        const messages = ends.map((end, i) => encodeBars(bars, i === 0 ? 0 : ends[i - 1], end))
        expect(firstDifference(decodeBars(messages[0]), sliceBars(bars, 0, ends[0]))).toBe(null)
        expect(firstDifference(decodeMany(messages), bars)).toBe(null)
      }),
    )
  })

  it('a response with and without open bar and tail', () => {
    const meta = fc.record({
      symbol: fc.string({ unit: 'binary' }),
      last_seq: fc.nat(),
      watermark: fc.constantFrom(null, 5),
    })
    fc.assert(
      fc.property(meta, anyBars(), fc.option(anyBars()), fc.option(anyTrades()), (words, bars, open, tail) => {
        const answer = decodeAnswer<typeof words>(encodeAnswer({ meta: words, bars, open, tail }))
        expect(answer.meta).toEqual(words)
        expect(firstDifference(answer.bars, bars)).toBe(null)
        expect(answer.open === null).toBe(open === null)
        if (answer.open !== null && open !== null) expect(firstDifference(answer.open, open)).toBe(null)
        expect(answer.tail === null).toBe(tail === null)
        if (answer.tail !== null && tail !== null) expect(tradesDifference(answer.tail, tail)).toBe(null)
      }),
    )
  })

  it('a frame, whose trades take their seq from its range', () => {
    fc.assert(
      fc.property(
        anyTrades(),
        fc.nat(),
        fc.constantFrom(null, 0, 1_750_507_200_000),
        fc.string(),
        fc.uuid(),
        (trades, first, watermark, symbol, tape) => {
          const frame: Frame = {
            symbol,
            tape,
            instrumentVersion: 3,
            firstSeq: first,
            lastSeq: first + trades.length - 1,
            watermark,
            trades: { ...trades, seq: null },
          }
          const seq = Float64Array.from({ length: trades.length }, (_, i) => first + i)
          const { trades: read, ...head } = decodeFrame(encodeFrame(frame))
          expect(tradesDifference(read, { ...trades, seq })).toBe(null)
          expect({ ...head, trades: frame.trades }).toEqual(frame)
        },
      ),
    )
  })

  it('a frame whose trades are not ordered by seq', () => {
    const three = decodeTrades(
      encodeTrades({
        length: 3,
        ts: Float64Array.of(1, 2, 3),
        price: Int32Array.of(1, 1, 1),
        qty: Float64Array.of(1, 1, 1),
        buy: Uint8Array.of(0, 1, 0),
        fills: Uint32Array.of(1, 1, 1),
        id: Float64Array.of(1, 2, 3),
        textId: null,
        seq: Float64Array.of(12, 10, 11),
      }),
    )
    const frame = {
      symbol: 'X:Y',
      tape: 't',
      instrumentVersion: 1,
      firstSeq: 10,
      lastSeq: 12,
      watermark: 3,
      trades: three,
    }
    expect(decodeFrame(encodeFrame(frame)).trades.seq).toEqual(Float64Array.of(12, 10, 11))
    expect(() => encodeFrame({ ...frame, lastSeq: 13 })).toThrow('has 3 trades')
    expect(() => encodeFrame({ ...frame, firstSeq: 11, lastSeq: 13 })).toThrow('is outside its frame')
  })

  it('decodes a message at any offset of a larger buffer', () => {
    const message = encodeBars(extremeBar())
    const shifted = new Uint8Array(message.length + 7)
    shifted.set(message, 3)
    expect(decodeBars(shifted.subarray(3, 3 + message.length))).toEqual(decodeBars(message))
  })
})
