import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '@flowprint/orderflow'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/platform/database/index.ts'
import { Program } from '../platform/program.ts'
import { activation, LINK, mailWorld } from './mail-world.ts'
import type { MailWorld } from './mail-world.ts'

const SENDER = fileURLToPath(new URL('doomed-sender.ts', import.meta.url))

let world: MailWorld
beforeEach(async () => {
  world = await mailWorld()
})
afterEach(() => world.close())

const enqueue = (mail = activation()) => world.queue.enqueueMail(world.database.pool, mail)
const statuses = async () => (await world.rows()).map(({ status }) => status)

describe('mail message', () => {
  test('has a UTF-8 subject, plain and HTML parts, and is marked as automatic', async () => {
    await enqueue()
    expect(await world.sender().sendDue()).toBe(1)
    const [mail] = world.inbox.accepted
    expect([mail.from, mail.to]).toEqual(['no-reply@flow.example', ['li@example.com']])
    expect(mail.headers).toMatchObject({
      subject: '激活您的 Flowprint 账号',
      'auto-submitted': 'auto-generated',
      from: 'Flowprint <no-reply@flow.example>',
      to: 'li@example.com',
    })
    expect(mail.headers['content-type']).toMatch(/^multipart\/alternative/)
    for (const form of [mail.text, mail.html]) expect(form).toContain(LINK.replace('&', '&#38;'))
    expect(mail.text).toContain('请在 30 分钟内点击下面的链接激活账号')
    expect(mail.html).toContain('lang="zh"')
    expect(mail.raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true)
  })

  test('has a unique Message-ID that stays the same in every attempt', async () => {
    world.inbox.behave(451)
    await enqueue()
    await enqueue(activation({ dedupeKey: 'activate-2' }))
    await world.sender().sendDue()
    world.inbox.behave('accept')
    world.pass(MINUTE_MS)
    await world.sender().sendDue()
    const ids = world.inbox.accepted.map(({ headers }) => headers['message-id'])
    const stored = (await world.rows()).map(({ message_id }) => `<${message_id}@flow.example>`)
    expect(ids.toSorted()).toEqual(stored.toSorted())
    expect(new Set(ids).size).toBe(2)
    expect(world.inbox.attempts).toBe(4)
  })

  test('escapes names, so that they add no header, recipient or markup', async () => {
    const name = 'x\r\nBcc: evil@example.com\r\n\r\n<script>alert(1)</script><img src=x onerror=alert(1)>'
    await world.queue.enqueueMail(world.database.pool, {
      template: 'reset',
      to: 'li@example.com',
      language: 'en',
      dedupeKey: 'r',
      params: { name, link: LINK, minutes: 30 },
    })
    await world.sender().sendDue()
    const [mail] = world.inbox.accepted
    expect(mail.to).toEqual(['li@example.com'])
    expect(mail.headers).not.toHaveProperty('bcc')
    expect(mail.html).not.toMatch(/<script|<img/)
    expect(mail.html).toContain('&#60;script&#62;')
  })

  test.each([
    'li@example.com, evil@example.com',
    'li@example.com\r\nBcc: evil@example.com',
    '<li@example.com> evil@example.com',
  ])('with a double address (%j) reaches no other recipient', async (to) => {
    await enqueue(activation({ to }))
    await world.sender().sendDue()
    for (const mail of world.inbox.accepted) {
      expect(mail.to).toHaveLength(1)
      expect(mail.to).not.toContain('evil@example.com')
      expect(mail.headers).not.toHaveProperty('bcc')
    }
  })
})

describe('mail server connection', () => {
  test('requires encryption unless the server is this machine', async () => {
    await enqueue()
    // This machine under a name other than localhost.
    await world.sender(world.inbox.url.replace('127.0.0.1', '127.1')).sendDue()
    expect(await world.rows()).toMatchObject([{ status: 'queued', last_error: expect.stringMatching(/STARTTLS|TLS/) }])
    expect(world.inbox.attempts).toBe(0)
  })
})

