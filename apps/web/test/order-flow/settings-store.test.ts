import { DEFAULT_SETTINGS, encodeSettings } from '@flowprint/orderflow'
import { beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  CELL_MODES,
  CELL_TINTS,
  BRIGHTNESS_RANGE,
  CELL_UNITS,
  decodeView,
  DEFAULT_VIEW,
  encodeView,
  HEATMAP_PALETTES,
  HEATMAP_SCALES,
  HEATMAP_VALUES,
  parseHeatmapSize,
  PERCENTILE_RANGE,
  WALL_RANGE,
  SMALL_VIEW,
} from '../../src/features/order-flow/model/view-settings.ts'
import { changeSetting, toggleDerivatives } from '../../src/features/order-flow/model/change-setting.ts'
import { stubStorage } from '../browser-storage.ts'

let storage = stubStorage()
const { linkParts, readIndicators, useChartSettings } =
  await import('../../src/features/order-flow/model/settings-store.ts')

const { addressedChart } = await import('../../src/features/order-flow/model/active-chart.tsx')

const state = () => useChartSettings.of(addressedChart).getState()
const ratioFive = changeSetting(DEFAULT_SETTINGS, 'imbalance', { ratio: '5' })!

beforeEach(() => {
  state().reset()
  storage = stubStorage()
})

describe('chart settings', () => {
  it('are stored on change', () => {
    state().change({ indicators: ratioFive })
    expect(readIndicators(storage['flowprint:indicators'])).toEqual(ratioFive)
  })

  it('of a link are shown but not stored', () => {
    state().adoptLink({ settings: encodeSettings(ratioFive), view: 'mode-delta' })
    expect(state().indicators.imbalance.ratio).toBe('5')
    expect(state().view.mode).toBe('delta')
    expect(storage).toEqual({})
  })

  it('are unchanged when a link has none or invalid ones', () => {
    state().change({ indicators: ratioFive })
    state().adoptLink({ settings: null, view: null })
    state().adoptLink({ settings: '!!!', view: null })
    expect(state().indicators).toEqual(ratioFive)
  })

  it('keep their identity when a link has equal ones, so that nothing is recomputed', () => {
    const { indicators, view } = state()
    state().adoptLink({ settings: encodeSettings(indicators), view: '' })
    expect(state().indicators).toBe(indicators)
    expect(state().view).toBe(view)
  })

  it('are in the URL only when they differ, and always in a copied link', () => {
    expect(linkParts(state())).toEqual({ settings: undefined, view: undefined })
    expect(linkParts(state(), true)).toEqual({ settings: encodeSettings(DEFAULT_SETTINGS), view: '' })
    state().change({ indicators: ratioFive, view: { ...DEFAULT_VIEW, unit: 'base' } })
    expect(linkParts(state())).toEqual({ settings: encodeSettings(ratioFive), view: 'unit-base' })
  })

  it('reset to the defaults', () => {
    state().change({ indicators: ratioFive, view: { ...DEFAULT_VIEW, unit: 'base' } })
    state().reset()
    expect(state()).toMatchObject({ indicators: DEFAULT_SETTINGS, view: DEFAULT_VIEW })
  })
})

describe('panes of perpetuals', () => {
  it('are hidden at first and are part of the link', () => {
    const { view } = state()
    expect([view.panes.liquidations, view.panes.openInterest, view.panes.funding]).toEqual([false, false, false])
    const layers = { ...view.layers, liquidationMarks: true }
    const shown = { ...view, layers, panes: { ...view.panes, funding: true } }
    expect(encodeView(shown)).toBe('liquidationMarks-1.funding-1')
    expect(decodeView(encodeView(shown))).toEqual(shown)
  })

  it('are all shown by one action, and all hidden by it when any is shown', () => {
    toggleDerivatives(addressedChart)
    expect(state().view.panes).toMatchObject({ liquidations: true, openInterest: true, funding: true, volume: true })
    state().change({ view: { ...state().view, panes: { ...state().view.panes, funding: false } } })
    toggleDerivatives(addressedChart)
    expect(state().view).toEqual(DEFAULT_VIEW)
  })
})

