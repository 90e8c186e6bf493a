import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBooks } from '../../src/modules/books/commands/check-books.ts'
import { addressOf, promotionWorld, txid } from './promotion-world.ts'
import type { PromotionWorld } from './promotion-world.ts'

let world: PromotionWorld
beforeAll(async () => {
  world = await promotionWorld()
})
afterAll(async () => {
  expect((await checkBooks(world.pool)).faults).toEqual([])
  await world.close()
})

describe('dividend', () => {
  test('is tracked from the link to the payout, on both sides', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('FIRST1')
    const invitee = await world.signUp({ invite_code: 'FIRST1' })
    const { data: info } = await world.call('/user_info', {}, invitee)
    expect(info).toMatchObject({ inviter_id: inviter.id, is_trial: true, expired: false })
    const { data: before } = await world.call('/inviter_param', {}, inviter)
    expect(before).toMatchObject({
      level: 1,
      ratio: '0.1000',
      next_level: 2,
      next_min_paying: 10,
      invite_code: 'FIRST1',
      receive_address: null,
      invited_total: 1,
      invited_week: 1,
      paying_total: 0,
      pending_count: 0,
      pending_amount: '0.000000',
      min_payout: '10.000000',
    })
    expect(before.invite_link).toMatch(/\/create\/FIRST1$/)
    const { data: unpaid } = await world.call('/inviter_dividends', {}, inviter)
    expect(unpaid).toMatchObject({
      total: 1,
      list: [{ id: null, invitee_id: invitee.id, status: 'unpaid', paid_amount: '0.000000', share_amount: '0.000000' }],
    })
    expect(unpaid.list[0].invitee_name).toMatch(/^p\*\*\*/)

    const submitted = await world.submit(invitee)
    const { data: check } = await world.call('/admin_check_order', { id: submitted }, admin)
    expect(check.effect).toMatchObject({ inviter_id: inviter.id, ratio: '0.1000', share_amount: '19.900000' })
    await world.call('/admin_review_order', { id: submitted, version: 1, status: 'passed', remark: 'Received' }, admin)
    expect(
      (await world.call('/user_info', {}, invitee)).data,
      'who has paid is a member, while the trial runs too',
    ).toMatchObject({ is_trial: false, expired: false })
    const { data: list } = await world.call('/admin_inviters', { keyword: inviter.username }, admin)
    expect(list.list).toMatchObject([
      { id: inviter.id, pending_count: 1, pending_amount: '19.900000', receive_address_set: false, invited_week: 1 },
    ])
    expect(await world.settle(admin, inviter.id, '19.9', 9001)).toMatchObject({
      code: 412,
      data: { error: 'ADDRESS_NOT_SET' },
    })

    const { data: reminded } = await world.call('/admin_send_reminder', { inviter_id: inviter.id }, admin)
    expect(reminded.mail_sent).toBe(false)
    expect(await world.call('/admin_send_reminder', { inviter_id: inviter.id }, admin)).toMatchObject({
      status: 429,
      data: { error: 'RATE_LIMITED' },
    })
    expect(await world.address(inviter, 7)).toMatchObject({ code: 200, data: { receive_address: addressOf(7) } })
    expect(await world.settle(admin, inviter.id, '19.91', 9001)).toMatchObject({
      code: 409,
      data: { error: 'AMOUNT_CHANGED', settlement_amount: '19.900000' },
    })
    const settled = await world.settle(admin, inviter.id, '19.9', 9001)
    expect(settled).toMatchObject({ code: 200, data: { settlement_id: txid(9001), amount: '19.900000', count: 1 } })
    expect((await world.settle(admin, inviter.id, '19.9', 9001)).data).toEqual(settled.data)
    expect(await world.settle(admin, inviter.id, '20', 9001)).toMatchObject({
      code: 409,
      data: { error: 'SETTLEMENT_USED' },
    })
    expect(await world.settle(admin, inviter.id, '19.9', 9002)).toMatchObject({
      code: 409,
      data: { error: 'NOTHING_TO_SETTLE' },
    })

    const { data: detail } = await world.call('/admin_inviter_detail', { id: inviter.id }, admin)
    expect(detail).toMatchObject({
      inviter: { id: inviter.id, receive_address: addressOf(7), address_shared: false },
      total: 1,
      summary: {
        pending_count: 0,
        settlement_amount: '0.000000',
        held_amount: '0.000000',
        settled_amount: '19.900000',
      },
      list: [
        {
          invitee_name: invitee.username,
          status: 'settled',
          paid_amount: '199.000000',
          share_amount: '19.900000',
          ratio: '0.1000',
          settlement_id: txid(9001),
          mail_sent: false,
        },
      ],
    })
    const { data: found } = await world.call(
      '/admin_settlement',
      { settlement_id: `https://tronscan.org/#/transaction/${txid(9001)}` },
      admin,
    )
    expect(found).toMatchObject({
      inviter_id: inviter.id,
      amount: '19.900000',
      receive_address: addressOf(7),
      operator: admin.username,
      list: [{ status: 'settled' }],
    })
    const { data: after } = await world.call('/inviter_param', {}, inviter)
    expect(after).toMatchObject({
      paying_total: 1,
      pending_count: 0,
      settled_amount: '19.900000',
      available_amount: '0.000000',
    })
    const { data: chart } = await world.call('/inviter_chart', {}, inviter)
    expect(chart.list).toHaveLength(30)
    expect(chart.list[29]).toMatchObject({ invited: 1, pending_amount: '0.000000', settled_amount: '19.900000' })
    const mails = await world.mails(inviter.email)
    expect(mails.map(({ template }) => template).slice(-3)).toEqual([
      'payout_reminder',
      'payout_address_changed',
      'shares_settled',
    ])
    const { data: exported } = await world.call('/export_data', { password: inviter.password }, inviter)
    expect(exported).toMatchObject({
      dividends: [{ status: 'settled' }],
      settlements: [{ amount: '19.900000' }],
      payout_addresses: [{ receive_address: addressOf(7) }],
    })
  })

  test('of a reversed order is void while pending, and deducted from the next payout when paid', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('BACK1')
    const [first, second] = [await world.signUp({ invite_code: 'BACK1' }), await world.signUp({ invite_code: 'BACK1' })]
    await world.address(inviter, 8)
    const foreseen = async (id: number) => (await world.call('/admin_check_order', { id }, admin)).data.reversal
    const voided = await world.pay(first, admin)
    const before = await foreseen(voided)
    expect(before).toMatchObject({
      share: { inviter_id: inviter.id, inviter_name: inviter.username, amount: '19.900000', becomes: 'void' },
    })
    expect([365, 366]).toContain(before.all.days)
    expect(Date.parse(before.expire_before) - Date.parse(before.all.expire_time)).toBe(before.all.days * 86_400_000)
    expect(before.ahead.days).toBe(before.all.days)
    const { data: reversed } = await world.call(
      '/admin_reverse_order',
      { id: voided, remark: 'Refunded', days: 'all' },
      admin,
    )
    expect(reversed.expire_time).toBe(before.all.expire_time)
    expect(await foreseen(voided)).toBeNull()
    expect((await world.call('/inviter_param', {}, inviter)).data).toMatchObject({
      pending_count: 0,
      pending_amount: '0.000000',
      paying_total: 0,
    })
    expect((await world.call('/inviter_dividends', { status: 'unpaid' }, inviter)).data.total).toBe(2)
    const paid = await world.pay(second, admin)
    expect((await world.settle(admin, inviter.id, '19.9', 9101)).code).toBe(200)
    expect((await foreseen(paid)).share).toMatchObject({ amount: '19.900000', becomes: 'clawback' })
    await world.call('/admin_reverse_order', { id: paid, remark: 'Refunded' }, admin)
    const { data: pending } = await world.call('/inviter_dividends', { status: 'pending' }, inviter)
    expect(pending.list).toMatchObject([{ is_clawback: true, share_amount: '-19.900000', status: 'pending' }])
    expect(await world.settle(admin, inviter.id, '19.9', 9102)).toMatchObject({ data: { error: 'NOTHING_TO_SETTLE' } })
    await world.pay(first, admin)
    await world.pay(second, admin)
    expect(await world.settle(admin, inviter.id, '19.9', 9102)).toMatchObject({
      code: 200,
      data: { amount: '19.900000', count: 3 },
    })
  })
})

