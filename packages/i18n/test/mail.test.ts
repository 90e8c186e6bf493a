import { describe, expect, it, test } from 'vitest'
import { MAIL_TEMPLATES, renderMail } from '../src/mail/index.ts'
import type { MailParams } from '../src/mail/index.ts'
import { LANGUAGES } from '../src/shape.ts'

const LINK = 'https://flow.example/active?token=abc&x="1"'
const PARAMS: MailParams = {
  activate: { link: LINK, minutes: 30, name: 'li', at: '2026-01-01 00:00' },
  already_registered: {
    name: 'li',
    login_link: 'https://flow.example/login',
    reset_link: 'https://flow.example/recovery-password',
  },
  reset: { name: 'li', link: LINK, minutes: 30 },
  password_changed: { name: 'li', at: '2026-01-01 00:00', reset_link: 'https://flow.example/recovery-password' },
  confirm_email: { link: LINK, minutes: 30 },
  email_changed: { name: 'li', new_email: 'new@example.com', at: '2026-01-01 00:00' },
  order_received: { name: 'li', amount: '199.001', transaction_id: 'b69c51db', link: LINK },
  review_digest: { name: 'li', orders: 3, disputes: 1, waiting: 5, link: LINK },
  became_inviter: { name: 'li', invite_link: 'https://flow.example/create/ABCD2345', link: LINK },
  trial_started: { name: 'li', days: 7, until: '2026.01.08', link: LINK },
  order_passed: { name: 'li', amount: '199.001', until: '2027.01.01', remark: 'Received', link: LINK },
  order_refused: { name: 'li', transaction_id: 'b69c51db', remark: 'Wrong network', link: LINK },
  order_reversed: { name: 'li', transaction_id: 'b69c51db', until: '2026.01.01', remark: 'Refunded', link: LINK },
  membership_ends: { name: 'li', days: 7, until: '2026.01.08', is_trial: false, link: LINK },
  payout_reminder: { name: 'li', amount: '48.50', has_address: false, link: LINK },
  shares_settled: { name: 'li', amount: '48.50', count: 3, settlement_id: 'b69c51db', address: 'TXyz', link: LINK },
  payout_address_changed: { name: 'li', address: 'TXyz', at: '2026-01-01 00:00', hours: 24, link: LINK },
  payment_setting_changed: {
    name: 'li',
    setting: 'receive_address',
    before: 'TAbc',
    after: 'TXyz',
    actor: 'ada',
    at: '2026-01-01 00:00',
    remark: 'New wallet',
    link: LINK,
  },
  alert: {
    name: 'li',
    title: 'BINANCE:BTCUSDT 5m',
    body: 'Volume reached 100 (set to 100)',
    at: '2026-01-01 00:00',
    link: LINK,
  },
  contact: { from_name: 'Ada', from_email: 'ada@example.com', text: 'First line\nsecond line', at: '2026-01-01 00:00' },
}
const cases = LANGUAGES.flatMap((language) => MAIL_TEMPLATES.map((template) => [template, language] as const))

describe.each(cases)('mail %s in %s', (template, language) => {
  const { subject, text, html } = renderMail(template, language, PARAMS[template], 'Acme')

  it('contains every parameter, in its language', () => {
    expect(/\p{Script=Han}/u.test(subject + text)).toBe(language === 'zh')
    for (const [name, value] of Object.entries(PARAMS[template])) {
      if (typeof value !== 'boolean' && name !== 'setting') expect(text).toContain(String(value))
    }
    expect(text).toContain('Acme')
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|\{\{|\[object/)
  })

  it('has text besides the link, and no link in the subject', () => {
    expect(subject).not.toMatch(/https?:|\n/)
    expect(subject.length).toBeLessThan(70)
    expect(text.replaceAll(/https?:\S+/g, '').length).toBeGreaterThan(60)
  })

  it('loads no resources, runs no scripts and links only to its parameters', () => {
    expect(html).not.toMatch(/<(img|script|link|iframe|style|form)|url\(|@import/i)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) =>
      match[1].replaceAll('&#38;', '&').replaceAll('&#34;', '"'),
    )
    for (const link of links) expect(Object.values(PARAMS[template])).toContain(link)
  })
})

describe('a mail to an unverified address', () => {
  it('contains no user input except the user name that the link activates', () => {
    expect(Object.keys(PARAMS.activate).sort()).toEqual(['at', 'link', 'minutes', 'name'])
    expect(Object.keys(PARAMS.confirm_email).sort()).toEqual(['link', 'minutes'])
  })

  it.each(LANGUAGES)('names the user name and the time of the registration and says what to do (%s)', (language) => {
    const { text } = renderMail('activate', language, PARAMS.activate, 'Acme')
    expect(text).toContain(
      language === 'en'
        ? 'Registered username: “li”. Registration time: 2026-01-01 00:00.'
        : '注册的用户名：“li”，注册时间：2026-01-01 00:00。',
    )
    for (const sentence of language === 'en' ? ['register again', 'Forgot password'] : ['重新注册', '忘记密码'])
      expect(text).toContain(sentence)
  })

  it.each(LANGUAGES)('renders without them when queued by an earlier release (%s)', (language) => {
    expect(renderMail('activate', language, { link: LINK, minutes: 30 }, 'Acme').text).not.toMatch(
      /undefined|username: |用户名：/,
    )
  })
})

describe('markup in a parameter', () => {
  it.each(LANGUAGES)('is escaped (%s)', (language) => {
    const { html } = renderMail(
      'reset',
      language,
      { name: '<b onmouseover=x>&"\'', link: 'https://a.example/?"><script>', minutes: 1 },
      '<i>',
    )
    expect(html).not.toMatch(/<b |<script>|<i>/)
    expect(html).toContain('&#60;b onmouseover=x&#62;&#38;&#34;&#39;')
  })
})

test('a contact form mail replies to its author, keeps line breaks and escapes markup', () => {
  const params = {
    from_name: 'Ada <b>',
    from_email: 'ada@example.com',
    text: '<img src=x>\nsecond',
    at: '2026-01-01 00:00',
  }
  const { html, text, replyTo } = renderMail('contact', 'en', params, 'Acme')
  expect(replyTo).toEqual({ name: 'Ada <b>', address: 'ada@example.com' })
  expect(text).toContain('<img src=x>\nsecond')
  expect(html).toContain('&#60;img src=x&#62;<br>second')
  expect(html).not.toMatch(/<img|<b>/)
})
