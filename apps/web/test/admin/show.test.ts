import { describe, expect, it } from 'vitest'
import { changesOf, fieldText } from '../../src/features/admin/audit/changes.ts'
import { settleObstacle } from '../../src/features/admin/dividends/decide-settle.ts'
import { joinMarkets } from '../../src/features/admin/feeds/join-markets.ts'
import { msText } from '../../src/features/admin/feeds/ms-text.ts'
import { placeAt } from '../../src/features/admin/frame/places.ts'
import { moneyOf, percentOf } from '../../src/features/admin/parts/show.ts'
import { daysOf, grantedUntil } from '../../src/features/admin/users/granted-until.ts'

describe('numbers of the back office', () => {
  it.each([
    ['199.000000', '199.00'], ['19.900700', '19.9007'], ['1234567.500000', '1,234,567.50'], ['0.000001', '0.000001'], ['-1999.000000', '-1,999.00'],
  ])('an amount of %s reads %s', (amount, text) => expect(moneyOf(amount)).toBe(text))

  it.each([['0.1000', '10%'], ['0.1250', '12.5%'], ['1.0000', '100%'], ['0.0001', '0.01%']])('a ratio of %s reads %s', (ratio, text) => {
    expect(percentOf(ratio)).toBe(text)
  })

  it.each([[null, '–'], [0, '0 ms'], [999, '999 ms'], [1500, '1.5 s'], [75_400, '75 s'], [-1500, '-1.5 s']] as const)('%s ms reads %s', (ms, text) => {
    expect(msText(ms)).toBe(text)
  })
})

describe('granting days', () => {
  const now = Date.parse('2026-11-20T00:00:00Z')

  it('adds them to a membership that runs', () => {
    expect(grantedUntil('2026-12-01T00:00:00.000Z', 7, now)).toBe('2026-12-08T00:00:00.000Z')
  })

  it('begins now where there is none, or it is over', () => {
    expect(grantedUntil(null, 7, now)).toBe('2026-11-27T00:00:00.000Z')
    expect(grantedUntil('2026-01-01T00:00:00.000Z', 7, now)).toBe('2026-11-27T00:00:00.000Z')
  })

  it.each([['7', 7], [' 3660 ', 3660], ['0', null], ['3661', null], ['1.5', null], ['-1', null], ['', null], ['1e2', null]])('reads %j as %s', (text, days) => {
    expect(daysOf(text)).toBe(days)
  })
})

describe('settling', () => {
  const now = Date.parse('2026-11-20T00:00:00Z')
  const detail = (amount: string, address: string | null = 'T', usable: string | null = null) => ({
    inviter: {
      id: 1, username: 'wang', email: null, is_inviter: true, level: 1, ratio: '0.1000', network_type: 'TRC20' as const, receive_address: address,
      address_usable_at: usable, address_shared: false, ratio_override: null, next_reminder_at: null,
    },
    summary: { pending_count: 2, settlement_amount: amount, held_amount: '0.000000', settled_amount: '0.000000', min_payout: '10.000000' },
  })

  it.each([
    ['is possible', detail('10.000000'), null],
    ['needs something that is owed', detail('0.000000'), 'nothing'],
    ['waits while claw-backs exceed what is owed', detail('-5.000000'), 'nothing'],
    ['needs the smallest amount', detail('9.999999'), 'below'],
    ['needs an address', detail('50.000000', null), 'address'],
    ['waits for a new address', detail('50.000000', 'T', '2026-11-20T00:00:01.000Z'), 'cooling'],
    ['no longer waits for an address that is usable', detail('50.000000', 'T', '2026-11-20T00:00:00.000Z'), null],
  ] as const)('%s', (_title, found, obstacle) => expect(settleObstacle(found, now)).toBe(obstacle))
})

describe('an entry of the record', () => {
  it('shows the fields that changed, those that came and those that went', () => {
    const changes = changesOf({ before: { role: [], a: 1, gone: true }, after: { role: ['inviter'], a: 1, remark: 'x' } })
    expect(changes).toEqual([
      { name: 'role', before: [], after: ['inviter'] }, { name: 'gone', before: true, after: undefined }, { name: 'remark', before: undefined, after: 'x' },
    ])
    expect(changes.map(({ after }) => fieldText(after))).toEqual(['["inviter"]', '–', 'x'])
  })

  it('may have recorded no fields', () => expect(changesOf({ before: null, after: null })).toEqual([]))
})

describe('markets', () => {
  it('stand with the state of their feed, those that are followed first', () => {
    const markets = [
      { symbol: 'B:OFF', enabled: false, by: 'operator' as const }, { symbol: 'B:TWO', enabled: true, by: 'env' as const },
      { symbol: 'A:ONE', enabled: true, by: 'env' as const },
    ]
    const feed = { symbol: 'A:ONE', state: 'live' } as Parameters<typeof joinMarkets>[1][number]
    expect(joinMarkets(markets, [feed]).map((market) => [market.symbol, market.feed?.state])).toEqual([['A:ONE', 'live'], ['B:TWO', undefined], ['B:OFF', undefined]])
  })
})

describe('the navigation', () => {
  it.each([
    ['/manager/dividend', 'dividend'], ['/manager/dividend-detail/7', 'dividend'], ['/manager/order', 'order'], ['/manager', undefined], ['/manager/orders', undefined],
  ])('at %s marks %s', (path, place) => expect(placeAt(path)).toBe(place))
})
