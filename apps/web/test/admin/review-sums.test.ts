import type { OrderCheck } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import { computeSums } from '../../src/features/admin/orders/review-sums.ts'

const effect = { expire_time: '2027-11-20T00:00:00.000Z', inviter_id: 3, inviter_name: 'Wang', ratio: '0.1000', share_amount: '19.900000' }
const check = (amount: string | null, reasons: OrderCheck['reasons'] = []) => ({ amount, reasons, effect })

describe('what passing an order means', () => {
  it('goes by what the chain says', () => {
    expect(computeSums(check('199.000000'), '199.000000', '')).toEqual({ amount: '199.000000', short: null, share: '19.900000' })
  })

  it('goes by the quote where the chain says nothing', () => {
    expect(computeSums(check(null), '199.000000', '')).toEqual({ amount: '199.000000', short: null, share: '19.900000' })
  })

  it('goes by the quote where the money went to somebody else', () => {
    expect(computeSums(check('500.000000', ['wrong_recipient']), '199.000000', '').amount).toBe('199.000000')
  })

  it('says how much is missing, and shares only what was paid', () => {
    expect(computeSums(check('194.000000'), '199.000000', '')).toEqual({ amount: '194.000000', short: '5.000000', share: '19.400000' })
  })

  it('shares no more than the price of what was overpaid', () => {
    expect(computeSums(check('250.000000'), '199.000000', '')).toEqual({ amount: '250.000000', short: null, share: '19.900000' })
  })

  it('takes the amount that was typed for the one on chain', () => {
    expect(computeSums(check('199.000000'), '199.000000', '100').share).toBe('10.000000')
  })

  it.each(['0', 'abc', '1.0000001', '-5'])('knows no sum of %j', (typed) => {
    expect(computeSums(check('199.000000'), '199.000000', typed).amount).toBeNull()
  })

  it('rounds shares down to the millionth', () => {
    expect(computeSums(check('0.000009'), '199.000000', '').share).toBe('0.000000')
  })

  it('shares nothing where nobody invited', () => {
    expect(computeSums({ ...check('199.000000'), effect: { ...effect, inviter_id: null, ratio: null } }, '199.000000', '').share).toBeNull()
  })
})