describe('outbox', () => {
  test('drops a mail when its transaction rolls back', async () => {
    const failing = inTransaction(world.database.pool, async (client) => {
      await world.queue.enqueueMail(client, activation())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await world.sender().sendDue()).toBe(0)
  })

  test('deduplicates mails of the same event', async () => {
    expect(await Promise.all([enqueue(), enqueue(), enqueue()])).toEqual(expect.arrayContaining([true, false, false]))
    await world.sender().sendDue()
    await world.sender().sendDue()
    expect(world.inbox.accepted).toHaveLength(1)
    expect(await enqueue()).toBe(false)
  })

  test('sends every mail once with many concurrent senders', async () => {
    for (let i = 0; i < 60; i++) await enqueue(activation({ dedupeKey: `m${i}`, to: `m${i}@example.com` }))
    const attempts = await Promise.all(Array.from({ length: 4 }, () => world.sender().sendDue()))
    expect(attempts.reduce((sum, count) => sum + count, 0)).toBe(60)
    expect(new Set(world.inbox.accepted.flatMap(({ to }) => to)).size).toBe(60)
    expect(world.inbox.accepted).toHaveLength(60)
  })

  test('encrypts links of pending mails, and deletes them after sending', async () => {
    await enqueue()
    const dump = async () => JSON.stringify(await world.rows())
    expect(await dump()).not.toContain('abcDEF123')
    expect((await world.rows())[0].params).toMatch(/^[\w-]{6}\./)
    await world.sender().sendDue()
    expect((await world.rows())[0]).toMatchObject({ status: 'sent', params: null, attempts: 1, last_error: null })
    expect(await dump()).not.toContain('abcDEF123')
  })

  test('cannot decrypt a mail as that of another event', async () => {
    await enqueue()
    await world.database.pool.query("update mail_outbox set dedupe_key = 'another'")
    await world.sender().sendDue()
    expect(await statuses()).toEqual(['dead'])
    expect(world.inbox.attempts).toBe(0)
  })
})

describe('failing mail', () => {
  test('is retried after 1, 5 and 30 minutes, 2 and 12 hours, then given up', async () => {
    world.inbox.behave(451)
    await enqueue()
    const sender = world.sender()
    await sender.sendDue()
    for (const [minutes, before] of [
      [1, 1],
      [5, 2],
      [30, 3],
      [120, 4],
      [720, 5],
    ]) {
      world.pass(minutes * MINUTE_MS - 1000)
      await sender.sendDue()
      expect([minutes, world.inbox.attempts]).toEqual([minutes, before])
      expect(await statuses()).toEqual(['queued'])
      world.pass(1000)
      await sender.sendDue()
      expect([minutes, world.inbox.attempts]).toEqual([minutes, before + 1])
    }
    const [row] = await world.rows()
    expect(row).toMatchObject({ status: 'dead', attempts: 6, params: null, sent_at: null })
    expect(row.last_error).toContain('rejected by the test')
    world.pass(24 * 60 * MINUTE_MS)
    expect(await sender.sendDue()).toBe(0)
  })

  test('is sent when the server is back, and only once', async () => {
    await enqueue()
    const nowhere = world.sender('smtp://127.0.0.1:1')
    await nowhere.sendDue()
    expect(await world.rows()).toMatchObject([
      { status: 'queued', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') },
    ])
    world.pass(MINUTE_MS)
    await world.sender().sendDue()
    world.pass(60 * MINUTE_MS)
    expect(await world.sender().sendDue()).toBe(0)
    expect(world.inbox.accepted).toHaveLength(1)
  })

  test.each(['recipient', 'message'] as const)(
    'that is rejected permanently at the %s is given up at once',
    async (place) => {
      world.inbox.behave(550, place)
      await enqueue()
      await world.sender().sendDue()
      expect(await world.rows()).toMatchObject([
        { status: 'dead', attempts: 1, last_error: expect.stringContaining('refused for good') },
      ])
    },
  )

  test('is not retried when its link would have expired', async () => {
    world.inbox.behave(451)
    await enqueue(activation({ expiresAt: world.clock.now() + 4 * MINUTE_MS }))
    const sender = world.sender()
    await sender.sendDue()
    world.pass(MINUTE_MS)
    await sender.sendDue()
    expect(await world.rows()).toMatchObject([{ status: 'dead', attempts: 2, params: null }])
  })

  test('is not sent when it waited longer than its link is valid', async () => {
    await enqueue(activation({ expiresAt: world.clock.now() + 30 * MINUTE_MS }))
    world.pass(31 * MINUTE_MS)
    await world.sender().sendDue()
    expect([await statuses(), world.inbox.attempts]).toEqual([['dead'], 0])
  })
})

describe('sender crash', () => {
  const doomed = () => new Program(SENDER, {}, [world.database.url, world.inbox.url])

  test('before the server has the mail leaves it to the next sender', async () => {
    world.inbox.behave('silence')
    await enqueue()
    const program = doomed()
    await world.inbox.waiting()
    await program.kill('SIGKILL')
    expect(await statuses()).toEqual(['sending'])
    world.inbox.behave('accept')
    // The lease protects the mail of a sender that may still be sending.
    expect(await world.sender().sendDue()).toBe(0)
    world.pass(91_000)
    expect(await world.sender().sendDue()).toBe(1)
    expect(await world.rows()).toMatchObject([{ status: 'sent', attempts: 2 }])
    expect(world.inbox.accepted).toHaveLength(1)
  })

  test('after the server accepted it and it was marked sends nothing twice', async () => {
    for (let i = 0; i < 20; i++) await enqueue(activation({ dedupeKey: `m${i}`, to: `m${i}@example.com` }))
    const program = doomed()
    await program.says('done')
    await program.kill('SIGKILL')
    world.pass(91_000)
    expect(await world.sender().sendDue()).toBe(0)
    expect(world.inbox.accepted).toHaveLength(20)
  })

  test('in the last attempt adds no further attempt', async () => {
    await enqueue()
    await world.database.pool.query("update mail_outbox set status = 'sending', attempts = 6")
    world.pass(91_000)
    await world.sender().sendDue()
    expect([await statuses(), world.inbox.attempts]).toEqual([['dead'], 0])
  })
})
