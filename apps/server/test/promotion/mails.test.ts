// `mail_sent` is true once the mail server accepted a mail about the row, and not before.
import { createComposer, createMailOutbox } from '../../src/platform/mail/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { startOutbox } from '../../src/platform/jobs/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_KEY } from '../app-under-test.ts'
import { sendDue } from '../send-due.ts'
import { promotionWorld } from './promotion-world.ts'
import type { PromotionWorld } from './promotion-world.ts'

let world: PromotionWorld
let refusing = false
const sent: string[] = []
beforeAll(async () => {
  world = await promotionWorld({ SMTP_URL: 'smtp://127.0.0.1:1' })
})
afterAll(() => world.close())

function mailOutbox() {
  return createMailOutbox({
    pool: world.pool,
    clock: world.clock,
    log: createLog('silent'),
    host: 'flow.example',
    composer: createComposer({ keys: createKeys([TEST_KEY]), productName: 'Flowprint', businessTz: 'Asia/Shanghai' }),
    transport: {
      send: async (mail: { subject: string }) => {
        if (refusing) throw Object.assign(new Error('450 later'), { responseCode: 450 })
        sent.push(mail.subject)
      },
      close: () => {},
    } as unknown as Parameters<typeof createMailOutbox>[0]['transport'],
  })
}

describe('sent mark of a mail', () => {
  test('is set when the server has accepted the mail, and outlives it', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('MAIL1')
    await world.pay(await world.signUp({ invite_code: 'MAIL1' }), admin)
    const row = async (): Promise<Record<string, unknown>> =>
      (await world.call('/admin_inviter_detail', { id: inviter.id }, admin)).data.list[0]
    await world.address(inviter, 40)
    await world.settle(admin, inviter.id, '19.9', 1)
    const outbox = mailOutbox()
    refusing = true
    await sendDue(outbox, world.pool)
    expect(await row()).toMatchObject({ status: 'settled', mail_sent: false })
    refusing = false
    world.later(120_000)
    await sendDue(outbox, world.pool)
    world.later(0)
    expect(sent).toContain('Your Flowprint shares were paid out')
    expect(await row()).toMatchObject({ mail_sent: true })
    await world.pool.query("delete from mail_outbox where status = 'sent'")
    expect(await row()).toMatchObject({ mail_sent: true })
  })

  test('is returned with a reminder when the server accepts it at once', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('MAIL2')
    await world.pay(await world.signUp({ invite_code: 'MAIL2' }), admin)
    const busy = startOutbox(mailOutbox(), world.pool, createLog('silent'))
    const { data } = await world.call('/admin_send_reminder', { inviter_id: inviter.id }, admin)
    await busy.stop()
    expect(data.mail_sent).toBe(true)
    expect(sent).toContain('Please set your Flowprint payout address')
    expect((await world.call('/inviter_dividends', {}, inviter)).data.list).toMatchObject([
      { status: 'pending', mail_sent: true },
    ])
  })

  test('sends no reminder when nothing is pending', async () => {
    const admin = await world.administrator()
    const inviter = await world.inviter('MAIL3')
    await world.address(inviter, 41)
    expect(await world.call('/admin_send_reminder', { inviter_id: inviter.id }, admin)).toMatchObject({
      data: { error: 'NOTHING_TO_SETTLE' },
    })
    expect((await world.call('/admin_send_reminder', { inviter_id: 999_999 }, admin)).code).toBe(404)
  })
})

test('invitees who never activate are deleted and no longer counted', async () => {
  const inviter = await world.inviter('MAIL4')
  await world.call('/register', world.registration({ invite_code: 'MAIL4' }))
  expect((await world.call('/inviter_dividends', {}, inviter)).data.total).toBe(1)
  expect((await world.call('/inviter_param', {}, inviter)).data.invited_total).toBe(0)
  await world.pool.query('delete from account where activated_at is null and deleted_at is null')
  expect((await world.call('/inviter_dividends', {}, inviter)).data).toMatchObject({ total: 0, list: [] })
})
