import { MAX_CONTACT_TEXT_LENGTH } from '@flowprint/contract'
import { HOUR_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findMailAddress } from '../../src/modules/content/rules/read-contact.ts'
import { accountWorld } from '../accounts/world.ts'
import type { AccountWorld } from '../accounts/world.ts'
import { mailWorld } from '../mail/mail-world.ts'
import type { MailWorld } from '../mail/mail-world.ts'

const OPERATOR = 'desk@operator.example'

let world: AccountWorld
beforeAll(async () => {
  world = await accountWorld({ env: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.pool.query('delete from mail_outbox')
  await setContact(`Telegram: @desk，邮箱：${OPERATOR}。`)
})

const setContact = (text: string | null) =>
  world.pool.query(
    "insert into site_setting (key, value, valid_from) values ('contact', $1, date_trunc('milliseconds', clock_timestamp()))",
    [JSON.stringify(text)],
  )
let addresses = 0
const elsewhere = () => `198.51.100.${++addresses}`
const MESSAGE = { name: 'Ada Byron', email: 'ada@example.com', text: 'How do I pay from Kraken?' }
const send = (given: Record<string, unknown> = {}, options: { ip?: string; language?: 'zh' | 'en' } = {}) =>
  world.call('/send_contact', { ...MESSAGE, ...given }, { ip: elsewhere(), ...options })

describe('contact message', () => {
  test('is sent to the first mail address of the settings, in the language of the page', async () => {
    expect(
      await send({ name: '  Ada Byron ', email: 'Ada@EXAMPLE.com', text: ' Line one\r\nline two\u0007 ' }),
    ).toMatchObject({ code: 200, data: {} })
    await send({}, { language: 'zh' })
    const mails = await world.mails(OPERATOR)
    expect(mails.map(({ template, language }) => [template, language])).toEqual([
      ['contact', 'en'],
      ['contact', 'zh'],
    ])
    expect(mails[0].params).toMatchObject({
      from_name: 'Ada Byron',
      from_email: 'Ada@example.com',
      text: 'Line one\nline two',
    })
  })

  test('is refused when no address is set, without using up the limit', async () => {
    const ip = elsewhere()
    for (const contact of [null, 'Telegram: @desk']) {
      await setContact(contact)
      for (let i = 0; i < 4; i++) expect((await send({}, { ip })).data.error).toBe('CONTACT_NOT_SET')
    }
    await setContact(OPERATOR)
    expect((await send({}, { ip })).code).toBe(200)
  })

  test('is limited to three per hour and address, not counting invalid forms', async () => {
    const ip = elsewhere()
    for (let i = 0; i < 5; i++) expect((await send({ text: 'x' }, { ip })).code).toBe(400)
    for (let i = 0; i < 3; i++) expect((await send({}, { ip })).code).toBe(200)
    const fourth = await send({}, { ip })
    expect([fourth.status, fourth.data.error, fourth.data.retry_after]).toEqual([
      429,
      'RATE_LIMITED',
      expect.any(Number),
    ])
    expect((await send()).code).toBe(200)
    expect(await world.mails(OPERATOR)).toHaveLength(4)
    world.later(HOUR_MS + 1000)
    expect((await send({}, { ip })).code).toBe(200)
    world.later(0)
  })

  test('is delivered three times for many concurrent requests of one address', async () => {
    const ip = elsewhere()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send({}, { ip })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(await world.mails(OPERATOR)).toHaveLength(3)
  })

  test('with the honeypot field filled returns the same answer and is not sent', async () => {
    const [person, program] = [await send({ website: '' }), await send({ website: 'https://spam.example' })]
    expect(program).toEqual(person)
    expect(await world.mails(OPERATOR)).toHaveLength(1)
    const ip = elsewhere()
    for (let i = 0; i < 3; i++) await send({ website: 'x' }, { ip })
    expect((await send({ website: 'x' }, { ip })).status).toBe(429)
  })

  test('is limited over all addresses, so that the mailbox does not fill', async () => {
    await world.pool.query('delete from rate_hit')
    const codes = (await Promise.all(Array.from({ length: 103 }, (_one, i) => send({}, { ip: `203.0.113.${i}` })))).map(
      ({ code }) => code,
    )
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 429).length]).toEqual([100, 3])
    await world.pool.query('delete from rate_hit')
  })
})

