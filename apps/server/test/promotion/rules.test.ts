import { HOUR_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysOf, dayIn, readDays } from '../../src/modules/promotion/rules/chart-days.ts'
import { decideSettlement, computeUsableAt } from '../../src/modules/promotion/rules/decide-settlement.ts'
import { decideShare, computeStanding, maskName } from '../../src/modules/promotion/rules/levels.ts'

const LEVELS = [
  { level: 3, minPaying: 30, ratioBp: 2000 },
  { level: 1, minPaying: 0, ratioBp: 1000 },
  { level: 4, minPaying: 100, ratioBp: 2500 },
  { level: 2, minPaying: 10, ratioBp: 1500 },
]

describe('level of an inviter', () => {
  test.each([
    [0, 1, 1000, 10],
    [9, 1, 1000, 10],
    [10, 2, 1500, 30],
    [29, 2, 1500, 30],
    [30, 3, 2000, 100],
    [100, 4, 2500, null],
    [5000, 4, 2500, null],
  ])('with %i paying invitees is %i, %i basis points, the next from %s on', (paying, level, ratioBp, next) => {
    const standing = computeStanding(LEVELS, paying, null)
    expect([standing.level, standing.ratioBp, standing.next?.minPaying ?? null]).toEqual([level, ratioBp, next])
  })

  test('is 0 without a dividend below the first level', () => {
    expect(computeStanding([{ level: 1, minPaying: 3, ratioBp: 1000 }], 2, null)).toMatchObject({
      level: 0,
      ratioBp: 0,
      next: { level: 1 },
    })
  })

  test('is replaced by an individual ratio, even 0', () => {
    expect(computeStanding(LEVELS, 10, 3000)).toMatchObject({ level: 2, ratioBp: 3000 })
    expect(computeStanding(LEVELS, 10, 0).ratioBp).toBe(0)
  })
})

describe('dividend of an order', () => {
  const base = {
    paidAmount: 199_000_000n,
    levels: LEVELS,
    payingBefore: 0,
    override: null,
    isActive: true,
    ordersBefore: 0,
    renewalsEarn: true,
  }
  test.each([
    ['is a tenth at first', {}, 'earned', 19_900_000n],
    ['is rounded down', { paidAmount: 199_000_009n }, 'earned', 19_900_000n],
    ['is zero when it rounds to zero', { paidAmount: 9n }, 'nothing', 0n],
    ['is at least a millionth', { paidAmount: 10n }, 'earned', 1n],
    ['is zero at a ratio of 0', { override: 0 }, 'nothing', 0n],
    ['uses the paying invitees before the order', { payingBefore: 30 }, 'earned', 39_800_000n],
    ['is zero without the role', { isActive: false }, 'inactive', 0n],
    ['is earned by a renewal', { ordersBefore: 4 }, 'earned', 19_900_000n],
    ['is not earned by a renewal when renewals are excluded', { ordersBefore: 1, renewalsEarn: false }, 'renewal', 0n],
    ['is earned by the first order when renewals are excluded', { renewalsEarn: false }, 'earned', 19_900_000n],
  ] as const)('%s', (_title, given, outcome, share) => {
    expect(decideShare({ ...base, ...given })).toMatchObject({ outcome, share })
  })

  test('never exceeds the payment or the exact fraction', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.nat(200),
        fc.option(fc.nat(10_000)),
        (paidAmount, payingBefore, override) => {
          const { share, ratioBp } = decideShare({ ...base, paidAmount, payingBefore, override })
          expect(
            share <= paidAmount &&
              share * 10_000n <= paidAmount * BigInt(ratioBp) &&
              (share + 1n) * 10_000n > paidAmount * BigInt(ratioBp),
          ).toBe(true)
        },
      ),
    )
  })
})

describe('payout', () => {
  const address = { address: 'T', setAt: 0, isFirst: true }
  const base = {
    now: 10 * HOUR_MS,
    given: 30n,
    amounts: [40n, -10n],
    named: null,
    minPayout: 30n,
    address,
    paidAddress: 'T',
    coolingMs: 24 * HOUR_MS,
  }
  test.each([
    ['of the exact sum is recorded', {}, { amount: 30n, address: 'T' }],
    ['of another amount is rejected with the sum', { given: 31n }, { error: 'AMOUNT_CHANGED', amount: 30n }],
    ['without dividends is rejected', { amounts: [], given: 0n }, { error: 'NOTHING_TO_SETTLE', amount: 0n }],
    [
      'with a negative sum is rejected',
      { amounts: [10n, -40n], given: -30n },
      { error: 'NOTHING_TO_SETTLE', amount: -30n },
    ],
    ['below the minimum is rejected', { minPayout: 31n }, { error: 'BELOW_MIN_PAYOUT', amount: 30n }],
    ['requires an address', { address: null }, { error: 'ADDRESS_NOT_SET', amount: 30n }],
    [
      "to an address that is no longer the inviter's is refused",
      { paidAddress: 'U' },
      { error: 'ADDRESS_CHANGED', amount: 30n },
    ],
    [
      'to a changed address waits',
      { address: { ...address, isFirst: false } },
      { error: 'ADDRESS_COOLING', amount: 30n },
    ],
    [
      'to a changed address goes when the time is over',
      { address: { ...address, isFirst: false }, now: 24 * HOUR_MS },
      { amount: 30n, address: 'T' },
    ],
    ['of named rows needs all of them', { named: 3 }, { error: 'AMOUNT_CHANGED', amount: 30n }],
    ['of all named rows is entered', { named: 2 }, { amount: 30n, address: 'T' }],
  ] as const)('%s', (_title, given, decision) => expect(decideSettlement({ ...base, ...given })).toEqual(decision))

  test('the first address applies at once, another after the waiting period', () => {
    expect(computeUsableAt({ setAt: 5, isFirst: true }, HOUR_MS)).toBe(5)
    expect(computeUsableAt({ setAt: 5, isFirst: false }, HOUR_MS)).toBe(5 + HOUR_MS)
  })
})

test.each([
  ['alexandra', 'a***a'],
  ['anna', 'a***'],
  ['x', 'x***'],
  ['王小明', '王***'],
  ['𝒜lexandra', '𝒜***a'],
  ['', '***'],
])('the name %s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})

describe('days of a chart', () => {
  test('default to the last thirty, or are those requested', () => {
    expect(readDays({}, '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
    expect(readDays({ to: '2026-01-05' }, '2026-03-01')).toEqual({ from: '2025-12-07', to: '2026-01-05' })
    expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  })

  test('are valid, in order, and at most 366', () => {
    expect(readDays({ from: '2026-02-30' }, '2026-03-01')).toBeNull()
    expect(readDays({ from: '2026-03-02' }, '2026-03-01')).toBeNull()
    expect(readDays({ from: '2025-03-01' }, '2026-03-01')).not.toBeNull()
    expect(readDays({ from: '2025-02-28' }, '2026-03-01')).toBeNull()
  })

  test('start at midnight of the business time zone', () => {
    expect(dayIn(Date.parse('2026-03-01T15:59:59Z'), 'Asia/Shanghai')).toBe('2026-03-01')
    expect(dayIn(Date.parse('2026-03-01T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-03-02')
  })
})
