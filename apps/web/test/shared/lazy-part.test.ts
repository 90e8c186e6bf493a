import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilFetched } from '../../src/shared/ui/lazy-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a lazy part', () => {
  it('retries with backoff while offline and loads once online', async () => {
    let asked = 0
    const part = untilFetched(async () => {
      if (++asked <= 3) throw new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js')
      return 'part'
    })
    await vi.advanceTimersByTimeAsync(2_999)
    expect(asked).toBe(2)
    await vi.advanceTimersByTimeAsync(4_001)
    await expect(part).resolves.toBe('part')
    expect(asked).toBe(4)
  })

  it('fails immediately on an error in the file', async () => {
    await expect(untilFetched(() => Promise.reject(new ReferenceError('x is not defined')))).rejects.toThrow(
      'x is not defined',
    )
  })
})