describe('validation', () => {
  test.each([
    ['a name with a line break', { name: 'Ada\r\nBcc: everybody@example.com' }, 'name'],
    ['a name with another line end', { name: 'Ada\u2028Bcc: x' }, 'name'],
    ['no name', { name: ' ' }, 'name'],
    ['a name of 101 letters', { name: 'x'.repeat(101) }, 'name'],
    ['an address with a line break', { email: 'ada@example.com\r\nBcc: everybody@example.com' }, 'email'],
    ['two addresses', { email: 'ada@example.com, eve@example.com' }, 'email'],
    ['an address with a name', { email: 'Ada <ada@example.com>' }, 'email'],
    ['no address', { email: '' }, 'email'],
    ['an address without a host', { email: 'ada' }, 'email'],
    ['a text of nine letters', { text: '  123456789  ' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(MAX_CONTACT_TEXT_LENGTH + 1) }, 'text'],
    ['no text', { text: '' }, 'text'],
    ['a text of another type', { text: 5 }, 'text'],
  ])('%s', async (_name, given, field) => {
    const answer = await send(given)
    expect([answer.code, Object.keys(answer.data.fields)]).toEqual([400, [field]])
    expect(await world.mails(OPERATOR)).toEqual([])
  })

  test('reports all errors at once, each with its field', async () => {
    expect(Object.keys((await send({ name: '', email: '', text: '' })).data.fields)).toEqual(['name', 'email', 'text'])
    expect(Object.keys((await world.call('/send_contact', {}, { ip: elsewhere() })).data.fields)).toEqual([
      'name',
      'email',
      'text',
    ])
  })

  test('measures length in characters as people count them', async () => {
    expect((await send({ text: '😀'.repeat(MAX_CONTACT_TEXT_LENGTH) })).code).toBe(200)
  })
})

describe('sent mail', () => {
  let mail: MailWorld
  beforeAll(async () => {
    mail = await mailWorld()
  })
  afterAll(() => mail.close())
  const contact = (n: number, params: { from_name: string; from_email: string; text: string }) =>
    mail.queue.enqueueMail(mail.database.pool, {
      template: 'contact',
      to: OPERATOR,
      language: 'en',
      dedupeKey: `contact ${n}`,
      params: { ...params, at: '2026-11-20T12:00:00Z' },
    })
  const delivered = async () => {
    const from = mail.inbox.accepted.length
    await mail.sender().sendDue()
    return mail.inbox.accepted.slice(from)
  }

  test('has the visitor as Reply-To and the site as From', async () => {
    await contact(0, { from_name: '李雷, "Ray"', from_email: 'li.lei@example.com', text: 'Line one\nline two <b>' })
    const [received] = await delivered()
    expect(received.to).toEqual([OPERATOR])
    expect(received.headers).toMatchObject({ from: 'Flowprint <no-reply@flow.example>', to: OPERATOR })
    expect(received.headers['reply-to']).toContain('<li.lei@example.com>')
    expect(received.headers['reply-to']).toContain('李雷')
    expect(received.text).toContain('Line one\r\nline two <b>')
    expect(received.html).toContain('line two &#60;b&#62;')
  })

  test('cannot get extra headers or recipients from input, even without validation', async () => {
    let n = 0
    const evil = fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      'Bcc: eve@evil.example',
      'To: eve@evil.example',
      '<eve@evil.example>',
      ',',
      ';',
      '"',
      '\\',
      '(',
      '=?utf-8?Q?=0D=0ABcc:_eve=40evil.example?=',
      'ada',
      '@',
      '.',
      ' ',
      '李',
    )
    const text = fc.array(evil, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, local, body) => {
        await contact(++n, { from_name: name, from_email: `${local}@example.com`, text: body })
        for (const received of await delivered()) {
          expect(received.to).toEqual([OPERATOR])
          expect(Object.keys(received.headers).filter((header) => ['bcc', 'cc'].includes(header))).toEqual([])
          expect([received.headers.to, received.headers.from]).toEqual([OPERATOR, 'Flowprint <no-reply@flow.example>'])
          expect(
            received.raw.slice(0, received.raw.indexOf('\r\n\r\n')).match(/^(to|from|subject|reply-to):/gim),
          ).toHaveLength(4)
        }
      }),
      { numRuns: 25 },
    )
    expect(mail.inbox.accepted.length).toBeGreaterThan(10)
  })
})

test.each([
  ['desk@operator.example', 'desk@operator.example'],
  ['mailto:Desk@Operator.example', 'Desk@operator.example'],
  ['邮箱：desk@operator.example。电报：@desk', 'desk@operator.example'],
  ['<desk@operator.example>, eve@evil.example', 'desk@operator.example'],
  ['Write to desk@operator.example.', 'desk@operator.example'],
  ['https://t.me/desk', null],
  ['@desk', null],
  ['', null],
  [null, null],
])('parses the address in %j as %j', (text, address) => {
  expect(findMailAddress(text)).toBe(address)
})
