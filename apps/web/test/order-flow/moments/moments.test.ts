import type { MomentContent } from '@flowprint/contract'
import { DEFAULT_SETTINGS, encodeSettings } from '@flowprint/orderflow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChartController } from '../../../src/features/order-flow/chart/chart-controller.ts'
import { createMomentScope } from '../../../src/features/order-flow/moments/moment-scope.ts'
import { useMarket } from '../../../src/features/order-flow/model/market-store.ts'
import { useOrder } from '../../../src/features/order-flow/model/order-store.ts'
import { useReplay } from '../../../src/features/order-flow/model/replay-store.ts'
import { useSharedView } from '../../../src/features/order-flow/model/selection-url.ts'
import { useChartSettings } from '../../../src/features/order-flow/model/settings-store.ts'
import { DEFAULT_VIEW, encodeView } from '../../../src/features/order-flow/model/view-settings.ts'
import { cutoffOfBar, cutoffOfRow } from '../../../src/features/order-flow/panels/sharing/copy-moment.ts'
import { replayClock } from '../../../src/features/order-flow/panels/replay/replay-clock.ts'
import { stubStorage } from '../../browser-storage.ts'
import { createTestScope } from '../chart-scopes.ts'

const T = Date.UTC(2025, 5, 21, 12)
const trade = (id: string, ts: number) => ({ id, ts })

describe('the cutoff of a row of trades', () => {
  const trades = [trade('1', T), trade('2', T), trade('3', T + 1), trade('4', T + 1), trade('5', T + 1)]
  const row = (id: string, count: number, firstTs: number, lastTs: number) => ({ id, trades: count, firstTs, lastTs })

  it.each([
    // A single trade, first and in the middle of its millisecond.
    [row('1', 1, T, T), { t: T, trades: 1 }],
    [row('4', 1, T + 1, T + 1), { t: T + 1, trades: 2 }],
    // A sweep over two milliseconds: trades of the second one up to its last.
    [row('2', 3, T, T + 1), { t: T + 1, trades: 2 }],
    [row('1', 5, T, T + 1), { t: T + 1, trades: 3 }],
  ])('counts the trades of the last millisecond, case %#', (given, cutoff) => {
    expect(cutoffOfRow(given, trades)).toEqual(cutoff)
  })

  it('is the end of the millisecond when the row is not stored any more', () => {
    expect(cutoffOfRow(row('9', 1, T, T), trades)).toEqual({ t: T + 1, trades: 0 })
    expect(cutoffOfRow(row('4', 5, T + 1, T + 1), trades)).toEqual({ t: T + 2, trades: 0 })
  })
})

describe('the moment of a bar', () => {
  const MINUTE = 60_000
  const { scope } = createTestScope()
  const bars = { t: Float64Array.of(T, T + MINUTE, T + 2 * MINUTE), cycleMs: MINUTE, length: 3 }
  const controller = { scope, chart: { bars: () => bars } } as unknown as ChartController
  const now = T + 2 * MINUTE + 10_000
  const at = (bar: number | null) => cutoffOfBar(controller, bar, now)
  afterEach(() => useReplay.setState({ cutoff: null }))

  it('is its end, and the present for the open bar, no bar, and places without one', () => {
    expect(at(0)).toEqual({ t: T + MINUTE, trades: 0 })
    for (const bar of [2, null, -1, 3]) expect(at(bar)).toEqual({ t: now, trades: 0 })
  })

  it('is at most the cutoff of a replay', () => {
    const cutoff = { t: T + MINUTE + 30_000, trades: 4 }
    useReplay.setState({ cutoff })
    expect(at(0)).toEqual({ t: T + MINUTE, trades: 0 })
    expect(at(1)).toEqual(cutoff)
    expect(at(null)).toEqual(cutoff)
  })

  it('is at most the present of a delayed reader', () => {
    const meta = { live: true, delayMs: 15_000 } as never
    useMarket.of(scope).setState({ meta, offsetMs: 2_000 })
    expect(at(2)).toEqual({ t: now + 2_000 - 15_000, trades: 0 })
    useMarket.of(scope).setState({ meta: null, offsetMs: 0 })
  })

  it('is at most the end of an imported history', () => {
    const meta = { live: false, delayMs: null, coverage: { from: T, to: T + 2 * MINUTE + 5 } } as never
    useMarket.of(scope).setState({ meta })
    expect(at(null)).toEqual({ t: T + 2 * MINUTE + 5, trades: 0 })
    useMarket.of(scope).setState({ meta: null })
  })
})

describe('the chart of a moment', () => {
  let storage: Record<string, string>
  beforeEach(() => {
    storage = stubStorage()
  })
  afterEach(() => vi.unstubAllGlobals())
  const settings = { ...DEFAULT_SETTINGS, cvd: { ...DEFAULT_SETTINGS.cvd, style: 'line' as const } }
  const content: MomentContent = {
    symbol: 'DEMO:BTCUSD',
    cycle: '5m',
    precision: '10',
    settings: encodeSettings(settings),
    view: encodeView({ ...DEFAULT_VIEW, mode: 'delta' }),
    cutoff: { t: T, trades: 2 },
    drawings: [{ kind: 'hline', points: [{ t: T, price: '100' }], colour: '#2f7fd6', width: 1 }],
    note: 'look',
  }

  it('shows what the moment says and keeps nothing on the device', () => {
    const scope = createMomentScope(content)
    expect(useOrder.of(scope).getState().applied).toEqual({ symbol: 'DEMO:BTCUSD', cycle: '5m', precision: '10' })
    expect(useChartSettings.of(scope).getState().indicators).toEqual(settings)
    expect(useChartSettings.of(scope).getState().view.mode).toBe('delta')
    const { view } = useSharedView.of(scope).getState()
    expect(view).toMatchObject({ symbol: 'DEMO:BTCUSD', range: null, drawings: content.drawings })
    useChartSettings
      .of(scope)
      .getState()
      .change({ view: { ...DEFAULT_VIEW, mode: 'volume' } })
    scope.persist({ selection: { symbol: 'A:B', cycle: '1m', precision: '1' } })
    expect(storage).toEqual({})
  })

  it('gives the drawings new ids each time, and falls back to the own settings when those are unreadable', () => {
    const idsOf = () => {
      const drawings = useSharedView.of(createMomentScope(content)).getState().view?.drawings
      return typeof drawings === 'object' ? drawings?.map(({ id }) => id) : undefined
    }
    expect(idsOf()).not.toEqual(idsOf())
    const scope = createMomentScope({ ...content, settings: 'not settings', drawings: [] })
    expect(useChartSettings.of(scope).getState().indicators).toEqual(DEFAULT_SETTINGS)
    expect(useSharedView.of(scope).getState().view).toBeNull()
  })
})

describe('a replay that starts at an exact cutoff', () => {
  it('is what charts attached later are asked for first', () => {
    const requests: unknown[] = []
    const chart = {
      scope: createTestScope().scope,
      request: (request: unknown) => requests.push(request),
      on: () => () => undefined,
      chart: { onCrosshair: () => () => undefined, scrollToNow: () => undefined },
    } as unknown as ChartController
    const cutoff = { t: T, trades: 3 }
    replayClock.startAt(cutoff, { from: 0, to: null, delayMs: 0, offsetMs: 0 })
    const detach = replayClock.attach(chart)
    expect(requests).toEqual([{ type: 'replay', cutoff }])
    expect(useReplay.getState()).toMatchObject({ cutoff, playing: 0 })
    detach()
    expect(useReplay.getState().cutoff).toBeNull()
  })
})
