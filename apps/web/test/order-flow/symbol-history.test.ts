import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  HISTORY_LENGTH,
  readHistory,
  withViewed,
  writeHistory,
} from '../../src/features/order-flow/model/order-store.ts'
import { memoryStore } from '../memory-store.ts'

describe('the history of symbols', () => {
  it('is unique, newest first', () => {
    expect(withViewed(['A', 'B', 'C'], 'B')).toEqual(['B', 'A', 'C'])
  })

  it('is limited to twenty', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 100 }), (views) => {
        const history = views.reduce<readonly string[]>(withViewed, [])
        expect(history.length).toBeLessThanOrEqual(HISTORY_LENGTH)
        expect(new Set(history).size).toBe(history.length)
        expect(history[0]).toBe(views.at(-1))
      }),
    )
  })

  it('is stored as a JSON array under symbolHistory', () => {
    const store = memoryStore()
    writeHistory(['A:B', 'C:D'], store)
    expect(store.content.get('symbolHistory')).toBe('["A:B","C:D"]')
    expect(readHistory(store)).toEqual(['A:B', 'C:D'])
  })

  it.each(['', '{}', '"A"', 'null', '[1,null,"A","A",""]'])('reads %s without complaint', (text) => {
    const expected = text.startsWith('[') ? ['A'] : []
    expect(readHistory(memoryStore({ symbolHistory: text }))).toEqual(expected)
  })
})
