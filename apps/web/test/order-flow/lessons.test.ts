import type { LessonMoment, LessonView } from '@flowprint/contract'
import { compareCutoffs, type Cutoff, DEFAULT_SETTINGS, encodeSettings } from '@flowprint/orderflow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromWorker, PanelRequest, ViewMeta } from '../../src/workers/protocol.ts'
import type { ChartController } from '../../src/features/order-flow/chart/chart-controller.ts'
import { useMarket } from '../../src/features/order-flow/model/market-store.ts'
import { useOrder } from '../../src/features/order-flow/model/order-store.ts'
import { useReplay } from '../../src/features/order-flow/model/replay-store.ts'
import type { Selection } from '../../src/features/order-flow/model/selection.ts'
import { useChartSettings } from '../../src/features/order-flow/model/settings-store.ts'
import { DEFAULT_VIEW, encodeView } from '../../src/features/order-flow/model/view-settings.ts'
import { onOwnMove, showMoment, showView } from '../../src/features/order-flow/panels/lessons/follow-leader.ts'
import { tickOfPrice } from '../../src/features/order-flow/panels/lessons/pointer-overlay.ts'
import { replayClock } from '../../src/features/order-flow/panels/replay/replay-clock.ts'
import { createTestScope } from './chart-scopes.ts'

type Replayed = Extract<FromWorker, { type: 'replayed' }>

const NOW = Date.UTC(2025, 5, 21, 12)
const VIEW: LessonView = {
  symbol: 'DEMO:ETHUSD',
  cycle: '5m',
  precision: '1',
  settings: encodeSettings(DEFAULT_SETTINGS),
  view: encodeView({ ...DEFAULT_VIEW, mode: 'delta' }),
}
const momentAt = (cutoff: Cutoff | null, playing = 0): LessonMoment => ({
  cutoff,
  playing,
  speed: 10,
  range: null,
  pointer: null,
})

