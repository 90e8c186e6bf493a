import { afterEach, describe, expect, test, vi } from 'vitest'
import { TapePositions } from '../../../src/market/api/reads/tape-positions.ts'
import type { TapePosition } from '../../../src/market/store/index.ts'
import { createBus, tapeTopic } from '../../../src/platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../../src/platform/bus/index.ts'

const SYMBOL = 'TEST:P'
const T = Date.UTC(2025, 5, 21)

afterEach(() => vi.useRealTimers())

/** Positions over a primary that counts how often it is asked. */
function positionsUnderTest(given: Partial<Bus> = {}) {
  const bus = {
    ...createBus((error) => {
      throw error
    }),
    ...given,
  }
  const primary = { position: { lastSeq: 10, watermark: T } as TapePosition | null, asked: 0 }
  let answered: () => Promise<void> = async () => {}
  const readPosition = async (): Promise<TapePosition | null> => {
    primary.asked += 1
    const { position } = primary
    await answered()
    return position
  }
  return {
    bus,
    primary,
    positions: new TapePositions({ readPosition }, bus),
    publish: (event: Omit<Extract<TapeEvent, { kind: 'clock' }>, 'kind' | 'symbol'>) =>
      bus.deliver(tapeTopic(SYMBOL), { kind: 'clock', symbol: SYMBOL, ...event } satisfies TapeEvent),
    resync: () =>
      bus.deliver(tapeTopic(SYMBOL), { kind: 'resync', symbol: SYMBOL, reason: 'test' } satisfies TapeEvent),
    holdAnswers(until: Promise<void>) {
      answered = () => until
    },
  }
}

describe('position of a market', () => {
  test('is asked for once and then followed on the bus', async () => {
    const { positions, primary, publish } = positionsUnderTest()
    expect(await positions.of(SYMBOL)).toEqual({ lastSeq: 10, watermark: T })
    const { asked } = primary
    publish({ lastSeq: 12, watermark: T + 1_000 })
    expect(await positions.of(SYMBOL)).toEqual({ lastSeq: 12, watermark: T + 1_000 })
    // Messages may arrive out of order.
    publish({ lastSeq: 11, watermark: T })
    expect(await positions.of(SYMBOL)).toEqual({ lastSeq: 12, watermark: T + 1_000 })
    expect(primary.asked).toBe(asked)
  })

  test('is asked for again when the bus has been silent', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { positions, primary, publish } = positionsUnderTest()
    await positions.of(SYMBOL)
    publish({ lastSeq: 12, watermark: T })
    primary.position = { lastSeq: 20, watermark: T }
    vi.advanceTimersByTime(1_900)
    expect((await positions.of(SYMBOL))?.lastSeq).toBe(12)
    vi.advanceTimersByTime(200)
    expect((await positions.of(SYMBOL))?.lastSeq).toBe(20)
  })

  test('is asked for each time while the bus is cut', async () => {
    const { positions, primary } = positionsUnderTest({ isConnected: false })
    await positions.of(SYMBOL)
    primary.position = { lastSeq: 20, watermark: T }
    expect((await positions.of(SYMBOL))?.lastSeq).toBe(20)
  })

  test('is unknown after a resync, and a new tape may begin below the old one', async () => {
    const { positions, primary, resync } = positionsUnderTest()
    await positions.of(SYMBOL)
    primary.position = { lastSeq: 2, watermark: null }
    resync()
    expect(await positions.of(SYMBOL)).toEqual({ lastSeq: 2, watermark: null })
  })

  test('contains what was published while the primary answered', async () => {
    const { positions, publish, holdAnswers, resync } = positionsUnderTest()
    await positions.of(SYMBOL)
    resync()
    const hold = Promise.withResolvers<void>()
    holdAnswers(hold.promise)
    const position = positions.of(SYMBOL)
    publish({ lastSeq: 15, watermark: T + 5_000 })
    hold.resolve()
    expect(await position).toEqual({ lastSeq: 15, watermark: T + 5_000 })
  })

  test('is null for a symbol that is not stored, and nothing is kept of it', async () => {
    const subscribe = vi.fn(() => () => {})
    const { positions, primary } = positionsUnderTest({ subscribe })
    primary.position = null
    expect(await positions.of('NO:SUCH')).toBeNull()
    expect(subscribe).not.toHaveBeenCalled()
  })
})
