import { describe, expect, test } from 'vitest'
import { hash3, hashText, mix32, normalOf, Sfc32, unitOf } from '../../src/simulator/random.ts'

/** sfc32 as in PractRand, seeded with the same words. */
function slowSfc32(a: number, b: number, c: number): () => number {
  let counter = 1
  const next = () => {
    const sum = Number((BigInt(a >>> 0) + BigInt(b >>> 0) + BigInt(counter >>> 0)) & 0xffffffffn)
    counter = (counter + 1) >>> 0
    a = (b ^ (b >>> 9)) >>> 0
    b = Number((BigInt(c >>> 0) * 9n) & 0xffffffffn)
    c = Number((BigInt(((c << 21) | (c >>> 11)) >>> 0) + BigInt(sum)) & 0xffffffffn)
    return sum
  }
  for (let i = 0; i < 12; i++) next()
  return next
}

describe('simulator randomness', () => {
  test('the generator agrees with a slow one in exact integers', () => {
    const fast = new Sfc32()
    fast.seed(77, 29_000_000)
    const slow = slowSfc32(hash3(77, 29_000_000, 101), hash3(77, 29_000_000, 102), hash3(77, 29_000_000, 103))
    for (let i = 0; i < 1000; i++) expect(fast.next()).toBe(slow())
  })

  test('a seed restarts the generator, regardless of previous draws', () => {
    const one = new Sfc32()
    one.seed(1, 2)
    const first = [one.next(), one.next()]
    one.seed(1, 2)
    expect([one.next(), one.next()]).toEqual(first)
  })

  test('the hash is a bijection with unsigned results: no two of 100,000 neighbours collide', () => {
    const seen = new Set<number>()
    for (let i = 0; i < 100_000; i++) seen.add(mix32(i))
    expect([...seen].every((value) => value === value >>> 0)).toBe(true)
    expect(seen.size).toBe(100_000)
  })

  test('streams, indexes and salts do not repeat each other', () => {
    const seen = new Set<number>()
    for (let stream = 0; stream < 10; stream++) {
      for (let index = 0; index < 100; index++)
        for (let salt = 0; salt < 10; salt++) seen.add(hash3(stream, index, salt))
    }
    expect(seen.size).toBeGreaterThan(9_990)
    expect(hashText('DEMO:BTCUSD', 1)).not.toBe(hashText('DEMO:ETHUSD', 1))
    expect(hashText('DEMO:BTCUSD', 1)).not.toBe(hashText('DEMO:BTCUSD', 2))
  })

  test('unit numbers never reach 0 or 1', () => {
    expect(unitOf(0)).toBeGreaterThan(0)
    expect(unitOf(0xffffffff)).toBeLessThan(1)
  })

  test('normal numbers have mean 0 and deviation 1 within the error of 100,000 draws', () => {
    const random = new Sfc32()
    random.seed(5, 5)
    let sum = 0
    let squares = 0
    for (let i = 0; i < 100_000; i++) {
      const x = random.normal()
      sum += x
      squares += x * x
    }
    expect(Math.abs(sum / 100_000)).toBeLessThan(0.015)
    expect(Math.abs(squares / 100_000 - 1)).toBeLessThan(0.02)
    expect(normalOf(0, 0)).toBeCloseTo(-3.464, 3)
  })
})
