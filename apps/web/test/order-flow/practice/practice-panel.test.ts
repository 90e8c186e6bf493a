import type { MenuSymbol } from '@flowprint/contract'
import { messages } from '@flowprint/i18n/en'
import { practice } from '@flowprint/i18n/en/practice'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ticksOfKey } from '../../../src/features/order-flow/panels/practice/order-list.tsx'
import { PracticePanel, PracticeSections } from '../../../src/features/order-flow/panels/practice/practice-panel.tsx'
import { StatisticsList } from '../../../src/features/order-flow/panels/practice/practice-statistics.tsx'
import {
  closePosition,
  practiceAct,
  startPractice,
  usePractice,
} from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { limitOrder, makeReplay, UNITS } from './make-replay.ts'

const market = { value: 'DEMO:BTCUSD', label: 'BTCUSD', qty_unit: 'base', tick_size: '0.5' } as MenuSymbol

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'web',
    resources: { en: { web: { ...messages, practice } } },
    interpolation: { escapeValue: false },
  })
})

let stop = () => {}
afterEach(() => stop())

function start() {
  const made = makeReplay([
    [98, 5, 'S'],
    [105, 5, 'B'],
    [104, 5, 'S'],
  ])
  stop = startPractice(made.replay)
  return made
}

const textOf = (of: MenuSymbol = market) => renderToStaticMarkup(createElement(PracticePanel, { market: of }))

/** The static renderer sees only the initial state of stores: the current one is passed. */
const sectionsText = () =>
  renderToStaticMarkup(createElement(PracticeSections, { market, units: UNITS, state: usePractice.getState().state! }))

describe('the practice panel', () => {
  it('says that orders are not real and asks for a replay', () => {
    const text = textOf()
    expect(text).toContain('Practice — not real orders')
    expect(text).toContain('Start a replay to practice')
  })

  it('is not offered where quantities are contracts', () => {
    start()
    expect(textOf({ ...market, qty_unit: 'contract' })).toContain('practice does not support it')
  })

  it('shows working orders, the position and round trips', () => {
    const { go } = start()
    practiceAct(limitOrder('buy', 99, 2))
    expect(sectionsText()).toContain('Price of order 1')
    go(2)
    expect(sectionsText()).toContain('Average entry 49.500')
    expect(sectionsText()).toContain('No working orders')
    closePosition()
    expect(sectionsText()).toContain('Waiting for trades')
    go(3)
    expect(sectionsText()).toContain('No position')
    expect(sectionsText()).toContain('51.500')
  })

  it('warns of later actions after going back', () => {
    const { go } = start()
    go(1)
    practiceAct(limitOrder('buy', 90))
    go(0)
    expect(sectionsText()).toContain('Actions after this moment: 1')
  })

  it('shows the statistics with exact money', () => {
    const { go } = start()
    practiceAct(limitOrder('buy', 99, 2))
    go(2)
    closePosition()
    go(3)
    const props = { units: UNITS, state: usePractice.getState().state!, currency: 'USD' }
    const text = renderToStaticMarkup(createElement(StatisticsList, props))
    // 2 x (103 - 99) x 0.0005; fees 198 x 0.02 % + 206 x 0.05 %.
    expect(text).toContain('+0.004 USD')
    expect(text).toContain('0.0000713 USD')
    expect(text).toContain('100.0%')
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
