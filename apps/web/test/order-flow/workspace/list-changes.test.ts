import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  added,
  firstList,
  movedTo,
  removed,
} from '../../../src/features/order-flow/panels/watchlist/watchlist-store.ts'
import { formatCompact } from '../../../src/shared/format/number.ts'

const list = fc.uniqueArray(fc.constantFrom<string>('A', 'B', 'C', 'D', 'E', 'F'))

describe('a list of symbols', () => {
  it('appends a symbol once, up to the limit', () => {
    expect(added('C', 3)(['A', 'B'])).toEqual(['A', 'B', 'C'])
    expect(added('A', 3)(['A', 'B'])).toEqual(['A', 'B'])
    expect(added('C', 2)(['A', 'B'])).toEqual(['A', 'B'])
  })

  it('moves only one symbol', () => {
    fc.assert(
      fc.property(
        list,
        fc.constantFrom('A', 'B', 'C', 'Z'),
        fc.integer({ min: -3, max: 9 }),
        (items, symbol, place) => {
          const moved = movedTo(symbol, place)(items)
          expect(removed(symbol)(moved)).toEqual(removed(symbol)(items))
          expect([...moved].sort()).toEqual([...items].sort())
          if (items.includes(symbol)) expect(moved.indexOf(symbol)).toBe(Math.max(0, Math.min(items.length - 1, place)))
        },
      ),
    )
  })

  it('ignores a change that no longer applies', () => {
    const theirs = ['B']
    expect(movedTo('A', 0)(theirs)).toBe(theirs)
    expect(removed('A')(theirs)).toEqual(theirs)
  })

  it('starts with the followed markets', () => {
    const offered = [
      { value: 'old', live: false },
      { value: 'a', live: true },
      { value: 'b', live: true },
    ]
    expect(firstList(offered, 2)).toEqual(['a', 'b'])
    expect(firstList(offered, 9)).toEqual(['a', 'b', 'old'])
  })
})

describe('a short quantity', () => {
  it.each([
    ['0', '0'],
    ['0.000', '0'],
    ['-0.000', '0'],
    ['5', '5'],
    ['12.5000', '12.5'],
    ['999.999', '999'],
    ['1000', '1K'],
    ['12345.678', '12.3K'],
    ['-12999', '-12.9K'],
    ['100999', '100K'],
    ['1234567', '1.23M'],
    ['1000000000', '1B'],
    ['0.00512', '0.00512'],
    ['-0.00051299', '-0.000512'],
    ['1.23456', '1.23'],
    ['999999999999999', '999T'],
    ['1234567890123456', '1234567890123456'],
  ])('%s is %s', (text, short) => expect(formatCompact(text)).toBe(short))

  it('never exceeds the quantity and is at most one percent smaller', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.integer({ min: 0, max: 6 }), (units, decimals) => {
        const digits = String(units).padStart(decimals + 1, '0')
        const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
        const short = formatCompact(text)
        const value = Number(short.replace(/[KMBT]$/, '')) * 1000 ** ' KMBT'.indexOf(/[KMBT]$/.exec(short)?.[0] ?? ' ')
        expect(value).toBeLessThanOrEqual(Number(text) * (1 + 1e-12))
        expect(value).toBeGreaterThan(Number(text) * 0.99)
      }),
    )
  })
})
