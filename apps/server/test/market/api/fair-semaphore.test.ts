import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError, CostBudget, FairSemaphore } from '../../../src/platform/http/index.ts'
import { ReadBudget, ReadTooLargeError } from '../../../src/market/store/index.ts'
import { alone } from '../../alone.ts'

const OPTIONS = { maxActive: 2, maxActivePerCaller: 1, maxWaiting: 3, maxWaitingPerCaller: 2, maxWaitMs: 10_000 }

const slugOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'entered',
    (error: unknown) => (error instanceof AppError ? error.slug : error),
  )

describe('FairSemaphore', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('runs one task per caller, and the next in order when one ends', async () => {
    const semaphore = new FairSemaphore(OPTIONS)
    const order: string[] = []
    const enter = (caller: string, name: string) => semaphore.enter(caller).then((leave) => (order.push(name), leave))
    const leaveFirst = await enter('a', 'a1')
    void enter('a', 'a2')
    const leaveSecond = await enter('b', 'b1')
    void enter('c', 'c1')
    expect([order, semaphore.activeCount, semaphore.waitingCount]).toEqual([['a1', 'b1'], 2, 2])
    leaveSecond()
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual(['a1', 'b1', 'c1'])
    leaveFirst()
    leaveFirst()
    await vi.advanceTimersByTimeAsync(0)
    expect([order, semaphore.activeCount, semaphore.waitingCount]).toEqual([['a1', 'b1', 'c1', 'a2'], 2, 0])
  })

  test('prefers other callers over the one that was just served', async () => {
    const semaphore = new FairSemaphore({ ...OPTIONS, maxActive: 1 })
    const order: string[] = []
    const leave = await semaphore.enter('a')
    for (const caller of ['a', 'a', 'b']) void semaphore.enter(caller).then((end) => (order.push(caller), end()))
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual(['b', 'a', 'a'])
  })

  test('rejects when too many tasks wait: of the caller with RATE_LIMITED, of all with OVERLOADED', async () => {
    const semaphore = new FairSemaphore(OPTIONS)
    await semaphore.enter('a')
    for (let i = 0; i < 2; i++) void semaphore.enter('a')
    expect(await slugOf(semaphore.enter('a'))).toBe('RATE_LIMITED')
    await semaphore.enter('b')
    void semaphore.enter('b')
    expect(await slugOf(semaphore.enter('c'))).toBe('OVERLOADED')
    expect(semaphore.queue('q')).toEqual({ queue: 'q', size: 3, bound: 3, overflows: 2 })
  })

  test('tells a caller who waited too long whether it is their own fault', async () => {
    const semaphore = new FairSemaphore(OPTIONS)
    await semaphore.enter('a')
    await semaphore.enter('b')
    const own = slugOf(semaphore.enter('a'))
    const others = slugOf(semaphore.enter('c'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await own, await others]).toEqual(['RATE_LIMITED', 'OVERLOADED'])
  })

  test('rejects a task that waited too long, and removes disconnected callers', async () => {
    const semaphore = new FairSemaphore(OPTIONS)
    const leave = await semaphore.enter('a')
    const gone = new AbortController()
    const late = slugOf(semaphore.enter('a'))
    const left = slugOf(semaphore.enter('a', gone.signal))
    gone.abort('left')
    expect([await left, semaphore.waitingCount]).toEqual(['left', 1])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await late, semaphore.waitingCount]).toEqual(['RATE_LIMITED', 0])
    leave()
    expect(semaphore.activeCount).toBe(0)
  })
})

describe('CostBudget', () => {
  test('admits while the balance is positive, charges the actual cost, and refills over time', () => {
    let now = 0
    const budget = new CostBudget({ name: 'test', units: 600, clock: { now: () => now }, exchange: alone() })
    budget.admit('a')
    budget.charge('a', 700)
    expect(() => budget.admit('a')).toThrow(AppError)
    budget.admit('b')
    now += 10_000
    expect(() => budget.admit('a')).toThrow(AppError)
    now += 1000
    budget.admit('a')
  })

  test('returns the time until retry, at most a minute', () => {
    const budget = new CostBudget({ name: 'test', units: 600, clock: { now: () => 0 }, exchange: alone() })
    budget.charge('a', 1e9)
    try {
      budget.admit('a')
      expect.unreachable()
    } catch (error) {
      expect((error as AppError).options.data).toEqual({ retry_after: 60 })
    }
  })
})

describe('CostBudget of another period', () => {
  test('refills within it, and forgets the first callers beyond ten thousand', () => {
    let now = 0
    const budget = new CostBudget({
      name: 'test',
      units: 3600,
      periodMs: 3_600_000,
      clock: { now: () => now },
      exchange: alone(),
    })
    budget.charge('a', 3601)
    expect(() => budget.admit('a')).toThrow(AppError)
    now += 2_000
    budget.admit('a')
    for (let i = 0; i < 10_050; i++) budget.charge(`caller ${i}`, 1)
    expect(budget.callerCount).toBe(10_000)
  })
})

describe('ReadBudget', () => {
  test('ends a read at its limit, and at once when its caller disconnects', () => {
    const gone = new AbortController()
    const budget = new ReadBudget(100, gone.signal)
    budget.spend(100)
    expect(() => budget.spend(1)).toThrow(ReadTooLargeError)
    gone.abort(new Error('left'))
    expect(() => budget.spend(0)).toThrow('left')
  })
})