describe('permissions', () => {
  test('close the calls of inviters to others, and to former inviters unless something is owed', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('ROLE1')
    const invitee = await world.signUp({ invite_code: 'ROLE1' })
    expect((await world.call('/inviter_param', {}, invitee)).status).toBe(403)
    await world.pay(invitee, admin)
    await world.pool.query('update account set is_inviter = false, invite_code = null where id = $1', [inviter.id])
    expect((await world.call('/inviter_param', {}, inviter)).data).toMatchObject({
      invite_code: null,
      invite_link: null,
      pending_count: 1,
    })
    expect((await world.call('/user_info', {}, inviter)).data).toMatchObject({ role: [], is_owed: true })
    await world.pay(invitee, admin)
    expect((await world.call('/inviter_param', {}, inviter)).data.pending_count).toBe(1)
    await world.address(inviter, 9)
    expect((await world.settle(admin, inviter.id, '19.9', 9201)).code).toBe(200)
    expect((await world.call('/inviter_param', {}, inviter)).status).toBe(403)
    expect((await world.call('/user_info', {}, inviter)).data.is_owed).toBe(false)
  })

  test('prevent settling with oneself, and require a step-up for settling and for a payout address', async () => {
    const admin = await world.inviter('SELF1')
    await world.pool.query('update account set is_admin = true where id = $1', [admin.id])
    expect(await world.settle(admin, admin.id, '1', 9301)).toMatchObject({
      data: { error: 'OWN_ORDER' },
      message: 'You cannot settle your own shares',
    })
    await world.pool.query('update session set step_up_until = null where account_id = $1', [admin.id])
    expect(await world.settle(admin, admin.id, '1', 9301)).toMatchObject({ data: { error: 'STEP_UP_REQUIRED' } })
    expect(await world.address(admin, 10)).toMatchObject({ data: { error: 'STEP_UP_REQUIRED' } })
  })
})

