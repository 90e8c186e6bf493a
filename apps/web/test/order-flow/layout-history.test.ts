import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stubStorage } from '../browser-storage.ts'

stubStorage()
const { chartLayout, followLayout, redoLayout, undoLayout, useLayoutHistory } =
  await import('../../src/features/order-flow/model/layout-history.ts')
const { useLayout } = await import('../../src/features/order-flow/model/layout-store.ts')
const { useChartSettings } = await import('../../src/features/order-flow/model/settings-store.ts')
const { encodeView } = await import('../../src/features/order-flow/model/view-settings.ts')

const { createTestScope } = await import('./chart-scopes.ts')

const SECOND = 1000
const { scope } = createTestScope()
let time = 0
let stop = () => {}

beforeEach(() => {
  useChartSettings.of(scope).getState().reset()
  for (const part of ['panel', 'tape', 'ladder', 'watchlist', 'alerts'] as const) useLayout.getState().fold(part, false)
  time = 0
  stop = followLayout(chartLayout(scope), () => time)
})
afterEach(() => stop())

const view = () => useChartSettings.of(scope).getState().view
const setMode = (mode: 'delta' | 'volume' | 'trades' | 'bidAsk') => {
  time += SECOND
  useChartSettings
    .of(scope)
    .getState()
    .change({ view: { ...view(), mode } })
}
const fold = (part: 'panel' | 'tape' | 'ladder' | 'watchlist' | 'alerts', open: boolean) => {
  time += SECOND
  useLayout.getState().fold(part, open)
}
const look = () => {
  const { panel, tape, ladder, watchlist, alerts } = useLayout.getState()
  return { panel, tape, ladder, watchlist, alerts, view: encodeView(view()) }
}

describe('the history of the layout', () => {
  it('undoes and redoes changes of panels and studies', () => {
    fold('tape', true)
    setMode('delta')
    expect(undoLayout()).toBe(true)
    expect(view().mode).toBe('bidAsk')
    expect(useLayout.getState().tape).toBe(true)
    expect(undoLayout()).toBe(true)
    expect(useLayout.getState().tape).toBe(false)
    expect(undoLayout()).toBe(false)
    expect(redoLayout() && redoLayout()).toBe(true)
    expect(look()).toMatchObject({ tape: true, view: 'mode-delta' })
    expect(redoLayout()).toBe(false)
  })

  it('joins changes in quick succession', () => {
    setMode('delta')
    time += 100
    useChartSettings
      .of(scope)
      .getState()
      .change({ view: { ...view(), mode: 'volume' } })
    expect(useLayoutHistory.getState().undo).toHaveLength(1)
    undoLayout()
    expect(view().mode).toBe('bidAsk')
  })

  it('keeps a panel and a study apart, however quickly one follows the other', () => {
    fold('tape', true)
    time -= SECOND
    setMode('delta')
    undoLayout()
    expect(view().mode).toBe('bidAsk')
    expect(useLayout.getState().tape).toBe(true)
    undoLayout()
    expect(useLayout.getState().tape).toBe(false)
  })

  it('keeps two settings apart, however quickly one follows the other', () => {
    setMode('delta')
    useChartSettings
      .of(scope)
      .getState()
      .change({ view: { ...view(), unit: 'base' } })
    undoLayout()
    expect(view()).toMatchObject({ mode: 'delta', unit: 'quote' })
    undoLayout()
    expect(view().mode).toBe('bidAsk')
  })

  it('drops what was undone when something else changes', () => {
    setMode('delta')
    undoLayout()
    setMode('trades')
    expect(redoLayout()).toBe(false)
    expect(view().mode).toBe('trades')
  })

  it('undoes a panel that closed another one for lack of room', () => {
    fold('tape', true)
    fold('watchlist', true)
    fold('ladder', true)
    const before = look()
    fold('panel', true)
    undoLayout()
    expect(look()).toEqual(before)
  })

  it('keeps the last 50 steps', () => {
    for (let i = 0; i < 60; i++) fold('tape', i % 2 === 0)
    expect(useLayoutHistory.getState().undo).toHaveLength(50)
  })

  it('returns to every earlier layout, and forward again', () => {
    const change = fc.oneof(
      fc.record({ part: fc.constantFrom('panel', 'tape', 'ladder', 'watchlist', 'alerts'), open: fc.boolean() }),
      fc.record({ mode: fc.constantFrom('delta', 'volume', 'trades', 'bidAsk') }),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        stop()
        stop = followLayout(chartLayout(scope), () => time)
        const looks = [look()]
        for (const one of changes) {
          if ('mode' in one) setMode(one.mode as 'delta')
          else fold(one.part as 'tape', one.open)
          if (JSON.stringify(look()) !== JSON.stringify(looks.at(-1))) looks.push(look())
        }
        for (const expected of looks.slice(0, -1).reverse()) {
          expect(undoLayout()).toBe(true)
          expect(look()).toEqual(expected)
        }
        for (const expected of looks.slice(1)) {
          expect(redoLayout()).toBe(true)
          expect(look()).toEqual(expected)
        }
      }),
    )
  })
})
