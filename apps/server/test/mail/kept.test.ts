import { Answer, ClockOffset, Outbox } from '@flowprint/contract'
import { Compile } from 'typebox/compile'
import { afterAll, expect, test } from 'vitest'
import { createKeys } from '../../src/platform/keys/index.ts'
import { createMailQueue } from '../../src/platform/mail/index.ts'
import { appUnderTest, TEST_KEY } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'
import { activation, LINK } from './mail-world.ts'

const database = await testDatabase()
const { app, clock } = await appUnderTest({ pool: database.pool, env: { PRODUCT_NAME: 'Acme' } })
afterAll(async () => {
  await app.close()
  await database.drop()
})

const queueOf = (key: string) => createMailQueue({ keys: createKeys([key]), clock, keep: true })
const list = async () => (await app.inject({ url: '/api/dev/outbox' })).json()

test('without a mail server, mails are stored and shown as they would have been sent, newest first', async () => {
  const queue = queueOf(TEST_KEY)
  await queue.enqueueMail(database.pool, activation())
  await queue.enqueueMail(database.pool, {
    template: 'password_changed',
    to: 'ada@example.com',
    language: 'en',
    dedupeKey: 'p',
    params: { name: 'ada', at: '2026-03-01T23:30:00Z', reset_link: 'https://flow.example/recovery-password' },
  })
  const answer = await list()
  expect(Compile(Answer(Outbox)).Errors(answer)).toEqual([])
  const [newest, oldest] = answer.data.list
  expect(newest).toMatchObject({
    to: 'ada@example.com',
    template: 'password_changed',
    subject: 'Your Acme password was changed',
    links: ['https://flow.example/recovery-password'],
  })
  // The business time zone, eight hours ahead.
  expect(newest.text).toContain('2 Mar 2026, 07:30 (Asia/Shanghai)')
  const trial = {
    template: 'trial_started',
    to: 'zhao@example.com',
    params: { name: 'zhao', days: 7, until: '2026-03-01T23:30:00Z', link: LINK },
  } as const
  await queue.enqueueMail(database.pool, { ...trial, language: 'zh', dedupeKey: 'zh' })
  await queue.enqueueMail(database.pool, { ...trial, language: 'en', dedupeKey: 'en' })
  await queue.enqueueMail(database.pool, {
    ...trial,
    params: { ...trial.params, until: '2026.03.02' },
    language: 'en',
    dedupeKey: 'old',
  })
  const [old, inEnglish, inChinese] = (await list()).data.list
  expect([inChinese.text, inEnglish.text, old.text]).toEqual([
    expect.stringContaining('有效期至 2026.03.02'),
    expect.stringContaining('until 2 Mar 2026'),
    expect.stringContaining('until 2026.03.02'),
  ])
  await database.pool.query("delete from mail_outbox where template = 'trial_started'")
  expect(oldest).toMatchObject({ to: 'li@example.com', language: 'zh', links: [LINK] })
  expect(oldest.html).toContain('<a href="')
})

test('mails encrypted with a lost key are omitted, others are shown', async () => {
  await queueOf('another key, of an installation that is gone').enqueueMail(
    database.pool,
    activation({ dedupeKey: 'lost', to: 'lost@example.com' }),
  )
  const shown = (await list()).data.list.map(({ to }: { to: string }) => to)
  expect(shown).toEqual(['ada@example.com', 'li@example.com'])
})

test('with a mail server, the call does not exist', async () => {
  const other = await appUnderTest({ pool: database.pool, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  expect((await other.app.inject({ url: '/api/dev/outbox' })).statusCode).toBe(404)
  await other.app.close()
})

test('the test clock is moved by its call, which rejects invalid numbers', async () => {
  const move = (payload: object) =>
    app.inject({ method: 'POST', url: '/api/dev/clock', payload }).then((answer) => answer.json())
  const moved = await move({ offset_ms: 86_400_000 })
  expect(Compile(Answer(ClockOffset)).Errors(moved)).toEqual([])
  expect(clock.now() - Date.now()).toBeGreaterThan(86_000_000)
  for (const offset_ms of ['1', null, 1.5, 1e300]) expect((await move({ offset_ms })).code).toBe(400)
  await move({ offset_ms: 0 })
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000)
})