describe('changing one setting', () => {
  it('leaves the others alone', () => {
    expect(ratioFive).toEqual({ ...DEFAULT_SETTINGS, imbalance: { ...DEFAULT_SETTINGS.imbalance, ratio: '5' } })
  })

  it.each([
    ['ratio', '0.5'],
    ['ratio', 'abc'],
    ['minVolume', '-1'],
    ['zeroSide', 'maybe'],
  ])('refuses %s = %s', (key, value) => {
    expect(changeSetting(DEFAULT_SETTINGS, 'imbalance', { [key]: value })).toBeNull()
  })

  it('normalizes numbers', () => {
    expect(changeSetting(DEFAULT_SETTINGS, 'imbalance', { ratio: '2.50' })?.imbalance.ratio).toBe('2.5')
  })
})

const flags = <Group extends object>(group: Group) =>
  fc.record(Object.fromEntries(Object.keys(group).map((name) => [name, fc.boolean()]))) as fc.Arbitrary<Group>

const views = fc.record({
  mode: fc.constantFrom(...CELL_MODES),
  unit: fc.constantFrom(...CELL_UNITS),
  tint: fc.constantFrom(...CELL_TINTS),
  layers: flags(DEFAULT_VIEW.layers),
  panes: flags(DEFAULT_VIEW.panes),
  heatmap: fc.record({
    shown: fc.boolean(),
    cells: fc.boolean(),
    touch: fc.boolean(),
    value: fc.constantFrom(...HEATMAP_VALUES),
    scale: fc.constantFrom(...HEATMAP_SCALES),
    percentile: fc.integer(PERCENTILE_RANGE),
    size: fc.integer({ min: 1, max: 10 ** 9 }).map((units) => parseHeatmapSize((units / 10_000).toFixed(4))!),
    brightness: fc.integer(BRIGHTNESS_RANGE),
    palette: fc.constantFrom(...HEATMAP_PALETTES),
    walls: fc.boolean(),
    wallRatio: fc.integer(WALL_RANGE),
    imbalance: fc.boolean(),
  }),
})

describe('the view in a link', () => {
  it('is empty when nothing differs', () => expect(encodeView(DEFAULT_VIEW)).toBe(''))

  it('contains only differences', () => {
    expect(encodeView(SMALL_VIEW)).toBe('cvd-0.statistics-0')
    expect(encodeView({ ...DEFAULT_VIEW, mode: 'delta', unit: 'base' })).toBe('mode-delta.unit-base')
  })

  it('contains the heatmap, with its decimals', () => {
    const heatmap = { ...DEFAULT_VIEW.heatmap, shown: true, scale: 'fixed', size: '0.25' } as const
    expect(encodeView({ ...DEFAULT_VIEW, heatmap })).toBe('heatmap-1.heatmapScale-fixed.heatmapSize-0_25')
  })

  it.each([
    ['heatmapPercentile-101', 'percentile'],
    ['heatmapPercentile-9_5', 'percentile'],
    ['heatmapBrightness-101', 'brightness'],
    ['heatmapSize-0_000', 'size'],
    ['heatmapScale-loud', 'scale'],
  ] as const)('keeps the default for %s', (text, key) => {
    expect(decodeView(text).heatmap[key]).toBe(DEFAULT_VIEW.heatmap[key])
  })

  it.each([
    ['010.50', '10.5'],
    ['10.', '10'],
    ['0.0', null],
    ['-1', null],
    ['1e3', null],
    ['1.234567891', null],
  ])('reads the quantity %s as %s', (text, size) => expect(parseHeatmapSize(text)).toBe(size))

  it('survives a round trip', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(decodeView(encodeView(view))).toEqual(view)
      }),
    )
  })

  it('needs no escaping in a URL', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(encodeURIComponent(encodeView(view))).toBe(encodeView(view))
      }),
    )
  })

  it.each(['nonsense', 'mode-x.unit-.cvd-2', '....', '__proto__-1.constructor-0'])(
    'reads "%s" as far as it means something',
    (text) => {
      const view = decodeView(text)
      expect(view.mode).toBe('bidAsk')
      expect(Object.keys(view.layers)).toEqual(Object.keys(DEFAULT_VIEW.layers))
    },
  )
})
