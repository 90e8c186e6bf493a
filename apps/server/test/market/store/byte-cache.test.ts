import { describe, expect, test } from 'vitest'
import { ByteCache } from '../../../src/market/store/read/byte-cache.ts'

const bytesOf = (value: string): number => value.length

describe('byte cache', () => {
  test('removes the least recently used values above its limit', () => {
    const cache = new ByteCache({ limitBytes: 10, bytesOf })
    for (const key of ['a', 'b', 'c']) cache.set(key, key.repeat(3))
    cache.get('a')
    cache.set('d', 'dddd')
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['aaa', undefined, 'ccc', 'dddd'])
  })

  test('counts a replaced value once', () => {
    const cache = new ByteCache({ limitBytes: 10, bytesOf })
    for (let i = 0; i < 5; i++) cache.set('a', 'aaaaa')
    cache.set('b', 'bbbbb')
    expect([cache.get('a'), cache.get('b')]).toEqual(['aaaaa', 'bbbbb'])
  })

  test('does not store a value above its share of the limit', () => {
    const cache = new ByteCache({ limitBytes: 12, bytesOf, maxShare: 1 / 4 })
    cache.set('a', 'aaa')
    cache.set('b', 'bbbb')
    expect([cache.get('a'), cache.get('b')]).toEqual(['aaa', undefined])
  })
})
