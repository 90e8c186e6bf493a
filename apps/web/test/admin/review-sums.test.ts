import type { OrderCheck } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import { computeSums, isDenied } from '../../src/features/admin/orders/review-sums.ts'

const effect = {
  expire_time: '2027-11-20T00:00:00.000Z',
  inviter_id: 3,
  inviter_name: 'Wang',
  ratio: '0.1000',
  share_amount: '19.900000',
}
const check = (amount: string | null, reasons: OrderCheck['reasons'] = []) => ({
  amount,
  effect,
  order: { check_reasons: reasons },
})

describe('passing an order', () => {
  it('uses the amount on chain', () => {
    expect(computeSums(check('199.000000'), '199.000000', '')).toEqual({
      amount: '199.000000',
      short: null,
      share: '19.900000',
    })
  })

  it('uses the quote without chain data', () => {
    expect(computeSums(check(null), '199.000000', '')).toEqual({
      amount: '199.000000',
      short: null,
      share: '19.900000',
    })
  })

  it.each(['failed_transaction', 'foreign_token', 'wrong_recipient', 'unknown_transaction'] as const)(
    'is denied where the network says %s: the quote needs a confirmation',
    (reason) => {
      const denied = check('0.000000', [reason])
      expect([
        isDenied(denied.order),
        computeSums(denied, '199.000000', '').amount,
        computeSums(denied, '199.000000', '150').amount,
      ]).toEqual([true, '199.000000', '150.000000'])
    },
  )

  it('is not denied when the network is unreachable', () =>
    expect(isDenied(check(null, ['node_unreachable']).order)).toBe(false))

  it('reports the missing amount and shares only what was paid', () => {
    expect(computeSums(check('194.000000'), '199.000000', '')).toEqual({
      amount: '194.000000',
      short: '5.000000',
      share: '19.400000',
    })
  })

  it('shares at most the price when overpaid', () => {
    expect(computeSums(check('250.000000'), '199.000000', '')).toEqual({
      amount: '250.000000',
      short: null,
      share: '19.900000',
    })
  })

  it('uses the entered amount instead of the amount on chain', () => {
    expect(computeSums(check('199.000000'), '199.000000', '100').share).toBe('10.000000')
  })

  it.each(['0', 'abc', '1.0000001', '-5'])('knows no sum of %j', (typed) => {
    expect(computeSums(check('199.000000'), '199.000000', typed).amount).toBeNull()
  })

  it('rounds shares down to the millionth', () => {
    expect(computeSums(check('0.000009'), '199.000000', '').share).toBe('0.000000')
  })

  it('shares nothing without an inviter', () => {
    expect(
      computeSums({ ...check('199.000000'), effect: { ...effect, inviter_id: null, ratio: null } }, '199.000000', '')
        .share,
    ).toBeNull()
  })
})
