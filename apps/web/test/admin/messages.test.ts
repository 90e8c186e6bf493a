import { CHECK_REASONS, CHECK_STATES, SETTING_KEYS } from '@flowprint/contract'
import { admin } from '@flowprint/i18n/en/admin'
import { admin as chinese } from '@flowprint/i18n/zh/admin'
import { describe, expect, it } from 'vitest'

describe('the texts of the specification', () => {
  it.each([
    ['Please select order status', admin.orders.dialog.statusNeeded],
    ['Please enter remark', admin.frame.remarkNeeded],
    ['Review successful', admin.orders.dialog.success],
    ['Successfully modified', admin.settings.success],
    ['not configured', admin.dividends.notConfigured],
  ])('"%s" stands as it is written', (sentence, said) => expect(said).toBe(sentence))
})

describe.each([
  ['English', admin],
  ['Chinese', chinese],
])('in %s', (_language, words) => {
  it('every payment finding and every setting has a text', () => {
    const reasons = Object.entries(words.orders.reason)
    expect(reasons.map(([reason]) => reason).toSorted()).toEqual([...CHECK_REASONS].toSorted())
    expect(new Set(reasons.map(([, text]) => text)).size).toBe(reasons.length)
    expect(Object.keys(words.orders.check).toSorted()).toEqual([...CHECK_STATES].toSorted())
    expect(Object.keys(words.settings.name).toSorted()).toEqual([...SETTING_KEYS].toSorted())
  })

  it('no text contains the word that triggers a logout', () => {
    expect(JSON.stringify(words)).not.toContain('Token')
  })
})
