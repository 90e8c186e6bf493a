import { DEFAULT_SETTINGS, encodeSettings } from '@flowprint/orderflow'
import type { Drawing } from '@flowprint/contract'
import type { Hit } from '@flowprint/chart'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromWorker } from '../../src/workers/protocol.ts'
import { stubStorage } from '../browser-storage.ts'
import { MENUS } from './menus.ts'

/** The page's side of the worker: what a chart sent, and a way to answer. */
interface SentByChart {
  readonly sent: unknown[]
  answer(message: FromWorker): void
}

const clients = vi.hoisted((): SentByChart[] => [])
vi.mock('../../src/features/order-flow/chart/market-client.ts', () => ({
  MarketClient: class {
    readonly sent: unknown[] = []
    readonly answer: (message: FromWorker) => void
    constructor(onMessage: (message: FromWorker) => void) {
      this.answer = onMessage
      clients.push(this)
    }
    open(request: unknown) {
      this.sent.push(['open', request])
    }
    changeSettings(settings: unknown) {
      this.sent.push(['settings', settings])
    }
    request(request: unknown) {
      this.sent.push(['request', request])
    }
    watch() {}
    dispose() {
      this.sent.push(['dispose'])
    }
  },
}))

const drawn = vi.hoisted((): { hit: (hit: Hit | null) => void; see: (atNow: boolean) => void; modes: string[] }[] => [])
const UNHEARD = vi.hoisted((): { hit: (hit: Hit | null) => void; see: (atNow: boolean) => void } => ({
  hit() {},
  see() {},
}))
vi.mock('@flowprint/chart', async (load) => ({
  ...(await load<object>()),
  createFootprintChart: (_: unknown, { settings }: { settings: { mode: string } }) => {
    const chart = { ...UNHEARD, modes: [settings.mode] }
    drawn.push(chart)
    const bars = { length: 0, t: new Float64Array(0), state: new Uint8Array(0) }
    return {
      bars: () => bars,
      setSettings: ({ mode }: { mode: string }) => chart.modes.push(mode),
      setCountdown() {},
      setTheme() {},
      onVisibleRange(listener: (range: object) => void) {
        chart.see = (atNow) => listener({ from: 0, to: 0, atNow, detail: '' })
        return () => {}
      },
      onNeedOlder: () => () => {},
      onCrosshair: () => () => {},
      onHit(listener: (hit: Hit | null) => void) {
        chart.hit = listener
        return () => {}
      },
      destroy() {},
    }
  },
}))
vi.mock('../../src/shared/theme/chart-theme.ts', () => ({ readChartTheme: () => ({}) }))

const storage = stubStorage()
vi.stubGlobal('requestAnimationFrame', () => 1)
vi.stubGlobal('cancelAnimationFrame', () => {})

const { ChartController, useViewport } = await import('../../src/features/order-flow/chart/chart-controller.ts')
const { ChartScopeProvider, useChartScope } = await import('../../src/features/order-flow/model/chart-scope.ts')
const { useOrder, useOrderMemory } = await import('../../src/features/order-flow/model/order-store.ts')
const { toggleHeatmap, useChartSettings } = await import('../../src/features/order-flow/model/settings-store.ts')
const { applyBigTrades, useBigTrades, useMarket } = await import('../../src/features/order-flow/model/market-store.ts')
const { changeSetting } = await import('../../src/features/order-flow/model/change-setting.ts')
const { chartLayout, followLayout, undoLayout } = await import('../../src/features/order-flow/model/layout-history.ts')
const { addDrawing, takeTool, useDrawings } = await import('../../src/features/order-flow/drawings/drawing-store.ts')
const { useProfilePreferences } = await import('../../src/features/order-flow/panels/profiles/profile-preferences.ts')
const { attachReadout, useReading } = await import('../../src/features/order-flow/panels/readout/reading-store.ts')
const { attachTimeAndSales, useTape } =
  await import('../../src/features/order-flow/panels/time-and-sales/tape-store.ts')
const { createTestScope } = await import('./chart-scopes.ts')

const LTC = { symbol: 'BINANCE:LTCUSDT', cycle: '5m', precision: '0.05' }
const BTC = { symbol: 'DEMO:BTCUSD', cycle: '1m', precision: '0.1' }

