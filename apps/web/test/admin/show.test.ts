import { describe, expect, it } from 'vitest'
import { speak } from './words.ts'
import {
  changesOf,
  fieldName,
  fieldText,
  objectText,
  rawText,
  summaryOf,
} from '../../src/features/admin/audit/entry-words.ts'
import { settleObstacle } from '../../src/features/admin/dividends/dividend-terms.ts'
import { joinMarkets } from '../../src/features/admin/feeds/markets.ts'
import { formatMs } from '../../src/shared/format/time.ts'
import { placeAt } from '../../src/features/admin/frame/places.ts'
import { moneyOf, percentOf, personName } from '../../src/features/admin/parts/show.ts'
import { daysOf, grantedUntil } from '../../src/features/admin/users/granted-until.ts'

const zh = [
  '到期时间',
  '是',
  '已通过',
  '普通用户',
  '199.001 USDT',
  '2027.11.20',
  '{"a":1}',
  'odd',
  '订单 12',
  '设置 试用天数',
  '结算 ababab…ababab',
]
const en = [
  'Expires',
  'Yes',
  'Passed',
  'Ordinary user',
  '199.001 USDT',
  '20 Nov 2027,',
  '{"a":1}',
  'odd',
  'Order 12',
  'Setting Trial days',
  'Settlement ababab…ababab',
]

describe('a person', () => {
  it.each([
    ['小明', '王', '王小明'],
    ['Ada', 'Byron', 'Ada Byron'],
    ['', '', ''],
    ['明 Ming', '王', '明 Ming 王'],
  ])('%s %s is written %s', (first_name, last_name, name) => {
    expect(personName({ first_name, last_name })).toBe(name)
  })
})

describe('numbers of the back office', () => {
  it.each([
    ['199.000000', '199.00'],
    ['19.900700', '19.9007'],
    ['1234567.500000', '1,234,567.50'],
    ['0.000001', '0.000001'],
    ['-1999.000000', '-1,999.00'],
  ])('an amount of %s reads %s', (amount, text) => expect(moneyOf(amount)).toBe(text))

  it.each([
    ['0.1000', '10%'],
    ['0.1250', '12.5%'],
    ['1.0000', '100%'],
    ['0.0001', '0.01%'],
  ])('a ratio of %s reads %s', (ratio, text) => {
    expect(percentOf(ratio)).toBe(text)
  })

  it.each([
    [null, '–'],
    [0, '0 ms'],
    [999, '999 ms'],
    [1500, '1.5 s'],
    [75_400, '75 s'],
    [-1500, '-1.5 s'],
  ] as const)('%s ms reads %s', (ms, text) => {
    expect(formatMs(ms)).toBe(text)
  })
})

describe('granting days', () => {
  const now = Date.parse('2026-11-20T00:00:00Z')

  it('extends an active membership', () => {
    expect(grantedUntil('2026-12-01T00:00:00.000Z', 7, now)).toBe('2026-12-08T00:00:00.000Z')
  })

  it('starts now without an active membership', () => {
    expect(grantedUntil(null, 7, now)).toBe('2026-11-27T00:00:00.000Z')
    expect(grantedUntil('2026-01-01T00:00:00.000Z', 7, now)).toBe('2026-11-27T00:00:00.000Z')
  })

  it.each([
    ['7', 7],
    [' 3660 ', 3660],
    ['0', null],
    ['3661', null],
    ['1.5', null],
    ['-1', null],
    ['', null],
    ['1e2', null],
  ])('reads %j as %s', (text, days) => {
    expect(daysOf(text)).toBe(days)
  })
})

describe('settling', () => {
  const now = Date.parse('2026-11-20T00:00:00Z')
  const detail = (amount: string, address: string | null = 'T', usable: string | null = null) => ({
    inviter: {
      id: 1,
      username: 'wang',
      email: null,
      is_inviter: true,
      level: 1,
      ratio: '0.1000',
      network_type: 'TRC20' as const,
      receive_address: address,
      address_usable_at: usable,
      address_shared: false,
      ratio_override: null,
      next_reminder_at: null,
    },
    summary: {
      pending_count: 2,
      settlement_amount: amount,
      held_amount: '0.000000',
      settled_amount: '0.000000',
      min_payout: '10.000000',
    },
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

describe('an audit entry', () => {
  it('shows changed, added and removed fields', () => {
    const changes = changesOf({
      before: { role: [], a: 1, gone: true },
      after: { role: ['inviter'], a: 1, remark: 'x' },
    })
    expect(changes).toEqual([
      { name: 'role', before: [], after: ['inviter'] },
      { name: 'gone', before: true, after: undefined },
      { name: 'remark', before: undefined, after: 'x' },
    ])
    expect(changes.map(({ after }) => rawText(after))).toEqual(['["inviter"]', '–', 'x'])
  })

  it.each([
    ['zh', zh],
    ['en', en],
  ] as const)('is in the words of the page: %s', async (language, words) => {
    const t = await speak(language)
    const row = { object_type: 'order', object_id: '12' }
    expect([
      fieldName(t, 'expire_time'),
      fieldText(t, row, 'reversed', true),
      fieldText(t, row, 'status', 'passed'),
      fieldText(t, row, 'role', []),
      fieldText(t, row, 'amount', '199.001000'),
      fieldText(t, row, 'expire_time', '2027-11-20T12:00:00.000Z').slice(0, -6),
      fieldText(t, row, 'odd', { a: 1 }),
      fieldName(t, 'odd'),
      objectText(t, row),
      objectText(t, { object_type: 'setting', object_id: 'trial_days' }),
      objectText(t, { object_type: 'settlement', object_id: 'ab'.repeat(32) }),
    ]).toEqual(words)
    const entry = {
      id: 1,
      at: '2026-11-20T12:00:00Z',
      actor_id: 1,
      actor_name: 'root',
      action: 'settle',
      object_type: 'settlement',
      object_id: '1',
      before: null,
      after: { settlement_id: 'ab'.repeat(32) },
    }
    expect(summaryOf(t, entry)).toContain('ababab…ababab')
  })

  it('accepts an entry without fields', () => expect(changesOf({ before: null, after: null })).toEqual([]))
})

describe('markets', () => {
  it('are listed with the state of their feed, followed ones first', () => {
    const markets = [
      { symbol: 'B:OFF', enabled: false, depth: 'off' as const, by: 'operator' as const },
      { symbol: 'B:TWO', enabled: true, depth: 'columns' as const, by: 'env' as const },
      { symbol: 'A:ONE', enabled: true, depth: 'columns' as const, by: 'env' as const },
    ]
    const feed = { symbol: 'A:ONE', state: 'live' } as Parameters<typeof joinMarkets>[1][number]
    expect(joinMarkets(markets, [feed]).map((market) => [market.symbol, market.feed?.state])).toEqual([
      ['A:ONE', 'live'],
      ['B:TWO', undefined],
      ['B:OFF', undefined],
    ])
  })
})

describe('the navigation', () => {
  it.each([
    ['/manager/dividend', 'dividend'],
    ['/manager/dividend-detail/7', 'dividend'],
    ['/manager/order', 'order'],
    ['/manager', undefined],
    ['/manager/orders', undefined],
  ])('at %s marks %s', (path, place) => expect(placeAt(path)).toBe(place))
})
