import { SETTING_KEYS, USDT_CONTRACT, encodeTronAddress, shownAmount } from '@flowprint/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminWorld } from './admin-world.ts'
import type { AdminWorld } from './admin-world.ts'
import type { SignedUp } from '../accounts/world.ts'

const ADDRESS = encodeTronAddress('33'.repeat(20))

let world: AdminWorld
let admin: SignedUp
beforeAll(async () => {
  world = await adminWorld()
  admin = await world.administrator()
})
afterAll(() => world.close())

async function setting(key: string) {
  const { list } = (await world.call('/admin_settings', {}, admin)).data
  return list.find((one: { key: string }) => one.key === key)
}
async function save(key: string, value: unknown, version?: number) {
  return world.call(
    '/admin_save_settings',
    { key, value, version: version ?? (await setting(key)).version, remark: 'as agreed' },
    admin,
  )
}
const config = async () => (await world.call('/settings', {})).data.config

describe('business settings', () => {
  test('return their defaults without a version', async () => {
    const { list } = (await world.call('/admin_settings', {}, admin)).data
    expect(list.map(({ key }: { key: string }) => key)).toEqual([...SETTING_KEYS])
    expect(list.every(({ version }: { version: number }) => version > 0)).toBe(true)
    expect(list[0]).toMatchObject({
      key: 'original_price',
      value: '299.000000',
      history: [{ value: '299.000000', valid_from: null, actor_name: null }],
    })
  })

  test('take effect at once as a new entry, and keep the earlier entries', async () => {
    const {
      rows: [before],
    } = await world.pool.query("select * from site_setting where key = 'trial_days'")
    const since = await world.newestAct()
    const answer = await save('trial_days', 14)
    const saved = answer.data.list.find(({ key }: { key: string }) => key === 'trial_days')
    expect(saved).toMatchObject({
      value: 14,
      history: [
        { value: 14, actor_name: admin.username },
        { value: 7, actor_name: null },
      ],
    })
    expect((await config()).trial_days).toBe(14)
    const { rows } = await world.pool.query("select * from site_setting where key = 'trial_days' order by id")
    expect([rows.length, rows[0]]).toEqual([2, before])
    expect(await world.actsSince(since)).toEqual([
      expect.objectContaining({
        action: 'save_setting',
        actor_id: admin.id,
        object_type: 'setting',
        object_id: 'trial_days',
        before: { value: 7 },
        after: { value: 14, remark: 'as agreed' },
      }),
    ])
  })

  test('add no entry for an unchanged value', async () => {
    const { version } = await setting('hold_days')
    const since = await world.newestAct()
    expect((await save('hold_days', 0)).code).toBe(200)
    expect((await setting('hold_days')).version).toBe(version)
    expect(await world.actsSince(since)).toEqual([])
  })

  test('reject a change based on an older entry', async () => {
    const { version } = await setting('grace_days')
    expect((await save('grace_days', 2, version)).code).toBe(200)
    const stale = await save('grace_days', 3, version)
    expect([stale.code, stale.data.error]).toEqual([409, 'STALE_VERSION'])
    expect((await setting('grace_days')).value).toBe(2)
  })

  test('accept exactly one of sixteen concurrent changes', async () => {
    const { version } = await setting('min_payout')
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => save('min_payout', `${20 + i}.000000`, version)),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ data }) => data.error === 'STALE_VERSION')).toHaveLength(15)
    const { rows } = await world.pool.query("select count(*)::int as n from audit_log where object_id = 'min_payout'")
    expect(rows[0].n).toBe(1)
  })

  test('keep the discounted price below the original one, also when both change at once', async () => {
    const [price, discount] = [await setting('original_price'), await setting('discount')]
    const answers = await Promise.all([
      save('original_price', '150.000000', price.version),
      save('discount', { price: '250.000000', start: null, end: null }, discount.version),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
    const { original_price, price: now } = await config()
    expect(Number(now)).toBeLessThan(Number(original_price))
  })
})