/** A follower's chart whose worker answers when the test says so. */
function follower({ delayMs = 0 } = {}) {
  const test = createTestScope()
  const { scope } = test
  useMarket.of(scope).setState({ meta: { delayMs } as ViewMeta, offsetMs: 0 })
  const requests: PanelRequest[] = []
  let listener: ((message: Replayed) => void) | null = null
  const detach = replayClock.attach({
    scope,
    request: (request: PanelRequest) => requests.push(request),
    on: (type: string, listen: (message: Replayed) => void) => {
      if (type === 'replayed') listener = listen
      return () => undefined
    },
    chart: { onCrosshair: () => () => undefined, scrollToNow: () => undefined },
  } as unknown as ChartController)
  const cutoffs = () => requests.flatMap((request) => (request.type === 'replay' ? [request.cutoff] : []))
  return {
    ...test,
    cutoffs,
    detach,
    arrive: () => listener?.({ type: 'replayed', view: 1, cutoff: cutoffs().at(-1) as Cutoff }),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a follower', () => {
  it("requests nothing later than the leader's cutoff, however long the next state takes", () => {
    const chart = follower()
    let greatest: Cutoff = { t: 0, trades: 0 }
    const moves: readonly Cutoff[] = [
      { t: NOW - 600_000, trades: 0 },
      { t: NOW - 597_500, trades: 0 },
      { t: NOW - 597_500, trades: 3 },
      { t: NOW - 590_000, trades: 0 },
      { t: NOW - 800_000, trades: 0 },
    ]
    for (const [i, cutoff] of moves.entries()) {
      if (compareCutoffs(cutoff, greatest) > 0) greatest = cutoff
      expect(showMoment(chart.scope, replayClock, momentAt(cutoff, 1))).toBe(false)
      // Not every state has arrived when the next one comes, and some come late.
      if (i % 2 === 0) chart.arrive()
      vi.advanceTimersByTime(5_000)
      expect(chart.cutoffs().at(-1)).toEqual(cutoff)
      for (const asked of chart.cutoffs()) expect(compareCutoffs(asked as Cutoff, greatest)).toBeLessThanOrEqual(0)
    }
    expect(chart.cutoffs()).toEqual(moves)
    chart.detach()
  })

  it('sends no request when only the crosshair of the leader moves', () => {
    const chart = follower()
    const cutoff = { t: NOW - 600_000, trades: 0 }
    showMoment(chart.scope, replayClock, momentAt(cutoff))
    chart.arrive()
    showMoment(chart.scope, replayClock, { ...momentAt({ ...cutoff }), pointer: { t: NOW - 700_000, price: '1' } })
    expect(chart.cutoffs()).toEqual([cutoff])
    chart.detach()
  })

  it('sees the own present when the delay forbids the cutoff', () => {
    const chart = follower({ delayMs: 900_000 })
    expect(showMoment(chart.scope, replayClock, momentAt({ t: NOW - 600_000, trades: 5 }))).toBe(true)
    expect(chart.cutoffs()).toEqual([{ t: NOW - 900_000, trades: 0 }])
    expect(useReplay.getState().end).toBe('present')
    expect(showMoment(chart.scope, replayClock, momentAt({ t: NOW - 950_000, trades: 0 }))).toBe(false)
    chart.detach()
  })

  it('waits for a chart that says what the reader may see, and returns to the live market with the leader', () => {
    const chart = follower()
    useMarket.of(chart.scope).setState({ meta: null })
    expect(showMoment(chart.scope, replayClock, momentAt({ t: NOW - 600_000, trades: 0 }))).toBeNull()
    expect(chart.cutoffs()).toEqual([])
    useMarket.of(chart.scope).setState({ meta: { delayMs: 0 } as ViewMeta })
    showMoment(chart.scope, replayClock, momentAt({ t: NOW - 600_000, trades: 0 }))
    chart.arrive()
    expect(showMoment(chart.scope, replayClock, momentAt(null))).toBe(false)
    expect(chart.cutoffs().at(-1)).toBeNull()
    chart.detach()
  })

  it('shows the market and the settings without keeping them', () => {
    const chart = follower()
    const before = chart.kept.length
    const addressed: Selection[] = []
    showView(chart.scope, VIEW, (selection) => addressed.push(selection))
    expect(addressed).toEqual([{ symbol: 'DEMO:ETHUSD', cycle: '5m', precision: '1' }])
    expect(useChartSettings.of(chart.scope).getState().view.mode).toBe('delta')
    expect(chart.kept.slice(before)).toEqual([])
    // The same again changes nothing.
    useOrder.of(chart.scope).getState().adopt(addressed[0])
    showView(chart.scope, VIEW, (selection) => addressed.push(selection))
    expect(addressed).toHaveLength(1)
    chart.detach()
  })

  it('notices own moves, not those of the leader', () => {
    const chart = follower()
    let ownMoves = 0
    const off = onOwnMove(
      chart.scope,
      () => VIEW,
      () => (ownMoves += 1),
    )
    showMoment(chart.scope, replayClock, momentAt({ t: NOW - 600_000, trades: 0 }, 1))
    chart.arrive()
    showMoment(chart.scope, replayClock, momentAt({ t: NOW - 590_000, trades: 0 }, 1))
    chart.arrive()
    const { adopt } = useOrder.of(chart.scope).getState()
    adopt({ symbol: VIEW.symbol, cycle: VIEW.cycle, precision: VIEW.precision })
    expect(ownMoves).toBe(0)
    replayClock.seekBy(-1000)
    expect(ownMoves).toBe(1)
    chart.arrive()
    adopt({ symbol: 'DEMO:BTCUSD', cycle: VIEW.cycle, precision: VIEW.precision })
    expect(ownMoves).toBe(2)
    off()
    chart.detach()
  })
})

describe('the crosshair of the leader', () => {
  it('is placed at exact prices of the market', () => {
    expect(tickOfPrice('88943.2', '0.1')).toBe(889_432)
    expect(tickOfPrice('88943.25', '0.1')).toBeNull()
  })
})
