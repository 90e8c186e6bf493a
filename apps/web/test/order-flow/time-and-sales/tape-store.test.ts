import { describe, expect, it } from 'vitest'
import { newerThan } from '../../../src/features/order-flow/panels/time-and-sales/tape-list.tsx'
import {
  filterKey,
  keepKnown,
  readTapePreferences,
  withFilter,
} from '../../../src/features/order-flow/panels/time-and-sales/tape-store.ts'
import type { TapeRow } from '../../../src/workers/protocol.ts'
import { stubStorage } from '../../browser-storage.ts'

const row = (id: string, more: Partial<TapeRow> = {}): TapeRow => ({
  id,
  buy: true,
  firstTs: 1,
  lastTs: 1,
  first: 1,
  last: 1,
  low: 1,
  high: 1,
  lots: 1,
  notional: 1,
  trades: 1,
  fills: 1,
  mark: 0,
  ...more,
})

describe('rows of time and sales', () => {
  it('keep their identity until they change', () => {
    const before = [row('2'), row('1')]
    const after = keepKnown(before, [row('3'), row('2', { trades: 2, lots: 2 }), row('1')])
    expect(after[2]).toBe(before[1])
    expect(after[1]).not.toBe(before[0])
    expect(after.map(({ id }) => id)).toEqual(['3', '2', '1'])
  })

  it('count newer rows; null beyond the page', () => {
    const rows = ['5', '4', '3'].map((id) => row(id))
    expect([
      newerThan([row('5')], rows),
      newerThan([row('3')], rows),
      newerThan([row('1')], rows),
      newerThan([], rows),
    ]).toEqual([0, 2, null, 3])
  })
})

describe('stored preferences of time and sales', () => {
  it('default to merged sweeps without a filter, also when storage is invalid', () => {
    for (const stored of [null, 'x', '7', '{"merge":true,"filters":[1,{"a":2}]}']) {
      stubStorage(stored === null ? {} : { 'flowprint:tape': stored })
      expect(readTapePreferences().merge).toBe(true)
      expect(Object.values(readTapePreferences().filters)).toEqual([])
    }
    stubStorage({ 'flowprint:tape': '{"merge":false,"filters":{"A:B base":"5"}}' })
    expect(readTapePreferences()).toEqual({ merge: false, filters: { 'A:B base': '5' } })
  })

  it('store a filter per symbol and unit, dropping the least recently used', () => {
    let filters = withFilter(withFilter({}, filterKey('A:B', 'base'), '5'), filterKey('A:B', 'quote'), '1k')
    expect(filters).toEqual({ 'A:B base': '5', 'A:B quote': '1k' })
    filters = withFilter(filters, filterKey('A:B', 'base'), '')
    expect(filters).toEqual({ 'A:B quote': '1k' })
    for (let i = 0; i < 150; i++) filters = withFilter(filters, `S${i} base`, '1')
    expect(Object.keys(filters).length).toBe(100)
    expect(filters['A:B quote']).toBeUndefined()
  })
})
