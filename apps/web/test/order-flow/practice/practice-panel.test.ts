import type { MenuSymbol } from '@flowprint/contract'
import type { PracticeAction } from '@flowprint/orderflow'
import { messages } from '@flowprint/i18n/en'
import { practice } from '@flowprint/i18n/en/practice'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ChartScopeProvider } from '../../../src/features/order-flow/model/chart-scope.ts'
import { useReplay } from '../../../src/features/order-flow/model/replay-store.ts'
import { costText, parseCost } from '../../../src/features/order-flow/panels/practice/cost-fields.tsx'
import { ticksOfKey } from '../../../src/features/order-flow/panels/practice/order-list.tsx'
import { PracticePanel, PracticeSections } from '../../../src/features/order-flow/panels/practice/practice-panel.tsx'
import type { PracticeView } from '../../../src/features/order-flow/panels/practice/practice-run.ts'
import { StatisticsList } from '../../../src/features/order-flow/panels/practice/practice-statistics.tsx'
import {
  attachPracticeChart,
  closePosition,
  closeResult,
  practiceAct,
  startPractice,
  usePractice,
} from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { createTestScope } from '../chart-scopes.ts'
import { limitOrder, makeChart, MARKET, UNITS, viewOf } from './make-replay.ts'

const market = {
  value: 'DEMO:BTCUSD',
  label: 'BTCUSD',
  qty_unit: 'base',
  tick_size: '0.5',
  depth: 'levels',
} as MenuSymbol

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'web',
    resources: { en: { web: { ...messages, practice } } },
    interpolation: { escapeValue: false },
  })
})

let detach = () => {}
afterEach(() => {
  useReplay.setState({ cutoff: null })
  while (usePractice.getState().finished.length > 0) closeResult()
  detach()
})

const act = (action: PracticeAction) => practiceAct(MARKET.symbol, action)

async function start() {
  const made = makeChart([
    [98, 5, 'S'],
    [105, 5, 'B'],
    [104, 5, 'S'],
  ])
  detach = attachPracticeChart(made.chart)
  await made.go(0)
  startPractice(MARKET)
  await made.go(0)
  return made
}

const textOf = (of: MenuSymbol = market) => renderToStaticMarkup(createElement(PracticePanel, { market: of }))

/** The static renderer sees only the initial state of stores: the current one is passed. */
const sectionsText = (more: Partial<PracticeView> = {}) =>
  renderToStaticMarkup(
    createElement(
      ChartScopeProvider,
      { value: createTestScope().scope },
      createElement(PracticeSections, { market, view: { ...viewOf(), ...more } }),
    ),
  )

describe('the practice panel', () => {
  it('says that orders are not real and asks for a replay', () => {
    const text = textOf()
    expect(text).toContain('Not real orders')
    expect(text).toContain('Start a replay to practice')
  })

  it('is not offered where quantities are contracts', async () => {
    await start()
    expect(textOf({ ...market, qty_unit: 'contract' })).toContain('practice does not support it')
  })

  it('shows working orders, the position and round trips', async () => {
    const { go } = await start()
    await act(limitOrder('buy', 99, 2))
    expect(sectionsText()).toContain('Price of order 1')
    await go(2)
    expect(sectionsText()).toContain('Average entry 49.500')
    expect(sectionsText()).toContain('No working orders')
    await closePosition(MARKET.symbol)
    expect(sectionsText()).toContain('Waiting for trades')
    await go(3)
    expect(sectionsText()).toContain('No position')
    expect(sectionsText()).toContain('51.500')
  })

  it('warns of later actions after going back', async () => {
    const { go } = await start()
    await go(1)
    await act(limitOrder('buy', 90))
    await go(0)
    expect(sectionsText()).toContain('Actions after this moment: 1')
  })

  it('says what is not simulated, and accepts no orders then', async () => {
    await start()
    const isDisabled = (text: string) => /<button[^>]*disabled=""[^>]*>Buy</.test(text)
    expect(isDisabled(sectionsText())).toBe(false)
    for (const [phase, words] of [
      ['loading', 'Loading trades'],
      ['full', 'is simulated'],
      ['failed', 'load the order book'],
      ['before', 'before the start of practice'],
    ] as const) {
      const text = sectionsText({ phase, targetMs: 1000 })
      expect(text).toContain(words)
      expect(isDisabled(text)).toBe(true)
    }
  })

  it('states which assumption the last order was filled by', async () => {
    await start()
    expect(sectionsText({ isBookKnown: true })).toContain('Last order: recorded order book')
    expect(sectionsText({ isBookKnown: false })).toContain('Last order: no order book is known')
  })

  it('shows the statistics with exact money', async () => {
    const { go } = await start()
    await act(limitOrder('buy', 99, 2))
    await go(2)
    await closePosition(MARKET.symbol)
    await go(3)
    const props = { units: UNITS, state: viewOf().state, currency: 'USD' }
    const text = renderToStaticMarkup(createElement(StatisticsList, props))
    // 2 x (103 - 99) x 0.0005; fees 198 x 0.02 % + 206 x 0.05 %.
    expect(text).toContain('+0.004 USD')
    expect(text).toContain('0.0000713 USD')
    expect(text).toContain('100.0%')
  })

  it.each([
    ['makerPpm', '0.02', 200],
    ['takerPpm', ' -0.0025 ', -25],
    ['takerPpm', '0.00001', null],
    ['slippageTicks', '2', 2],
    ['slippageTicks', '0.5', null],
    ['slippageTicks', 'x', null],
  ] as const)('reads the costs %s of %o as %s', (name, typed, value) => {
    expect(parseCost(name, typed)).toBe(value)
    if (value !== null) expect(costText(name, value)).toBe(typed.trim())
  })

  it.each([
    ['ArrowUp', false, 1],
    ['ArrowDown', false, -1],
    ['ArrowUp', true, 10],
    ['Enter', false, 0],
  ])('the key %s with Shift %s moves an order by %i ticks', (key, shiftKey, ticks) => {
    expect(ticksOfKey({ key, shiftKey })).toBe(ticks)
  })
})