describe('settings shown on pages', () => {
  test('match the saved settings', async () => {
    await save('discount', null)
    await save('original_price', '301.000000')
    await save('discount', { price: '100.500000', start: '2020-01-01T00:00:00Z', end: null })
    await save('contact', '  help@example.com ')
    await save('medias', [
      { key: 'x', label: 'X', url: 'https://x.example/flowprint' },
      { key: 'help', label: '帮助', url: '/help' },
    ])
    await save('renewal_text', { zh: '续费说明', en: 'About renewals' })
    await save('share_levels', [
      { level: 1, min_paying: 0, ratio: '0.0500' },
      { level: 2, min_paying: 5, ratio: '1.0000' },
    ])
    expect(await config()).toMatchObject({
      original_price: '301.000000',
      price: '100.500000',
      discount_start: '2020-01-01T00:00:00.000Z',
      discount_end: null,
      contact: 'help@example.com',
      medias: [
        { key: 'x', label: 'X', url: 'https://x.example/flowprint' },
        { key: 'help', label: '帮助', url: '/help' },
      ],
      renewal_text: { zh: '续费说明', en: 'About renewals' },
      share_levels: [
        { level: 1, min_paying: 0 },
        { level: 2, min_paying: 5, ratio: '1.0000' },
      ],
    })
    await save('contact', ' ')
    await save('renewal_text', { zh: '', en: ' ' })
    expect(await config()).toMatchObject({ contact: null, renewal_text: null })
  })

  test('show the receiving address to signed-in users only', async () => {
    const user = await world.signUp()
    const network = async (token?: string) =>
      (await world.call('/properties', { code: 'network_type' }, token === undefined ? {} : { token })).data[0]
    expect(await network(user.token)).toMatchObject({
      value: 'TRC20',
      token: 'USDT',
      decimals: 6,
      contract_address: USDT_CONTRACT,
      receive_address: null,
      enabled: false,
    })
    await save('receive_address', { network_type: 'TRC20', address: ` ${ADDRESS} ` })
    expect(await network(user.token)).toMatchObject({ receive_address: ADDRESS, enabled: true })
    const seen = await network()
    expect([seen.enabled, 'receive_address' in seen]).toEqual([true, false])
    expect('receive_address' in (await network('ofs_gone'))).toBe(false)
    expect(JSON.stringify((await world.call('/settings', {})).data)).not.toContain(ADDRESS)
    await save('receive_address', { network_type: 'TRC20', address: '' })
    expect(await network(user.token)).toMatchObject({ receive_address: null, enabled: false })
  })

  test('show the donation address to all visitors, which is never the payment address', async () => {
    const [gifts, payments] = [ADDRESS, encodeTronAddress('44'.repeat(20))]
    const since = await world.newestAct()
    expect((await save('donation_address', { network_type: 'TRC20', address: ` ${gifts} ` })).code).toBe(200)
    expect((await config()).donation_address).toEqual({ network_type: 'TRC20', address: gifts })
    expect(await world.actsSince(since)).toEqual([
      expect.objectContaining({
        action: 'save_setting',
        object_id: 'donation_address',
        before: { value: { network_type: 'TRC20', address: null } },
      }),
    ])
    expect((await save('receive_address', { network_type: 'TRC20', address: gifts })).data.fields).toMatchObject({
      'value.address': [{ error: 'PAYMENTS_AND_GIFTS' }],
    })
    expect((await save('receive_address', { network_type: 'TRC20', address: payments })).code).toBe(200)
    expect((await save('donation_address', { network_type: 'TRC20', address: payments })).data.fields).toMatchObject({
      'value.address': [{ error: 'PAYMENTS_AND_GIFTS' }],
    })
    for (const key of ['donation_address', 'receive_address']) await save(key, { network_type: 'TRC20', address: null })
    expect((await config()).donation_address).toBeNull()
  })

  test('return states as words', async () => {
    const words = async (code: string, language: 'zh' | 'en') =>
      (await world.call('/properties', { code }, { language })).data
    expect(await words('order_status', 'en')).toEqual([
      { value: 'pending', label: 'Pending' },
      { value: 'passed', label: 'Passed' },
      { value: 'refused', label: 'Refused' },
    ])
    expect((await words('share_status', 'zh')).map(({ value }: { value: string }) => value)).toEqual([
      'unpaid',
      'pending',
      'settled',
    ])
  })
})

