import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scheduleJobs } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'

const MINUTE = 60_000
const log = createLog('silent')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('jobs', () => {
  test('run at start and every ten minutes, rarer ones less often, until they are stopped', async () => {
    const done = { often: 0, hourly: 0 }
    const end = scheduleJobs(
      [
        { name: 'often', run: async () => void done.often++ },
        { name: 'hourly', everyMs: 60 * MINUTE, run: async () => void done.hourly++ },
      ],
      log,
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual({ often: 1, hourly: 1 })
    await vi.advanceTimersByTimeAsync(50 * MINUTE)
    expect(done).toEqual({ often: 6, hourly: 1 })
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(done).toEqual({ often: 7, hourly: 2 })
    await end()
    await vi.advanceTimersByTimeAsync(120 * MINUTE)
    expect(done).toEqual({ often: 7, hourly: 2 })
  })

  test('run every minute when a job requests it', async () => {
    let done = 0
    const end = scheduleJobs([{ name: 'often', everyMs: MINUTE, run: async () => void done++ }], log)
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(done).toBe(6)
    await end()
  })

  test('are retried after ten minutes on failure, without delaying other jobs', async () => {
    const done = { failing: 0, other: 0 }
    const fail = async (): Promise<void> => {
      if (++done.failing === 1) throw new Error('no')
    }
    const end = scheduleJobs(
      [
        { name: 'failing', everyMs: 60 * MINUTE, run: fail },
        { name: 'other', run: async () => void done.other++ },
      ],
      log,
    )
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(done).toEqual({ failing: 2, other: 4 })
    await end()
  })

  test('stop waits for the running job and starts no other', async () => {
    const gate = Promise.withResolvers<void>()
    const said: string[] = []
    const end = scheduleJobs(
      [
        { name: 'long', run: () => gate.promise.then(() => void said.push('long')) },
        { name: 'next', run: async () => void said.push('next') },
      ],
      log,
    )
    await vi.advanceTimersByTimeAsync(0)
    const ended = end().then(() => said.push('ended'))
    await vi.advanceTimersByTimeAsync(0)
    expect(said).toEqual([])
    gate.resolve()
    await ended
    expect(said).toEqual(['long', 'ended'])
  })
})
