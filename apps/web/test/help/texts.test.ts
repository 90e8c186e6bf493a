import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HELP_TOPICS, ruleOf, ROUTES as RULES } from '@flowprint/contract'
import { messages as en } from '@flowprint/messages/en'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { routeAt } from '../../src/app/routes.ts'
import { facts } from '../../src/features/help/examples/facts.ts'
import { figures } from '../../src/features/help/figures/figures.ts'
import { readTopic } from '../../src/features/help/read-topic.ts'
import { GROUPS, neighbours, SLUGS, type Slug } from '../../src/features/help/topics.ts'
import type { FigureKind } from '../../src/shared/figures/indicator-figure.tsx'
import { renderMarkdown } from '../../src/shared/ui/markdown/markdown.tsx'
import { ALL, codeBlocks, sourceOf, topicOf } from './topics.ts'

/** Pictures of the simulated market; the build makes them. */
const MARKET: Readonly<Record<FigureKind, true>> = { poc: true, delta: true, stack: true, zone: true, effort: true }

const figuresOf = (source: string) =>
  codeBlocks(source)
    .filter(({ info }) => info === 'figure')
    .map(({ code }) => code.trim())
const namesIn = (source: string) => [...source.matchAll(/\{\{([\w.]+)\}\}/g)].map(([, name]) => name)
const sectionsOf = (language: 'zh' | 'en', slug: Slug) =>
  topicOf(language, slug)
    .sections.map(({ id }) => id)
    .filter(Boolean)

describe('the texts of the help', () => {
  it('match the site map', () => expect([...HELP_TOPICS].sort()).toEqual([...SLUGS].sort()))

  it.each(ALL)(
    '$name has a title, a summary, words to find it by, and sections whose names are its own',
    ({ language, slug }) => {
      const { title, summary, keywords, sections } = topicOf(language, slug)
      for (const text of [title, summary, keywords]) expect(text.length).toBeGreaterThan(1)
      const ids = sections.map(({ id }) => id).filter(Boolean)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).not.toContain('main')
    },
  )

  it.each(SLUGS)('%s says the same in both languages: sections, pictures, numbers and code', (slug) => {
    expect(sectionsOf('en', slug)).toEqual(sectionsOf('zh', slug))
    const [zh, english] = [sourceOf('zh', slug), sourceOf('en', slug)]
    expect(figuresOf(english)).toEqual(figuresOf(zh))
    expect([...new Set(namesIn(english))].sort()).toEqual([...new Set(namesIn(zh))].sort())
    expect(codeBlocks(english).map(({ info }) => info)).toEqual(codeBlocks(zh).map(({ info }) => info))
  })

  it.each(ALL)('$name names only numbers and pictures that there are', ({ language, slug }) => {
    const source = sourceOf(language, slug)
    expect(namesIn(source).filter((name) => !Object.hasOwn(facts, name))).toEqual([])
    const known = ['keys', ...Object.keys(figures), ...Object.keys(MARKET).map((kind) => `market-${kind}`)]
    expect(figuresOf(source).filter((name) => !known.includes(name))).toEqual([])
  })

  it('include every worked example', () => {
    const shown = new Set(SLUGS.flatMap((slug) => figuresOf(sourceOf('en', slug))))
    expect(Object.keys(figures).filter((name) => !shown.has(name))).toEqual([])
  })

  it('explain every indicator with a formula and a worked example', () => {
    for (const slug of GROUPS.find(({ key }) => key === 'indicators')?.topics ?? []) {
      expect(sectionsOf('en', slug), slug).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(formula|birth)$/), 'example']),
      )
      expect(namesIn(sourceOf('en', slug)).length, slug).toBeGreaterThan(2)
    }
  })

  it('are all in the table of topics', () => {
    for (const language of ['zh', 'en']) {
      const there = readdirSync(
        join(import.meta.dirname, '..', '..', 'src', 'features', 'help', 'texts', language),
      ).map((name) => name.replace('.md', ''))
      expect(there.sort()).toEqual([...SLUGS].sort())
    }
  })

  it('are linked in order from first to last', () => {
    expect(neighbours(SLUGS[0])).toEqual({ before: undefined, after: SLUGS[1] })
    expect(neighbours(SLUGS[SLUGS.length - 1]).after).toBeUndefined()
  })

  it('contain no Chinese in English', () => {
    for (const slug of SLUGS) expect(sourceOf('en', slug), slug).not.toMatch(/\p{Script=Han}/u)
  })
})

describe('as elements of the page', () => {
  it.each(ALL)('$name leaves no marks of Markdown standing, and draws its pictures', ({ language, slug }) => {
    const drawn: string[] = []
    const figure = (name: string) => {
      drawn.push(name)
      return createElement('figure')
    }
    const { sections } = topicOf(language, slug)
    const html = sections
      .map(({ text }) => renderToStaticMarkup(createElement(MemoryRouter, null, renderMarkdown(text, figure).body)))
      .join('')
    const words = html.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '').replace(/<[^>]*>/g, '')
    expect(words).not.toMatch(/\*\*|`|\]\(|^#|\|/m)
    expect(drawn).toEqual(figuresOf(sourceOf(language, slug)))
  })
})

describe('an invalid text is rejected', () => {
  const front = '---\ntitle: T\nsummary: S\n---\n'
  it.each([
    ['without a front matter', 'Text', 'no front matter'],
    ['without a summary', '---\ntitle: T\n---\nText', 'lacks title or summary'],
    ['with a heading that has no name', `${front}## Heading\n`, 'has no id'],
  ])('%s', (_, source, message) => expect(() => readTopic('x', source)).toThrow(message))

  it('a line of code is not a heading', () => {
    expect(readTopic('x', `${front}Text\n\`\`\`\n## not one\n\`\`\`\n`).sections).toHaveLength(1)
  })
})

/** Pages that other parts of the site serve and that the texts may name. */
const isServed = (path: string) =>
  RULES.some(({ kind, path: rule }) => kind !== 'call' && rule === path) || ruleOf('GET', path) !== undefined

describe('links of the help are valid', () => {
  const links = ALL.flatMap(({ language, slug, name }) =>
    [...sourceOf(language, slug).matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => ({ name, language, to })),
  )

  it('the help contains links', () => expect(links.length).toBeGreaterThan(100))

  it.each(links)('$name: $to', ({ language, to }) => {
    const [path, section] = to.split('#')
    const topic = /^\/help\/(.+)$/.exec(path)?.[1]
    if (topic !== undefined) {
      expect(SLUGS).toContain(topic)
      if (section !== undefined) expect(sectionsOf(language, topic as Slug)).toContain(section)
      return
    }
    expect(path.startsWith('/'), 'within this site').toBe(true)
    if (path.startsWith('/api/')) expect(isServed(path)).toBe(true)
    else {
      const route = routeAt(path)
      expect(route, 'a page').toBeDefined()
      expect(en.shell.title[route?.title ?? 'notFound']).not.toBe(en.shell.title.notFound)
    }
  })
})
