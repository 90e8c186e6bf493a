import { describe, expect, it } from 'vitest'
import { bookFigureData } from '../book-figure-data.mjs'

const figures = bookFigureData()
const { heatmap, imbalance, ladder, market } = figures
const [filled, pulled, lost] = heatmap.walls

describe('data of the figures of the book', () => {
  it('is deterministic', () => {
    expect(bookFigureData()).toEqual(figures)
  })

  it('has a mark for every row of each second, and none while the connection is lost', () => {
    const [from, to] = market.lost
    heatmap.seconds.forEach((second, i) => {
      if (i >= from && i < to) expect(second).toBeNull()
      else expect(second).toMatch(new RegExp(`^[0-9?]{${heatmap.high - heatmap.low + 1}}$`))
    })
    const marks = heatmap.seconds.join('')
    for (const mark of ['?', '0', '1', '5', '9']) expect(marks).toContain(mark)
  })

  it('shows best prices in known rows that never cross, and none while the connection is lost', () => {
    heatmap.bestBid.forEach((bid, i) => {
      const ask = heatmap.bestAsk[i]
      const second = heatmap.seconds[i]
      expect([bid === null, ask === null]).toEqual([second === null, second === null])
      if (bid === null || ask === null) return
      expect(bid).toBeLessThan(ask)
      for (const row of [bid, ask]) expect(second?.[Math.floor(row) - heatmap.low]).not.toBe('?')
    })
  })

  it('shows a wall that is mostly filled, one that is pulled untouched, and one that is lost with the connection', () => {
    expect([filled.state, pulled.state, lost.state]).toEqual(['filled', 'pulled', 'lost'])
    expect(filled.filled).toBeGreaterThan(5 * filled.pulled)
    expect(filled.tests).toBeGreaterThan(0)
    expect([pulled.filled, pulled.tests]).toEqual([0, 0])
    expect(pulled.lots * 2).toBeLessThan(pulled.maxLots)
    expect(lost.ended).toBe(market.lost[0])
  })

  it('has an imbalance from -1 to 1 exactly where the book is known around the best prices', () => {
    const known = imbalance.values.filter((value) => value !== null)
    expect(known.length).toBeGreaterThan(40)
    expect(known.every((value) => value >= -1 && value <= 1)).toBe(true)
    const [from, to] = market.lost
    for (let i = from; i < to; i++) expect(imbalance.values[i]).toBeNull()
  })

  it('has ladder rows from the highest price down whose sides rest on their side of the touch', () => {
    const { rows, bestBid, bestAsk } = ladder
    rows.forEach(({ row, bid, ask }, i) => {
      expect(row).toBe(rows[0].row - i)
      if (bid.lots > 0) expect(row * market.step).toBeLessThanOrEqual(bestBid)
      if (ask.lots > 0) expect((row + 1) * market.step - 1).toBeGreaterThanOrEqual(bestAsk)
      for (const side of [bid, ask]) expect(Math.min(side.traded, side.added, side.pulled)).toBeGreaterThanOrEqual(0)
    })
    expect(rows.some(({ bid }) => bid.traded > 0)).toBe(true)
  })
})