describe('invitation', () => {
  test('returns inviter and days, and the activation returns their end', async () => {
    const inviter = await world.inviter('INVITE1')
    expect((await world.call('/invitation', { code: 'INVITE1' })).data).toEqual({
      valid: true,
      inviter_name: inviter.username,
      trial_days: 7,
    })
    const body = world.registration({ invite_code: 'INVITE1' })
    await world.call('/register', body)
    const link = `/active?token=${await world.secretFor(body.email)}`
    const { data } = await world.call(link)
    expect(Math.round((Date.parse(data.trial_until) - Date.now()) / HOUR_MS)).toBe(7 * 24)
    expect((await world.call(link)).data, 'the same link once more').toEqual(data)
  })

  test('with a code of a user who may not invite is invalid', async () => {
    const inviter = await world.inviter('INVITE2')
    const of = async (code: unknown) => (await world.call('/invitation', { code })).data
    for (const code of ['NOBODY9', 'invite2', 'direct', '', "' or 1=1"])
      expect(await of(code)).toEqual({ valid: false, inviter_name: null, trial_days: 0 })
    expect((await world.call('/invitation', { code: 7 })).code).toBe(400)
    await world.pool.query('update account set is_inviter = false where id = $1', [inviter.id])
    expect(await of('INVITE2')).toMatchObject({ valid: false })
    await world.pool.query('update account set is_inviter = true, disabled_at = now() where id = $1', [inviter.id])
    expect(await of('INVITE2')).toMatchObject({ valid: false })
  })
})

describe('trial', () => {
  test('is granted once to users with the code of an inviter', async () => {
    const inviter = await world.inviter('TRIAL1')
    const { data: invited } = await world.call('/user_info', {}, await world.signUp({ invite_code: 'TRIAL1' }))
    expect(invited.is_trial).toBe(true)
    expect((await world.mails(invited.email)).filter(({ template }) => template === 'trial_started')).toMatchObject([
      { params: { days: 7, until: invited.expire_time } },
    ])
    expect(Math.round((Date.parse(invited.expire_time) - Date.parse(invited.server_time)) / HOUR_MS)).toBe(7 * 24)
    for (const code of ['direct', 'NOBODY1', inviter.username]) {
      const user = await world.signUp({ invite_code: code })
      expect((await world.call('/user_info', {}, user)).data).toMatchObject({ is_trial: false, expire_time: null })
      expect((await world.mails(user.email)).map(({ template }) => template)).not.toContain('trial_started')
    }
    await world.pool.query('update account set disabled_at = now() where id = $1', [inviter.id])
    expect((await world.call('/user_info', {}, await world.signUp({ invite_code: 'TRIAL1' }))).data.is_trial).toBe(
      false,
    )
  })

  test('is not granted when it is set to zero days', async () => {
    await world.inviter('TRIAL2')
    await world.set('trial_days', 0)
    expect((await world.call('/user_info', {}, await world.signUp({ invite_code: 'TRIAL2' }))).data).toMatchObject({
      is_trial: false,
      expire_time: null,
    })
    await world.set('trial_days', 7)
  })
})