describe('invalid values', () => {
  test.each([
    ['original_price', '99', 'value'],
    ['original_price', '0.000000', 'value'],
    ['original_price', '-1.000000', 'value'],
    ['original_price', '1.000000', 'value'],
    ['discount', { price: '301.000000', start: null, end: null }, 'value.price'],
    ['discount', { price: '0.000000', start: null, end: null }, 'value.price'],
    ['discount', { price: '10.000000', start: '2030-01-01T00:00:00Z', end: '2030-01-01T00:00:00Z' }, 'value.end'],
    ['discount', { price: '10.000000', start: '2030-02-30T00:00:00Z', end: null }, 'value.start'],
    ['trial_days', -1, 'value'],
    ['trial_days', 1.5, 'value'],
    ['trial_days', '7', 'value'],
    ['grace_days', 61, 'value'],
    ['hold_days', 367, 'value'],
    ['share_levels', [], 'value'],
    ['share_levels', [{ level: 1, min_paying: 1, ratio: '0.1000' }], 'value.0'],
    [
      'share_levels',
      [
        { level: 1, min_paying: 0, ratio: '0.1000' },
        { level: 2, min_paying: 0, ratio: '0.2000' },
      ],
      'value.1',
    ],
    [
      'share_levels',
      [
        { level: 1, min_paying: 0, ratio: '0.1000' },
        { level: 3, min_paying: 9, ratio: '0.2000' },
      ],
      'value.1',
    ],
    ['share_levels', [{ level: 1, min_paying: 0, ratio: '1.0001' }], 'value.0.ratio'],
    ['receive_address', { network_type: 'TRC20', address: USDT_CONTRACT }, 'value.address'],
    ['receive_address', { network_type: 'TRC20', address: ADDRESS.toLowerCase() }, 'value.address'],
    ['receive_address', { network_type: 'ERC20', address: ADDRESS }, 'value.network_type'],
    ['donation_address', { network_type: 'TRC20', address: USDT_CONTRACT }, 'value.address'],
    ['donation_address', { network_type: 'TRC20', address: `${ADDRESS}x` }, 'value.address'],
    ['min_payout', '-1.000000', 'value'],
    ['payment_tolerance', '100.500000', 'value'],
    ['renewals_earn', 'yes', 'value'],
    ['medias', [{ key: 'a', label: 'A', url: 'http://a.example' }], 'value.0.url'],
    ['medias', [{ key: 'a', label: 'A', url: 'javascript:alert(1)' }], 'value.0.url'],
    ['medias', [{ key: 'a', label: 'A', url: '//evil.example' }], 'value.0.url'],
    ['medias', [{ key: 'a', label: 'A', url: '/\\evil.example' }], 'value.0.url'],
    ['medias', [{ key: 'a', label: 'A', url: 'https://u:p@a.example' }], 'value.0.url'],
    [
      'medias',
      [
        { key: 'a', label: 'A', url: '/a' },
        { key: 'a', label: 'B', url: '/b' },
      ],
      'value.1.key',
    ],
    ['medias', [{ key: ' ', label: 'A', url: '/a' }], 'value.0.key'],
    ['renewal_text', { zh: '只有中文', en: '' }, 'value.en'],
    ['contact', 'x'.repeat(501), 'value'],
  ])('rejects %s = %j at %s', async (key, value, field) => {
    const before = await setting(key)
    const answer = await save(key, value)
    expect([answer.code, answer.data.error]).toEqual([400, 'VALIDATION'])
    expect(Object.keys(answer.data.fields)).toContain(field)
    expect((await setting(key)).version).toBe(before.version)
  })

  test('replaces an unpaired surrogate with the replacement character', async () => {
    expect((await save('contact', 'a\ud800b')).code).toBe(200)
    expect((await config()).contact).toBe('a\ufffdb')
  })

  test('rejects an unknown key', async () => {
    expect((await save('free_money', 1, 1)).data.fields).toHaveProperty('key')
  })
})

describe('change of prices or payment addresses', () => {
  const address = encodeTronAddress('5a'.repeat(20))
  test.each([
    ['receive_address', { network_type: 'TRC20', address }, address],
    ['original_price', '310.000000', '310.00 USDT'],
    ['discount', { price: '250.500000', start: null, end: null }, '250.50 USDT'],
    ['discount', null, null],
  ])(
    '(%s) is mailed to every administrator and shown as the last change on the overview',
    async (key, value, after) => {
      const textOf = (set: { price?: string; address?: string } | string | null) =>
        set === null
          ? null
          : typeof set === 'string' || set.price !== undefined
            ? `${shownAmount(typeof set === 'string' ? set : (set.price as string))} USDT`
            : set.address
      const before = textOf((await setting(key)).value)
      const [second, gone] = [await world.administrator(), await world.administrator()]
      await world.pool.query('update account set disabled_at = now() where id = $1', [gone.id])
      expect((await save(key, value)).code).toBe(200)
      for (const { email } of [admin, second]) {
        const params = {
          name: expect.any(String),
          setting: key,
          before: typeof before === 'string' ? expect.stringContaining(before) : null,
          after,
          actor: admin.username,
          remark: 'as agreed',
          link: expect.stringContaining('/manager/settings'),
        }
        expect((await world.mails(email)).at(-1)).toMatchObject({ template: 'payment_setting_changed', params })
      }
      expect((await world.mails(gone.email)).map(({ template }) => template)).not.toContain('payment_setting_changed')
      const { last_payment_change: last } = (await world.call('/admin_overview', {}, admin)).data
      expect(last).toMatchObject({ key, actor_name: admin.username })
      expect(Math.abs(Date.parse(last.at) - Date.now())).toBeLessThan(60_000)
    },
  )

  test('is not reported for other settings or an unchanged value', async () => {
    const before = [
      await world.mails(admin.email),
      (await world.call('/admin_overview', {}, admin)).data.last_payment_change,
    ]
    await save('grace_days', 3)
    await save('original_price', (await setting('original_price')).value)
    expect([
      await world.mails(admin.email),
      (await world.call('/admin_overview', {}, admin)).data.last_payment_change,
    ]).toEqual(before)
  })
})
