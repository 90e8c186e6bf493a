import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '../../src/app/queries.ts'
import { CallFailure } from '../../src/shared/http/envelope.ts'
import { BUSY_ATTEMPTS, isBusy, retryDelayMs, retryWhileBusy } from '../../src/shared/http/retry.ts'

const busy = new CallFailure('message', '503', 'The server is busy', { error: 'OVERLOADED', retry_after: 3 })
const limited = new CallFailure('message', '429', 'Too many', { error: 'RATE_LIMITED', retry_after: 3 })
const broken = new CallFailure('message', '503', 'Not ready', { error: 'MAINTENANCE' })

describe('a busy server', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is one that names a time for a retry', () => {
    expect([busy, limited, broken, new Error('x')].map(isBusy)).toEqual([true, false, false, false])
  })

  it('is asked again after that time, spread by up to a third', () => {
    expect([0, 0.5, 1].map((random) => retryDelayMs(busy, () => random))).toEqual([3000, 3450, 3900])
    expect(retryDelayMs(broken)).toBe(0)
  })

  it('gets the call again until it answers', async () => {
    const call = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValue('data')
    const onBusy = vi.fn()
    const result = retryWhileBusy(call, onBusy)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(call).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2 * 4_000)
    expect(await result).toBe('data')
    expect([call.mock.calls.length, onBusy.mock.calls.length]).toEqual([3, 2])
  })

  it('gets a call a limited number of times', async () => {
    const call = vi.fn().mockRejectedValue(busy)
    const result = retryWhileBusy(call, () => {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await result, call.mock.calls.length]).toEqual([busy, BUSY_ATTEMPTS])
  })

  it.each([limited, broken])('other failures are not repeated: %s', async (failure) => {
    const call = vi.fn().mockRejectedValue(failure)
    await expect(retryWhileBusy(call, () => {})).rejects.toBe(failure)
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('gets the queries of a page again after the time it names', async () => {
    const load = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValue('data')
    const result = queries.fetchQuery({ queryKey: ['busy'], queryFn: load, ...queries.getDefaultOptions().queries })
    await vi.advanceTimersByTimeAsync(2_900)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await result).toBe('data')
  })
})