describe('payout address', () => {
  test('must be a network address that can receive money', async () => {
    const inviter = await world.inviter('ADDR1')
    const set = (receive_address: string) =>
      world.call('/set_receive_address', { network_type: 'TRC20', receive_address }, inviter)
    const { RECEIVE } = await import('./promotion-world.ts')
    for (const bad of ['T', addressOf(1).toLowerCase(), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', RECEIVE]) {
      expect(await set(bad)).toMatchObject({ code: 400, data: { error: 'BAD_ADDRESS' } })
    }
    expect(await set(' ')).toMatchObject({ data: { error: 'VALIDATION' } })
  })

  test('is used at once when it is the first, and after the waiting period when changed', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('ADDR2')
    await world.pay(await world.signUp({ invite_code: 'ADDR2' }), admin)
    await world.address(inviter, 20)
    expect((await world.address(inviter, 20)).code).toBe(200)
    const { data } = await world.address(inviter, 21)
    expect(Math.round((Date.parse(data.usable_at) - Date.now()) / HOUR_MS)).toBe(24)
    expect(await world.settle(admin, inviter.id, '19.9', 9401)).toMatchObject({
      code: 412,
      data: { error: 'ADDRESS_COOLING' },
    })
    await world.set('address_cooling_hours', 0)
    expect((await world.settle(admin, inviter.id, '19.9', 9401)).code).toBe(200)
    await world.set('address_cooling_hours', 24)
    const changes = (await world.mails(inviter.email)).filter(({ template }) => template === 'payout_address_changed')
    expect(changes, 'only the second one is a change').toMatchObject([
      { params: { is_first: true } },
      { params: { is_first: false } },
    ])
    const other = await world.inviter('ADDR3')
    await world.address(other, 21)
    expect((await world.call('/admin_inviter_detail', { id: other.id }, admin)).data.inviter.address_shared).toBe(true)
  })
})

test('settings and grants of administrators are recorded as the check of the books requires', async () => {
  const admin = await world.administrator()
  const user = await world.signUp()
  const { data: settings } = await world.call('/admin_settings', {}, admin)
  const { version } = settings.list.find((one: { key: string }) => one.key === 'grace_days')
  expect(
    (await world.call('/admin_save_settings', { key: 'grace_days', value: 1, version, remark: 'as agreed' }, admin))
      .code,
  ).toBe(200)
  for (const days of [3, 4])
    expect((await world.call('/admin_grant_days', { user_id: user.id, days, remark: 'sorry' }, admin)).code).toBe(200)
  const { data: role } = await world.call(
    '/admin_set_role',
    { user_id: user.id, role: 'inviter', remark: 'asked' },
    admin,
  )
  const token = await world.logIn(user.email)
  expect((await world.call('/inviter_param', {}, { token })).data).toMatchObject({
    invite_code: role.invite_code,
    level: 1,
  })
  expect((await checkBooks(world.pool)).faults).toEqual([])
})

describe('individual ratio of an inviter', () => {
  test('applies to later dividends, and is recorded with its reason', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('RATIO1')
    const invitee = await world.signUp({ invite_code: 'RATIO1' })
    const set = (ratio: string | null, remark = 'agreed') =>
      world.call('/admin_set_ratio', { inviter_id: inviter.id, ratio, remark }, admin)
    await world.pay(invitee, admin)
    expect(await set('0.3000', ' ')).toMatchObject({ data: { error: 'VALIDATION' } })
    expect(await set('1.0001')).toMatchObject({
      data: { error: 'VALIDATION', fields: { ratio: [{ error: 'NOT_A_RATIO' }] } },
    })
    expect(await set('0.3000')).toMatchObject({ code: 200, data: { level: 1, ratio: '0.3000' } })
    await world.pay(invitee, admin)
    const { data } = await world.call('/admin_inviter_detail', { id: inviter.id }, admin)
    expect(data.inviter).toMatchObject({ ratio: '0.3000', ratio_override: '0.3000' })
    expect(data.list.map((row: { share_amount: string }) => row.share_amount)).toEqual(['59.700000', '19.900000'])
    expect((await set(null)).data.ratio).toBe('0.1000')
    await world.pay(invitee, admin)
    const { rows } = await world.pool.query(
      "select before, after from audit_log where action = 'set_ratio' order by id",
    )
    expect(rows).toEqual([
      { before: { ratio: null }, after: { ratio: '0.3000', remark: 'agreed' } },
      { before: { ratio: '0.3000' }, after: { ratio: null, remark: 'agreed' } },
    ])
  })
})

