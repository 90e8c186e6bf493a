import { describe, expect, test } from 'vitest'
import { delay, Semaphore, Signal, withTimeout } from '../../src/platform/async/index.ts'

/** Longer than any test. */
const LONG_MS = 600_000

describe('delay', () => {
  test('ends early without an error when the signal aborts', async () => {
    const stopping = new AbortController()
    const waited = delay(LONG_MS, { signal: stopping.signal })
    stopping.abort()
    await expect(waited).resolves.toBeUndefined()
    await expect(delay(LONG_MS, { signal: stopping.signal })).resolves.toBeUndefined()
  })
})

describe('Signal', () => {
  test('wakes every waiter', async () => {
    const signal = new Signal()
    const waits = [signal.wait(LONG_MS), signal.wait(LONG_MS, { ref: false })]
    signal.notify()
    await Promise.all(waits)
  })

  test('does not store a notification', async () => {
    const signal = new Signal()
    signal.notify()
    const stopping = new AbortController()
    let isWoken = false
    const waited = signal.wait(LONG_MS, { signal: stopping.signal }).then(() => (isWoken = true))
    await delay(1)
    expect(isWoken).toBe(false)
    stopping.abort()
    await waited
    await signal.wait(LONG_MS, { signal: stopping.signal })
  })

  test('wakes after the given time', async () => {
    await new Signal().wait(1)
  })
})

describe('Semaphore', () => {
  test('reports full and waiting, and frees its slots', async () => {
    const semaphore = new Semaphore(1)
    const ends: (() => void)[] = []
    const work = (): Promise<void> => new Promise((resolve) => ends.push(resolve))
    const runs = [semaphore.run(work), semaphore.run(work)]
    expect([semaphore.isFull, semaphore.waitingCount]).toEqual([true, 1])
    ends[0]()
    await runs[0]
    expect([semaphore.isFull, semaphore.waitingCount]).toEqual([true, 0])
    await delay(1)
    ends[1]()
    await runs[1]
    expect(semaphore.isFull).toBe(false)
  })
})

describe('withTimeout', () => {
  test('returns the result of the work in time', async () => {
    await expect(withTimeout(Promise.resolve(1), LONG_MS, () => 2)).resolves.toBe(1)
  })

  test('returns or throws what onTimeout does, otherwise', async () => {
    const never = new Promise<never>(() => {})
    await expect(withTimeout(never, 1, () => 2)).resolves.toBe(2)
    const fail = (): never => {
      throw new Error('late')
    }
    await expect(withTimeout(never, 1, fail)).rejects.toThrow('late')
  })

  test('throws the error of the work', async () => {
    await expect(withTimeout(Promise.reject(new Error('failed')), LONG_MS, () => 2)).rejects.toThrow('failed')
  })
})
