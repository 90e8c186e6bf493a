import { SETTING_KEYS } from '@flowprint/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftOf, isUnchanged, percentBp, readDraft, type Draft } from '../../src/features/admin/settings/draft.ts'
import { GROUPS, KINDS } from '../../src/features/admin/settings/kinds.ts'

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** A value of every setting. */
const VALUES = {
  original_price: '299.000000',
  discount: { price: '199.500000', start: '2026-11-01T00:00:00.000Z', end: null },
  trial_days: 7,
  grace_days: 0,
  share_levels: [
    { ratio: '0.1000', min_paying: 0, level: 1 },
    { level: 2, min_paying: 10, ratio: '0.1250' },
  ],
  receive_address: { network_type: 'TRC20', address: ADDRESS },
  min_payout: '10.000000',
  hold_days: 7,
  address_cooling_hours: 24,
  payment_tolerance: '0.000000',
  renewals_earn: true,
  contact: 'help@example.com',
  medias: [{ key: 'x', label: 'X', url: 'https://x.example/flow' }],
  renewal_text: { zh: '请续费', en: 'Please renew' },
  donation_address: { network_type: 'TRC20', address: null },
} as const

const lines = (values: Record<string, string>): Draft => ({ on: true, lines: values, rows: [] })
const rows = (...values: Record<string, string>[]): Draft => ({ on: true, lines: {}, rows: values })

describe('a setting draft', () => {
  it.each(SETTING_KEYS)('%s comes back as it was when nothing is changed', (key) => {
    const draft = draftOf(KINDS[key], VALUES[key])
    const reading = readDraft(KINDS[key], draft)
    expect(reading).toEqual({ value: VALUES[key] })
    expect(isUnchanged(KINDS[key], draft, VALUES[key])).toBe(true)
  })

  it('belongs to one group of the page', () => {
    expect(Object.values(GROUPS).flat().toSorted()).toEqual([...SETTING_KEYS].toSorted())
  })

  it('can be unset when optional', () => {
    expect(readDraft(KINDS.discount, { ...draftOf(KINDS.discount, VALUES.discount), on: false })).toEqual({
      value: null,
    })
    expect(readDraft(KINDS.receive_address, lines({ text: '' }))).toEqual({
      value: { network_type: 'TRC20', address: null },
    })
    expect(readDraft(KINDS.contact, lines({ text: ' ' }))).toEqual({ value: null })
    expect(readDraft(KINDS.renewal_text, lines({ zh: '', en: '' }))).toEqual({ value: null })
    expect(readDraft(KINDS.medias, rows())).toEqual({ value: [] })
  })

  it('is changed when its value differs', () => {
    expect(isUnchanged(KINDS.trial_days, lines({ text: '8' }), 7)).toBe(false)
    expect(isUnchanged(KINDS.trial_days, lines({ text: 'x' }), 7)).toBe(false)
    expect(isUnchanged(KINDS.original_price, lines({ text: '299' }), '299.000000')).toBe(true)
  })
})

describe('field validation', () => {
  it.each([
    ['an amount with seven decimals', 'original_price', lines({ text: '1.0000001' }), 'amount'],
    ['a negative amount', 'min_payout', lines({ text: '-1' }), 'amount'],
    ['more days than a year has', 'trial_days', lines({ text: '367' }), 'whole'],
    ['half a day', 'hold_days', lines({ text: '1.5' }), 'whole'],
    ['an address with one letter changed', 'receive_address', lines({ text: ADDRESS.replace('6t', '6T') }), 'address'],
    [
      'a discount that ends before it starts',
      'discount',
      lines({ price: '1', start: '2026-11-20T00:00', end: '2026-11-19T00:00' }),
      'order',
    ],
    ['a discount without a price', 'discount', lines({ price: '', start: '', end: '' }), 'amount'],
    ['levels that do not start at zero', 'share_levels', rows({ min: '1', percent: '10' }), 'levels'],
    [
      'levels that do not rise',
      'share_levels',
      rows({ min: '0', percent: '10' }, { min: '0', percent: '15' }),
      'levels',
    ],
    ['no level at all', 'share_levels', rows(), 'levels'],
    ['a ratio above everything', 'share_levels', rows({ min: '0', percent: '100.01' }), 'ratio'],
    ['a link that runs', 'medias', rows({ key: '', label: 'X', url: 'javascript:alert(1)' }), 'url'],
    ['a link to another host in disguise', 'medias', rows({ key: '', label: 'X', url: '//evil.example' }), 'url'],
    ['a link without a label', 'medias', rows({ key: '', label: ' ', url: 'https://x.example' }), 'required'],
    ['a notice in one language only', 'renewal_text', lines({ zh: '请续费', en: '' }), 'required'],
  ] as const)('%s', (_what, key, draft, fault) => {
    expect(readDraft(KINDS[key], draft)).toEqual({ fault })
  })

  it('names a new link by its label', () => {
    expect(readDraft(KINDS.medias, rows({ key: '', label: 'Trade Talk!', url: 'https://x.example' }))).toEqual({
      value: [{ key: 'trade-talk', label: 'Trade Talk!', url: 'https://x.example' }],
    })
    expect(readDraft(KINDS.medias, rows({ key: '', label: '微博', url: 'https://x.example' }))).toMatchObject({
      value: [{ key: 'media-1' }],
    })
  })
})

describe('a ratio in percent', () => {
  it('is parsed as text, digit by digit', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (points) => percentBp(String(points / 100)) === points))
  })

  it.each(['', '1.234', '-1', '1e2', '101', 'x'])('%j is none', (text) => expect(percentBp(text)).toBeNull())
})
