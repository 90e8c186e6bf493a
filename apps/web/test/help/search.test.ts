import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildIndex, plainText, queryTokens, tokensOf } from '../../src/features/help/search/help-index.ts'
import { highlight } from '../../src/features/help/search/highlight.ts'
import { moved } from '../../src/features/help/search/use-hits.ts'
import { SLUGS } from '../../src/features/help/topics.ts'
import { textsOf } from './topics.ts'

const texts = { zh: textsOf('zh'), en: textsOf('en') }
const [zh, en] = [buildIndex('zh', texts), buildIndex('en', texts)]
const first = (index: typeof zh, query: string) => index.find(query)[0]

describe('tokens of a text', () => {
  it.each([
    ['堆叠失衡', ['堆叠', '叠失', '失衡', '堆', '叠', '失', '衡']],
    ['POC 控制点', ['poc', '控制', '制点', '控', '制', '点']],
    ['at 0.05, bid × ask', ['at', '0.05', 'bid', 'ask']],
    ['ＵＳＤＴ转账', ['usdt', '转账', '转', '账']],
    ['', []],
  ])('%s', (text, tokens) => expect(tokensOf(text)).toEqual(tokens))

  it('of a query are pairs of characters, or a single character', () => {
    expect(queryTokens('失衡')).toEqual(['失衡'])
    expect(queryTokens('衡')).toEqual(['衡'])
    expect(queryTokens('怎么付款USDT')).toEqual(['怎么', '么付', '付款', 'usdt'])
  })

  it('include any two adjacent Chinese characters', () => {
    const han = fc.array(fc.constantFrom(...'成交量买卖失衡堆叠支撑阻力价格'), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(han, fc.nat(), (characters, at) => {
        const i = at % (characters.length - 1)
        const indexed = new Set(tokensOf(characters.join('')))
        for (const token of queryTokens(characters[i] + characters[i + 1])) expect(indexed).toContain(token)
      }),
    )
  })
})

describe('the search', () => {
  it.each([
    ['失衡', 'imbalance'],
    ['堆叠', 'imbalance'],
    ['支撑', 'support-resistance'],
    ['衰竭', 'exhaustion'],
    ['交易哈希', 'payment'],
    ['斜纹', 'faq'],
    ['未完成', 'unfinished-auction'],
    ['快捷键', 'keyboard'],
    ['推送', 'alerts'],
    ['均价', 'vwap'],
    ['爆仓', 'derivatives'],
    ['资金费率', 'derivatives'],
    ['挂单墙', 'walls'],
    ['阶梯', 'ladder'],
  ])('in Chinese: %s leads to %s', (query, slug) =>
    expect(
      zh
        .find(query)
        .slice(0, 3)
        .map((hit) => hit.slug),
    ).toContain(slug),
  )

  it.each([
    ['imbalance', 'imbalance'],
    ['value area', 'value-area'],
    ['imbalanc', 'imbalance'],
    ['absorbtion', 'absorption'],
    ['TRC20', 'payment'],
    ['webhook', 'api'],
    ['stale', 'data-states'],
    ['trend line', 'drawings'],
    ['open interest', 'derivatives'],
    ['liquidations', 'derivatives'],
    ['spoofing', 'walls'],
    ['DOM', 'ladder'],
  ])('in English: %s leads to %s', (query, slug) =>
    expect(
      en
        .find(query)
        .slice(0, 3)
        .map((hit) => hit.slug),
    ).toContain(slug),
  )

  it('finds every topic by its title, in both languages', () => {
    for (const [language, index] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      for (const slug of SLUGS)
        expect(
          index
            .find(texts[language][slug].title)
            .slice(0, 4)
            .map((hit) => hit.slug),
          `${language} ${slug}`,
        ).toContain(slug)
    }
  })

  it('finds text of the other language, titled in the language of the page', () => {
    const foreign = first(zh, 'patient')
    expect(foreign.language).toBe('en')
    expect(foreign.title.map(({ text }) => text).join('')).toMatch(/\p{Script=Han}/u)
  })

  it('returns no results without a match', () => {
    for (const query of ['', '   ', '？！', 'qwertzuiop', '量子纠缠']) expect(zh.find(query), query).toEqual([])
  })

  it('returns existing sections with highlights', () => {
    for (const hit of zh.find('价格'))
      expect(texts.zh[hit.slug].sections.map(({ id }) => id)).toContain(
        hit.section || texts.zh[hit.slug].sections[0].id,
      )
    const hit = first(en, 'imbalance')
    expect([...hit.title, ...hit.heading, ...hit.excerpt].some(({ isHit }) => isHit)).toBe(true)
  })
})

describe('an excerpt', () => {
  const marked = (text: string, terms: string[], length?: number) =>
    highlight(text, terms, length)
      .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
      .join('')

  it.each([
    ['买方堆叠失衡', ['堆叠', '叠失', '失衡'], '买方[堆叠失衡]'],
    ['A stack of four', ['stack'], 'A [stack] of four'],
    ['Unstacked stacks', ['stack'], 'Unstacked [stack]s'],
    ['nothing here', ['else'], 'nothing here'],
    ['失衡', [], '失衡'],
  ])('%s by %j is shown as %s', (text, terms, shown) => expect(marked(text, terms)).toBe(shown))

  it('includes the context of the match', () => {
    const text = `${'a '.repeat(100)}needle${' b'.repeat(100)}`
    expect(marked(text, ['needle'], 40)).toMatch(/^….*\[needle\].*…$/)
  })

  it('preserves the text when split into pieces', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 4 }), (text, terms) => {
        expect(
          highlight(text, terms)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('Markdown without its marks', () => {
  it.each([
    ['**bold** and [a link](/help/poc)', 'bold and a link'],
    ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a b 1 2'],
    ['```figure\nx\n```\nafter', 'after'],
    ['- one\n- two', 'one two'],
  ])('%j', (markdown, text) => expect(plainText(markdown)).toBe(text))
})

describe('arrows in the list', () => {
  it.each([
    ['ArrowDown', 0, 3, 1],
    ['ArrowDown', 2, 3, 0],
    ['ArrowUp', 0, 3, 2],
    ['ArrowUp', 0, 0, null],
    ['a', 0, 3, null],
  ] as const)('%s at %d of %d leads to %s', (key, at, length, to) => expect(moved(key, at, length)).toBe(to))
})
