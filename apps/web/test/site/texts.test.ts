import { MAX_CONTACT_NAME_LENGTH, MAX_CONTACT_TEXT_LENGTH, MIN_CONTACT_TEXT_LENGTH } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { readContactWays } from '../../src/features/site/contact/contact-ways.ts'
import { lengthOf, messageRules, sendFault } from '../../src/features/site/contact/message.ts'
import { splitSections } from '../../src/features/site/content/sections.ts'
import { isMissing } from '../../src/features/site/calls.ts'
import { readMediaLinks } from '../../src/features/site/medias/media-links.ts'
import { countItems, readStages } from '../../src/features/site/roadmap/stages.ts'
import { CallFailure } from '../../src/shared/http/envelope.ts'

/** Says the key and what is filled in. */
const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction

describe('a text split by headings', () => {
  it('splits only at second-level headings', () => {
    expect(splitSections('intro\n\n# not\n\n## One *bold* `code`\n\na\n\n### deeper\n\n## Two ##\nb')).toEqual({
      intro: 'intro\n\n# not',
      sections: [
        { title: 'One bold code', text: 'a\n\n### deeper' },
        { title: 'Two', text: 'b' },
      ],
    })
  })

  it('ignores fenced code', () => {
    const { sections } = splitSections('## One\n```\n## no heading\n```\n~~~md\n```\n## none either\n~~~\n## Two')
    expect(sections.map(({ title }) => title)).toEqual(['One', 'Two'])
  })

  it('is all intro without headings', () =>
    expect(splitSections('only words\r\nhere')).toEqual({ intro: 'only words\nhere', sections: [] }))
})

describe('the roadmap', () => {
  const { intro, stages } = readStages(
    'How it goes.\n\n## I · Engine\nExact.\n\n- [x] bars\n- [X] **delta**\n\n## Now\n- [x] a\n- [ ] b\n- plain\n\n## Later\n- [ ] c\n\n## Some day\nwords',
  )

  it('derives the state of each stage from its task list', () => {
    expect(intro).toBe('How it goes.')
    expect(stages.map(({ title, mark, state, done }) => ({ title, mark, state, done }))).toEqual([
      { title: 'Engine', mark: 'I', state: 'done', done: 2 },
      { title: 'Now', mark: '', state: 'now', done: 1 },
      { title: 'Later', mark: '', state: 'planned', done: 0 },
      { title: 'Some day', mark: '', state: 'planned', done: 0 },
    ])
    expect(stages[0].items).toEqual([
      { text: 'bars', done: true },
      { text: '**delta**', done: true },
    ])
  })

  it('keeps other content as text', () =>
    expect(stages.map(({ text }) => text)).toEqual(['Exact.', '- plain', '', 'words']))

  it('counts completed items', () => expect(countItems(stages)).toEqual({ done: 3, total: 5 }))
})

describe('contact addresses', () => {
  it('are parsed one by one with their links', () => {
    expect(
      readContactWays('team@flow.example; https://t.me/flow/\n+86 10 1234，mailto:b@flow.example, team@flow.example'),
    ).toEqual([
      { kind: 'mail', text: 'team@flow.example', href: 'mailto:team@flow.example' },
      { kind: 'link', text: 't.me/flow', href: 'https://t.me/flow/' },
      { kind: 'other', text: '+86 10 1234', href: null },
      { kind: 'mail', text: 'b@flow.example', href: 'mailto:b@flow.example' },
    ])
  })

  it('may be part of a sentence', () => {
    expect(readContactWays('邮箱：team@flow.example\nTelegram: https://t.me/flow')).toEqual([
      { kind: 'mail', text: '邮箱：team@flow.example', href: 'mailto:team@flow.example' },
      { kind: 'link', text: 'Telegram: t.me/flow', href: 'https://t.me/flow' },
    ])
  })

  it('never link to dangerous targets', () => {
    expect(readContactWays('javascript:alert(1)')).toEqual([{ kind: 'other', text: 'javascript:alert(1)', href: null }])
    expect(readContactWays('https:evil')).toMatchObject([{ kind: 'other', href: null }])
  })

  it.each([null, '', ' \n ; '])('%j are none', (contact) => expect(readContactWays(contact)).toEqual([]))
})

describe('a message', () => {
  const faultOf = (name: 'name' | 'email' | 'text', value: string) => {
    const rules = messageRules(t)[name]
    return rules.map((rule) => rule(value, {})).find((fault) => fault !== null) ?? null
  }

  it('requires a name, an address and a text, and reports the violated limit', () => {
    expect(faultOf('name', ' ')).toBe('site.contact.required')
    expect(faultOf('name', '字'.repeat(MAX_CONTACT_NAME_LENGTH))).toBeNull()
    expect(faultOf('name', '字'.repeat(MAX_CONTACT_NAME_LENGTH + 1))).toContain('longName')
    expect(faultOf('email', 'no-at-sign')).toBe('site.contact.badEmail')
    expect(faultOf('email', 'a@b.example')).toBeNull()
    expect(faultOf('text', `  ${'x'.repeat(MIN_CONTACT_TEXT_LENGTH - 1)}  `)).toContain('shortText')
    expect(faultOf('text', 'x'.repeat(MIN_CONTACT_TEXT_LENGTH))).toBeNull()
    expect(faultOf('text', 'x'.repeat(MAX_CONTACT_TEXT_LENGTH + 3))).toContain('"over":3')
  })

  it('counts characters as users do', () => expect(lengthOf(' 👩‍🌾a ')).toBe(4))

  it('maps a rejection to a text of the page', () => {
    const failure = (data: unknown) => new CallFailure('message', '429', 'server words', data)
    expect(sendFault(t, failure({ error: 'RATE_LIMITED', retry_after: 61 }))).toBe('site.contact.limited {"minutes":2}')
    expect(sendFault(t, failure({ error: 'CONTACT_NOT_SET' }))).toBe('site.contact.notSet')
    expect(sendFault(t, failure({ error: 'RATE_LIMITED' }))).toBe('server words')
    expect(sendFault(t, new CallFailure('connection', '', ''))).toBe('errors.connection')
  })
})

describe('an article', () => {
  it('is missing for an unknown key, not when the server does not answer', () => {
    expect(isMissing(new CallFailure('message', '404', 'Not found', { error: 'NOT_FOUND' }))).toBe(true)
    expect(isMissing(new CallFailure('message', '422', 'bad', { error: 'VALIDATION', fields: { key: [] } }))).toBe(true)
    expect(isMissing(new CallFailure('connection', '', ''))).toBe(false)
    expect(isMissing(new Error('x'))).toBe(false)
  })

  it('is listed in the footer by its title, at most two, without dead or dangerous links', () => {
    const articles = [
      { key: 'a', title: 'An article' },
      { key: 'b', title: 'Another' },
    ]
    expect(
      readMediaLinks(
        [
          { key: 'gone', label: 'Gone', url: '' },
          { key: 'bad', label: 'Bad', url: 'javascript:alert(1)' },
          { key: 'b', label: '标题', url: '' },
          { key: 'blog', label: 'Blog', url: 'https://blog.example/' },
          { key: 'a', label: 'A', url: '' },
        ],
        articles,
      ),
    ).toEqual([
      { to: '/medias/b', label: 'Another', outside: false },
      { to: 'https://blog.example/', label: 'Blog', outside: true },
    ])
  })
})