describe('payout', () => {
  test('waits for the holding period and the minimum amount, and can be partial', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('HOLD1')
    const [first, second] = [await world.signUp({ invite_code: 'HOLD1' }), await world.signUp({ invite_code: 'HOLD1' })]
    await world.address(inviter, 30)
    await world.set('hold_days', 7)
    await world.pay(first, admin)
    await world.set('hold_days', 0)
    await world.pay(second, admin, '50')
    const { data: detail } = await world.call('/admin_inviter_detail', { id: inviter.id, status: 'pending' }, admin)
    expect(detail.summary).toMatchObject({
      pending_count: 2,
      settlement_amount: '5.000000',
      held_amount: '19.900000',
      min_payout: '10.000000',
    })
    expect(await world.settle(admin, inviter.id, '5', 9501)).toMatchObject({
      code: 412,
      data: { error: 'BELOW_MIN_PAYOUT' },
    })
    const [newer, held] = detail.list as { id: number }[]
    await world.set('min_payout', '1.000000')
    expect(await world.settle(admin, inviter.id, '24.9', 9501, { dividend_ids: [newer.id, held.id] })).toMatchObject({
      data: { error: 'AMOUNT_CHANGED' },
    })
    expect(
      (await world.settle(admin, inviter.id, '5', 9501, { dividend_ids: [newer.id, newer.id] })).data,
    ).toMatchObject({ count: 1 })
    expect(await world.settle(admin, inviter.id, '5', 9501, { dividend_ids: [held.id] })).toMatchObject({
      data: { error: 'SETTLEMENT_USED' },
    })
    await world.set('min_payout', '10.000000')
    world.later(8 * DAY_MS)
    const fresh = await world.logIn(admin.email)
    await world.call('/step_up', { password: admin.password }, { token: fresh })
    expect((await world.settle({ ...admin, token: fresh }, inviter.id, '19.9', 9502)).code).toBe(200)
    world.later(0)
  })

  test('is recorded with the paid address, and is rejected without settling when the address has changed', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('PAIDTO1')
    await world.address(inviter, 31)
    await world.pay(await world.signUp({ invite_code: 'PAIDTO1' }), admin)
    await world.set('address_cooling_hours', 0)
    await world.address(inviter, 32)
    const refused = await world.settle(admin, inviter.id, '19.9', 9701, { receive_address: addressOf(31) })
    expect(refused).toMatchObject({ code: 409, data: { error: 'ADDRESS_CHANGED', settlement_amount: '19.900000' } })
    expect((await world.call('/inviter_param', {}, inviter)).data).toMatchObject({
      pending_count: 1,
      settled_amount: '0.000000',
    })
    expect(
      (await world.settle(admin, inviter.id, '19.9', 9701, { receive_address: ` ${addressOf(32)} `, remark: 'week 7' }))
        .code,
    ).toBe(200)
    expect((await world.call('/admin_settlement', { settlement_id: txid(9701) }, admin)).data).toMatchObject({
      receive_address: addressOf(32),
    })
    const { rows } = await world.pool.query("select after from audit_log where action = 'settle' and object_id = $1", [
      txid(9701),
    ])
    expect(rows[0].after).toMatchObject({ receive_address: addressOf(32), remark: 'week 7' })
    expect((await world.settle(admin, inviter.id, '19.9', 9701)).code).toBe(200)
    expect((await world.settle(admin, inviter.id, '19.9', 9701, { receive_address: addressOf(31) })).data.error).toBe(
      'SETTLEMENT_USED',
    )
    await world.set('address_cooling_hours', 24)
  })

  test('requires a transaction ID and an amount', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('IDS1')
    const settle = (settlement_id: string, settlement_amount: string) =>
      world.call(
        '/admin_settle',
        {
          inviter_id: inviter.id,
          network_type: 'TRC20',
          settlement_id,
          settlement_amount,
          receive_address: addressOf(1),
          remark: 'sent',
        },
        admin,
      )
    expect(await settle('payout 7', '1')).toMatchObject({ data: { error: 'BAD_TRANSACTION_ID' } })
    expect(await settle(' ', '1')).toMatchObject({
      data: { error: 'VALIDATION', fields: { settlement_id: [{ error: 'REQUIRED' }] } },
    })
    for (const bad of ['', '0', '-1', '1.0000001', '1e3']) {
      expect(await settle(txid(1), bad)).toMatchObject({
        data: { error: 'VALIDATION', fields: { settlement_amount: [{ error: 'NOT_AN_AMOUNT' }] } },
      })
    }
    expect(await world.settle(admin, 999_999, '1', 9601)).toMatchObject({ code: 404 })
    expect((await world.call('/admin_settlement', { settlement_id: txid(424242) }, admin)).code).toBe(404)
  })
})
