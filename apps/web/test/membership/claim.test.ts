import { membership } from '@flowprint/i18n/en/membership'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressRules, keepDraft, takeDraft, transactionRules } from '../../src/features/membership/activate/claim.ts'

const RECEIVE = 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV'
const WALLET = 'TE75k4iQGNFN2ru6tJzAsNAD1qfaW82bn6'
const ID = 'a3ccf69ac7d36aa337d90721bc93fdd27eef4a98986ab3a35bb56131064ddca3'
const { required, badAddress, ownAddress, badTransaction } = membership.form

beforeAll(() => i18next.init({ lng: 'en', defaultNS: 'web', resources: { en: { web: { membership } } } }))

type Rules = ReturnType<typeof transactionRules>
const faultOf = (rules: Rules, value: string) =>
  rules.map((rule) => rule(value, {})).find((fault) => fault !== null) ?? null

describe('the paying address', () => {
  it.each([
    ['', required],
    ['   ', required],
    [WALLET, null],
    [` ${WALLET} `, null],
    [WALLET.slice(0, -1), badAddress],
    [`${WALLET.slice(0, -1)}7`, badAddress],
    [WALLET.toLowerCase(), badAddress],
    ['0x52908400098527886E0F7030069857D2E4169EE7', badAddress],
    [RECEIVE, ownAddress],
  ])('%j: %s', (value, fault) => expect(faultOf(addressRules(i18next.t, RECEIVE), value)).toBe(fault))
})

describe('the transaction ID', () => {
  it.each([
    ['', required],
    [ID, null],
    [ID.toUpperCase(), null],
    [`0x${ID}`, null],
    [` ${ID}\n`, null],
    [`https://tronscan.org/#/transaction/${ID}`, null],
    [`https://tronscan.org/#/transaction/${ID}/`, null],
    [ID.slice(1), badTransaction],
    [`${ID}0`, badTransaction],
    [ID.replace('a', 'g'), badTransaction],
    ['https://tronscan.org/', badTransaction],
  ])('%j: %s', (value, fault) => expect(faultOf(transactionRules(i18next.t), value)).toBe(fault))
})

describe('a draft before login', () => {
  it('is restored once after login', () => {
    keepDraft({ payment_address: WALLET, transaction_id: ID })
    expect(takeDraft()).toEqual({ payment_address: WALLET, transaction_id: ID })
    expect(takeDraft()).toEqual({ payment_address: '', transaction_id: '' })
  })
})

describe('the words of the specification', () => {
  it('are unchanged', () => {
    expect(membership.form.incomplete).toBe('Please fill in complete information')
    expect(membership.form.success).toBe('Submission successful, please wait patiently for review')
  })
})
