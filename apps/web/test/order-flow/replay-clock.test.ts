import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromWorker, PanelRequest } from '../../src/workers/protocol.ts'
import type { ChartController } from '../../src/features/order-flow/chart/chart-controller.ts'
import { addressedChart, useActiveChart } from '../../src/features/order-flow/model/active-chart.tsx'
import { useReplay } from '../../src/features/order-flow/model/replay-store.ts'
import { useMarket } from '../../src/features/order-flow/model/market-store.ts'
import { endOfReplay, replayClock } from '../../src/features/order-flow/panels/replay/replay-clock.ts'
import { createTestScope } from './chart-scopes.ts'

type Replayed = Extract<FromWorker, { type: 'replayed' }>
type Cutoff = Replayed['cutoff']

const NOW = Date.UTC(2025, 5, 21, 12)
const START = NOW - 3_600_000
const BOUNDS = { from: NOW - 86_400_000, to: null, delayMs: 0, offsetMs: 0 }

/** A chart whose worker answers when the test says so. */
function fakeChart() {
  const requests: PanelRequest[] = []
  let listener: ((message: Replayed) => void) | null = null
  const chart = {
    scope: createTestScope().scope,
    request: (request: PanelRequest) => requests.push(request),
    on: (type: string, listen: (message: Replayed) => void) => {
      if (type === 'replayed') listener = listen
      return () => undefined
    },
    chart: { onCrosshair: () => () => undefined, scrollToNow: () => undefined },
  }
  const cutoffs = () => requests.flatMap((request) => (request.type === 'replay' ? [request.cutoff] : []))
  return {
    scope: chart.scope,
    isReplay: () => useMarket.of(chart.scope).getState().isReplay ?? false,
    requests,
    cutoffs,
    detach: replayClock.attach(chart as unknown as ChartController),
    arrive: (cutoff: Cutoff | null | undefined = cutoffs().at(-1)) =>
      listener?.({ type: 'replayed', view: 1, cutoff: cutoff as Cutoff }),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the replay clock', () => {
  it('marks every chart as replayed until it is live again or closed', () => {
    const [left, right] = [fakeChart(), fakeChart()]
    replayClock.start(START, BOUNDS)
    expect(left.isReplay()).toBe(false)
    left.arrive()
    right.arrive()
    expect([left.isReplay(), right.isReplay()]).toEqual([true, true])
    right.detach()
    expect([left.isReplay(), right.isReplay()]).toEqual([true, false])
    replayClock.stop()
    expect(left.isReplay()).toBe(false)
    left.detach()
  })

  it('moves the cutoff by the speed, and only when the last move has arrived', () => {
    const chart = fakeChart()
    replayClock.start(START, BOUNDS)
    chart.arrive()
    replayClock.setSpeed(100)
    replayClock.play(1)
    vi.advanceTimersByTime(250)
    expect(chart.cutoffs()).toEqual([START, START + 25_000].map((t) => ({ t, trades: 0 })))
    vi.advanceTimersByTime(750)
    expect(chart.cutoffs()).toHaveLength(2)
    expect(useReplay.getState().isSlow).toBe(true)
    chart.arrive()
    expect(useReplay.getState().cutoff?.t).toBe(START + 25_000)
    vi.advanceTimersByTime(250)
    // The wall time that was lost is not made up.
    expect(chart.cutoffs().at(-1)).toEqual({ t: START + 75_000, trades: 0 })
    chart.detach()
  })

  it('plays backwards and stops at the beginning', () => {
    const chart = fakeChart()
    replayClock.start(BOUNDS.from + 1000, BOUNDS)
    chart.arrive()
    replayClock.setSpeed(10)
    replayClock.play(-1)
    vi.advanceTimersByTime(250)
    expect(useReplay.getState()).toMatchObject({ playing: 0, end: 'beginning' })
    expect(chart.cutoffs().at(-1)).toEqual({ t: BOUNDS.from, trades: 0 })
    chart.detach()
  })

  it("stops at the reader's own present", () => {
    const bounds = { ...BOUNDS, delayMs: 600_000, offsetMs: 50 }
    expect(endOfReplay(bounds, NOW)).toBe(NOW - 599_950)
    const chart = fakeChart()
    replayClock.start(NOW, bounds)
    expect(useReplay.getState().end).toBe('present')
    expect(chart.cutoffs()).toEqual([{ t: NOW - 599_950, trades: 0 }])
    chart.detach()
  })

  it('lets the other charts follow a step', () => {
    const [first, second] = [fakeChart(), fakeChart()]
    replayClock.start(START, BOUNDS)
    first.arrive()
    second.arrive()
    replayClock.step('trade', 1)
    expect(first.requests.at(-1)).toEqual({ type: 'replayStep', by: 'trade', direction: 1 })
    const cutoff = { t: START + 7, trades: 2 }
    first.arrive(cutoff)
    expect(second.cutoffs().at(-1)).toEqual(cutoff)
    expect(useReplay.getState().isMoving).toBe(true)
    second.arrive()
    expect(useReplay.getState()).toMatchObject({ cutoff, isMoving: false })
    first.detach()
    second.detach()
  })

  it('steps the active chart', () => {
    const [left, right] = [fakeChart(), fakeChart()]
    replayClock.start(START, BOUNDS)
    left.arrive()
    right.arrive()
    useActiveChart.setState({ scope: right.scope })
    replayClock.step('bar', -1)
    expect(right.requests.at(-1)).toEqual({ type: 'replayStep', by: 'bar', direction: -1 })
    right.arrive({ t: START - 60_000, trades: 0 })
    expect(left.cutoffs().at(-1)).toEqual({ t: START - 60_000, trades: 0 })
    useActiveChart.setState({ scope: addressedChart })
    left.detach()
    right.detach()
  })

  it('plays on without a chart that could not load', () => {
    const [left, right] = [fakeChart(), fakeChart()]
    replayClock.start(START, BOUNDS)
    left.arrive()
    expect(useReplay.getState().isMoving).toBe(true)
    useMarket.of(right.scope).setState({ phase: 'failed' })
    expect(useReplay.getState()).toMatchObject({ isMoving: false, cutoff: { t: START, trades: 0 } })
    replayClock.play(1)
    vi.advanceTimersByTime(250)
    expect(left.cutoffs()).toHaveLength(2)
    // It may have recovered.
    expect(right.cutoffs()).toHaveLength(2)
    left.detach()
    right.detach()
  })

  it('returns to the live market, also when the last chart is closed', () => {
    const chart = fakeChart()
    replayClock.start(START, BOUNDS)
    chart.arrive()
    replayClock.stop()
    expect(chart.cutoffs().at(-1)).toBeNull()
    expect(useReplay.getState().cutoff).toBeNull()
    replayClock.start(START, BOUNDS)
    chart.detach()
    expect(useReplay.getState().cutoff).toBeNull()
  })
})