/** A chart as the page shows it, with the client and the canvas that belong to it. */
function openChart(selection: typeof LTC) {
  const { scope, kept } = createTestScope({ selection })
  const container = { firstElementChild: {}, dataset: {}, clientHeight: 400 } as unknown as HTMLElement
  const controller = new ChartController(scope, container, {} as never)
  const [client, chart] = [clients.at(-1)!, drawn.at(-1)!]
  const open = () =>
    controller.open({ ...selection, units: { tickSize: '0.01', lotSize: '1' }, settings: DEFAULT_SETTINGS, live: true })
  open()
  return { scope, kept, container, controller, client, chart }
}

const line = { id: 'a', kind: 'hline', points: [{ t: 0, tick: 1 }] } as unknown as Drawing
const ratioFive = changeSetting(DEFAULT_SETTINGS, 'imbalance', { ratio: '5' })!

describe('two charts side by side', () => {
  let left = openChart(LTC)
  let right = openChart(BTC)
  beforeEach(() => {
    left = openChart(LTC)
    right = openChart(BTC)
  })

  it('show their own selection and change it separately', () => {
    const { chooseSymbol, switchTo } = useOrder.of(left.scope).getState()
    chooseSymbol(MENUS, BTC.symbol)
    expect(useOrder.of(right.scope).getState()).toMatchObject({ applied: BTC, draft: BTC })
    switchTo()
    expect(useOrder.of(left.scope).getState().applied).toMatchObject({ symbol: BTC.symbol, cycle: '5m' })
    expect(left.kept).toEqual([{ selection: useOrder.of(left.scope).getState().applied }])
    expect(right.kept).toEqual([])
  })

  it('share the viewed symbols and the chosen precisions', () => {
    useOrder.of(left.scope).getState().chooseSymbol(MENUS, 'DEMO:BTCUSD')
    useOrder.of(left.scope).getState().choosePrecision(MENUS, '0.5')
    expect(useOrderMemory.getState().history[0]).toBe('DEMO:BTCUSD')
    expect(useOrder.of(right.scope).getState().precisionOf(MENUS, 'DEMO:BTCUSD', '5m')).toBe('0.5')
  })

  it('have their own settings, on the canvas and in the worker', () => {
    const { view, change } = useChartSettings.of(left.scope).getState()
    change({ view: { ...view, mode: 'delta' } })
    change({ indicators: ratioFive })
    toggleHeatmap(left.scope)
    expect(left.chart.modes).toContain('delta')
    expect(left.client.sent).toContainEqual(['settings', ratioFive])
    expect(right.chart.modes).not.toContain('delta')
    expect(right.client.sent).toEqual([['open', expect.objectContaining(BTC)]])
    expect(useChartSettings.of(right.scope).getState()).toMatchObject({
      indicators: DEFAULT_SETTINGS,
      view: { mode: 'bidAsk', heatmap: { shown: false } },
    })
    expect(left.kept.at(-1)?.preferences?.view.heatmap.shown).toBe(true)
    expect(right.kept).toEqual([])
  })

  it('write nothing to the storage of this device that belongs to the chart of the URL', () => {
    useOrder.of(left.scope).getState().adopt(BTC)
    useChartSettings.of(left.scope).getState().change({ indicators: ratioFive })
    useProfilePreferences.of(left.scope).getState().change({ session: true })
    const names = Object.keys(storage)
    for (const name of ['selection', 'indicators', 'view', 'profiles']) expect(names).not.toContain(`flowprint:${name}`)
    expect(left.kept.at(-1)?.profiles).toMatchObject({ session: true })
    expect(useProfilePreferences.of(right.scope).getState().session).toBe(false)
    expect(encodeSettings(left.kept[1].preferences!.indicators)).toBe(encodeSettings(ratioFive))
  })

  it('load, fail and pan separately', () => {
    const phases = () => [left, right].map(({ scope }) => useMarket.of(scope).getState().phase)
    expect(phases()).toEqual(['loading', 'loading'])
    left.client.answer({ type: 'failed', failure: { kind: 'timeout' } } as unknown as FromWorker)
    expect(phases()).toEqual(['failed', 'loading'])
    left.client.answer({ type: 'connection', state: 'open', retryAt: null })
    expect(useMarket.of(right.scope).getState().connection).toBe('connecting')
    left.chart.see(false)
    expect([left, right].map(({ scope }) => useViewport.of(scope).getState().atNow)).toEqual([false, true])
  })

  it('read what is under their own crosshair', () => {
    const detach = [attachReadout(left.controller), attachReadout(right.controller)]
    left.chart.hit({ kind: 'zone', zone: {}, x: 1, y: 2 } as unknown as Hit)
    expect(useReading.of(left.scope).getState().hit).toMatchObject({ kind: 'zone' })
    expect(useReading.of(right.scope).getState().hit).toBeNull()
    for (const end of detach) end()
  })

  it('request the panels of their market', () => {
    const detach = [attachTimeAndSales(left.controller), attachTimeAndSales(right.controller)]
    for (const { client } of [left, right]) client.sent.length = 0
    useTape.of(left.scope).setState({ query: { symbol: LTC.symbol, merge: true, unit: 'base', atLeast: 0 } })
    expect(left.client.sent).toEqual([['request', { type: 'tape', query: { merge: true, unit: 'base', atLeast: 0 } }]])
    expect(right.client.sent).toEqual([])
    applyBigTrades(left.scope, { list: [], added: [], fresh: [], from: 7 } as never)
    expect(useBigTrades.of(right.scope).getState().from).toBe(Infinity)
    for (const end of detach) end()
  })

  it('have their own drawings, tools and undo steps', () => {
    for (const { scope } of [left, right]) useDrawings.of(scope).getState().open(LTC.symbol)
    addDrawing(left.scope, line)
    takeTool(left.scope, 'trend')
    expect(useDrawings.of(right.scope).getState()).toMatchObject({ items: [], tool: null, selected: null })
    useDrawings.of(right.scope).getState().undo()
    expect(useDrawings.of(left.scope).getState().items).toEqual([line])
    useDrawings.of(left.scope).getState().undo()
    expect(useDrawings.of(left.scope).getState().items).toEqual([])
  })

  it('undo changes of the followed chart only', () => {
    const stop = followLayout(chartLayout(left.scope))
    const mode = ({ scope }: typeof left) => useChartSettings.of(scope).getState().view.mode
    for (const { scope } of [right, left]) {
      const { view, change } = useChartSettings.of(scope).getState()
      change({ view: { ...view, mode: 'volume' } })
    }
    expect(undoLayout()).toBe(true)
    expect([mode(left), mode(right)]).toEqual(['bidAsk', 'volume'])
    expect(undoLayout()).toBe(false)
    stop()
  })

  it('leave each other alone when one is closed', () => {
    left.controller.dispose()
    expect(left.scope.element).toBeNull()
    expect(right.scope.element).toBe(right.container)
    expect(right.client.sent).not.toContainEqual(['dispose'])
    right.client.answer({ type: 'offset', offsetMs: 5 })
    expect(useMarket.of(right.scope).getState().offsetMs).toBe(5)
    expect(useMarket.of(left.scope).getState().offsetMs).toBe(0)
  })
})

describe('components', () => {
  function Legend() {
    const { applied } = useOrder()
    const mode = useChartSettings(({ view }) => view.mode)
    return createElement('p', null, `${applied?.symbol} ${mode}`)
  }

  it('read the chart of the provider around them', () => {
    const one = createTestScope({ selection: LTC }).scope
    const { view } = useChartSettings.of(one).getState()
    const other = createTestScope({
      selection: BTC,
      preferences: { indicators: DEFAULT_SETTINGS, view: { ...view, mode: 'delta' } },
    }).scope
    const page = [one, other].map((value, key) =>
      createElement(ChartScopeProvider, { key, value }, createElement(Legend)),
    )
    expect(renderToString(createElement('div', null, page))).toBe(
      '<div><p>BINANCE:LTCUSDT bidAsk</p><p>DEMO:BTCUSD delta</p></div>',
    )
  })

  it('fail without a provider instead of acting on some chart', () => {
    const Part = () => createElement('p', null, String(useChartScope()))
    expect(() => renderToString(createElement(Part))).toThrow('ChartScopeProvider is missing')
  })
})
