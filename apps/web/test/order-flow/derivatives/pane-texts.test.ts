import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it } from 'vitest'
import { NO_DERIVATIVES, useDerivatives } from '../../../src/features/order-flow/model/derivatives-store.ts'
import { hasDerivatives } from '../../../src/features/order-flow/model/derivatives-store.ts'
import { formatFunding } from '../../../src/features/order-flow/model/funding-text.ts'
import { createTestScope } from '../chart-scopes.ts'
import { paneTexts } from '../../../src/features/order-flow/panels/derivatives/pane-texts.ts'

const words = ((key: string, values: Record<string, string> = {}) =>
  [key.replace('derivatives.', ''), ...Object.values(values)].join(' ')) as unknown as TFunction
const { scope } = createTestScope()
const texts = paneTexts(scope, words, { quantity: 'BTC', value: 'USDT' })
const latest = {
  ts: 0,
  open_interest: null,
  funding_rate: '0.0001',
  next_funding: 3_605_000,
  mark_price: null,
  index_price: null,
}

beforeEach(() => useDerivatives.of(scope).setState({ ...NO_DERIVATIVES, state: 'ready', completeness: 'all', latest }))

describe('titles of the panes', () => {
  it('name the unit, and the time to the next funding payment', () => {
    expect(texts.title('liquidations', 5000)).toBe('liquidations USDT')
    expect(texts.title('openInterest', 5000)).toBe('openInterest BTC')
    expect(texts.title('funding', 5000)).toBe('funding nextFunding 1:00:00')
  })

  it('leave out a payment that is over', () => {
    expect(texts.title('funding', 3_605_001)).toBe('funding')
  })

  it('say why there is nothing to see', () => {
    useDerivatives.of(scope).setState({ completeness: null })
    expect(texts.title('liquidations', 0)).toBe('liquidations USDT (pane.none)')
    useDerivatives.of(scope).setState({ state: 'off' })
    expect(texts.title('liquidations', 0)).toBe('liquidations USDT (pane.off)')
    expect(texts.title('funding', 0)).toBe('funding (pane.off)')
  })
})

describe('values of the panes', () => {
  it('show lower bounds as such, and unknown ones not as zero', () => {
    expect(texts.liquidations({ long: 1_234_567, short: 0, known: 2 })).toBe('pane.sides 1.235M 0')
    expect(texts.liquidations({ long: 1_234_567, short: 0, known: 1 })).toBe(
      'pane.sides pane.atLeast 1.235M pane.atLeast 0',
    )
    expect(texts.liquidations({ long: Number.NaN, short: Number.NaN, known: 0 })).toBe('pane.unknown')
  })

  it('show both sides of liquidations without a sign', () => {
    expect([texts.format('liquidations', -2500), texts.format('liquidations', 2500)]).toEqual(['2.500K', '2.500K'])
  })

  it.each([
    [0.0001, '0.0100%'],
    [-0.000025, '-0.0025%'],
    [0.00375, '0.3750%'],
    [0, '0.0000%'],
    [-1e-9, '0.0000%'],
  ])('writes the rate %s as %s', (rate, text) => {
    expect(formatFunding(rate)).toBe(text)
  })
})

describe('derivatives data', () => {
  it.each([
    ['perpetual', true],
    ['simulated', true],
    ['spot', false],
    ['future', false],
  ] as const)('of a %s market: %s', (kind, has) => {
    expect(hasDerivatives({ kind })).toBe(has)
  })
})
