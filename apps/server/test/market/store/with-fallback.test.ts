import { describe, expect, test, vi } from 'vitest'
import {
  ReadTooLargeError,
  ReplicaBehindError,
  TooManyCellsError,
  withFallback,
} from '../../../src/market/store/index.ts'
import type { Coverage, Instrument, TapeReads } from '../../../src/market/store/index.ts'

const instrument = { symbol: 'TEST:F' } as Instrument
const answer = (lastSeq: number) => ({ lastSeq }) as Coverage
const lostConnection = () => Object.assign(new Error('Connection terminated'), { code: '57P01' })

/** Reads whose coverage comes from these functions. */
function readsUnderTest(replica: () => Promise<Coverage>, primary: () => Promise<Coverage> = async () => answer(2)) {
  const [lost, gone] = [new AbortController(), new AbortController()]
  const onFallback = vi.fn()
  const calls = { replica: vi.fn(replica), primary: vi.fn(primary) }
  const reads = withFallback(
    { coverage: calls.replica, findInstrument: async () => null } as unknown as TapeReads,
    { coverage: calls.primary, findInstrument: async () => instrument } as unknown as TapeReads,
    { lost: lost.signal, gone: gone.signal, onFallback },
  )
  return { reads, calls, lost, gone, onFallback }
}

describe('reads with a fallback', () => {
  test('come from the replica', async () => {
    const { reads, calls } = readsUnderTest(async () => answer(1))
    expect(await reads.coverage(instrument)).toEqual(answer(1))
    expect(calls.primary).not.toHaveBeenCalled()
  })

  test.each([
    ['a lost connection', lostConnection(), true],
    ['a conflict with the replay of the log', Object.assign(new Error('conflict'), { code: '40001' }), false],
    ['a slow query', Object.assign(new Error('timeout'), { code: '57014' }), false],
  ])('move to the primary after %s, and stay there', async (_name, error, isFailing) => {
    const { reads, calls, onFallback } = readsUnderTest(() => Promise.reject(error))
    expect(await reads.coverage(instrument)).toEqual(answer(2))
    expect(await reads.coverage(instrument)).toEqual(answer(2))
    expect(calls.replica).toHaveBeenCalledTimes(1)
    expect(onFallback.mock.calls).toEqual([[error, isFailing]])
  })

  test('wait for a replica that is some milliseconds behind', async () => {
    let left = 2
    const { reads, onFallback } = readsUnderTest(async () => {
      if (left-- > 0) throw new ReplicaBehindError('behind')
      return answer(1)
    })
    expect(await reads.coverage(instrument)).toEqual(answer(1))
    expect(onFallback).not.toHaveBeenCalled()
  })

  test('come from the primary when the replica stays behind', async () => {
    const { reads, onFallback } = readsUnderTest(() => Promise.reject(new ReplicaBehindError('behind')))
    expect(await reads.coverage(instrument)).toEqual(answer(2))
    expect(onFallback.mock.calls).toEqual([[expect.any(ReplicaBehindError), false]])
  })

  test('come from the primary when the replica does not know the market', async () => {
    const { reads } = readsUnderTest(async () => answer(1))
    expect(await reads.findInstrument('TEST:F')).toBe(instrument)
  })

  test('move to the primary as soon as the replica fails, without its answer', async () => {
    const { reads, lost } = readsUnderTest(() => new Promise(() => {}))
    const read = reads.coverage(instrument)
    lost.abort(new Error('failed'))
    expect(await read).toEqual(answer(2))
  })

  test.each([
    ['too many cells', new TooManyCellsError(1, 2, 3)],
    ['a read beyond its budget', new ReadTooLargeError()],
  ])('reject %s like the primary', async (_name, error) => {
    const { reads, calls } = readsUnderTest(() => Promise.reject(error))
    await expect(reads.coverage(instrument)).rejects.toBe(error)
    expect(calls.primary).not.toHaveBeenCalled()
  })

  test('read nothing from the primary for a caller who has disconnected', async () => {
    const { reads, calls, gone } = readsUnderTest(() => Promise.reject(lostConnection()))
    gone.abort()
    await expect(reads.coverage(instrument)).rejects.toThrow('Connection terminated')
    expect(calls.primary).not.toHaveBeenCalled()
  })

  test('reject with the error of the primary', async () => {
    const { reads } = readsUnderTest(
      () => Promise.reject(lostConnection()),
      () => Promise.reject(new Error('the primary')),
    )
    await expect(reads.coverage(instrument)).rejects.toThrow('the primary')
  })
})
