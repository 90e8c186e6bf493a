import { describe, expect, it } from 'vitest'
import { membershipState } from '../../src/shared/session/user.ts'
import { amountText, priceNow } from '../../src/shared/price-now.ts'

const START = '2026-11-01T00:00:00Z'
const END = '2026-12-01T00:00:00Z'
const [startMs, endMs] = [Date.parse(START), Date.parse(END)]
const OFF = { original_price: '299.000000', price: '199.000000', discount_start: START, discount_end: END }

describe('the price of a membership', () => {
  it.each([
    ['at the start of the discount', startMs],
    ['just before its end', endMs - 1],
  ])('is the lower one %s', (_when, now) => {
    expect(priceNow(OFF, now)).toEqual({
      price: '199.000000',
      original: '299.000000',
      discount: { start: START, end: END },
    })
  })

  it.each([
    ['before the discount', startMs - 1],
    ['at its end', endMs],
  ])('is the original one %s', (_when, now) => {
    expect(priceNow(OFF, now)).toEqual({ price: '299.000000', original: null, discount: null })
  })

  it('below the original price is a discount even without a window', () => {
    expect(priceNow({ ...OFF, discount_start: null, discount_end: null }, endMs)).toEqual({
      price: '199.000000',
      original: '299.000000',
      discount: { start: null, end: null },
    })
  })

  it('continues without an end', () => {
    expect(priceNow({ ...OFF, discount_end: null }, endMs * 2)?.discount).toEqual({ start: START, end: null })
  })

  it('equal to the original price is not struck through', () => {
    expect(priceNow({ ...OFF, price: '299.000000' }, startMs)).toEqual({
      price: '299.000000',
      original: null,
      discount: null,
    })
  })

  it('is null when unpublished', () => {
    expect(
      priceNow({ original_price: null, price: null, discount_start: null, discount_end: null }, startMs),
    ).toBeNull()
  })
})

describe('an amount', () => {
  it.each([
    ['199.000000', '199'],
    ['199.500000', '199.5'],
    ['0.001000', '0.001'],
    ['1000', '1000'],
    ['9007199254740993.000001', '9007199254740993.000001'],
  ])('%s reads %s', (amount, text) => expect(amountText(amount)).toBe(text))
})

describe('a membership', () => {
  it.each([
    ['without an end is none', null, false, 'none'],
    ['that runs is active', END, false, 'active'],
    ['that runs may be a trial', END, true, 'trial'],
    ['whose end has passed is over', START, false, 'expired'],
    ['of a trial that has passed is over', START, true, 'expired'],
  ] as const)('%s', (_what, expire_time, is_trial, state) => {
    expect(membershipState({ expire_time, is_trial }, startMs + 1)).toBe(state)
  })

  it('ends exactly at its end time', () =>
    expect(membershipState({ expire_time: END, is_trial: false }, endMs)).toBe('expired'))
})
