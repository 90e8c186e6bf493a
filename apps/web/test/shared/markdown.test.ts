import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { linkTarget, pictureOf } from '../../src/shared/ui/markdown/addresses.ts'
import { renderMarkdown } from '../../src/shared/ui/markdown/markdown.tsx'

function htmlOf(text: string, figure?: (name: string) => ReactNode): string {
  return renderToStaticMarkup(createElement(MemoryRouter, null, renderMarkdown(text, figure).body))
}

const HASH = 'ab'.repeat(32)

describe('a link of a text', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'ftp://a.example',
    'tel:1',
    '//evil.example/x',
    'https://good.example@evil.example',
    'http://good.example:80@evil.example/x',
    'https://:x@evil.example',
    'relative/page',
    '../up',
    'https:evil',
    'mailto:',
    '',
  ])('to %j leads nowhere; its words stay', (address) => {
    for (const text of [`[words](<${address}>)`, `[words][1]\n\n[1]: <${address}>`]) {
      const html = htmlOf(text)
      expect(html).not.toMatch(/<a\b|href|src=/)
      expect(html).toContain('words')
    }
  })

  it.each(['/\\evil.example', '/\t/evil.example', '/\n/evil.example', '\\\\evil.example'])(
    'to %j would be another host to a browser, and is none',
    (address) => {
      expect(linkTarget(address)).toBeNull()
    },
  )

  it('opens pages of this site in the router, other sites without a referrer', () => {
    expect(htmlOf('[chart](/order?symbol=DEMO:BTCUSD#x)')).toContain(
      '<a href="/order?symbol=DEMO:BTCUSD#x" data-discover="true">chart</a>',
    )
    expect(htmlOf('[calls](/api/docs)')).toContain('<a href="/api/docs">calls</a>')
    expect(htmlOf('<https://a.example/b>')).toContain(
      '<a href="https://a.example/b" target="_blank" rel="noreferrer noopener">',
    )
    expect(htmlOf('[write](mailto:a@b.example)')).toContain('href="mailto:a@b.example"')
  })

  it('to a heading matches in any alphabet', () => {
    const { headings } = renderMarkdown('## 退款与撤销\n\n## Refunds & reversals')
    expect(headings.map(({ id }) => id)).toEqual(['s-退款与撤销', 's-refunds-reversals'])
    expect(htmlOf('[a](#退款与撤销)')).toContain('href="#s-退款与撤销"')
    expect(htmlOf('[a](#refunds-reversals)')).toContain('href="#s-refunds-reversals"')
    expect(htmlOf('[a](#%E0%A4%A)')).toContain('href="#s-')
  })

  it('is one of four kinds or rejected', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((end) => `javascript:${end}`),
        ),
        (address) => {
          const kind = linkTarget(address)
          if (kind === 'outside') expect(['http:', 'https:', 'mailto:']).toContain(new URL(address).protocol)
          if (kind === 'page' || kind === 'file')
            expect(new URL(address, 'https://own.example').origin).toBe('https://own.example')
        },
      ),
    )
  })
})

describe('a picture of a text', () => {
  it('is limited to this site, reserves its size and loads lazily', () => {
    const html = htmlOf(`![An hour](/api/pictures/${HASH}.png#1200x675 "The caption")`)
    expect(html).toContain(
      `<img src="/api/pictures/${HASH}.png" alt="An hour" width="1200" height="675" loading="lazy" decoding="async"/>`,
    )
    expect(html).toContain('The caption')
    expect(pictureOf(`/api/pictures/${HASH}.webp`)).toEqual({
      src: `/api/pictures/${HASH}.webp`,
      width: 1600,
      height: 900,
    })
    expect(pictureOf(`/api/pictures/${HASH}.webp#0x7`)).toMatchObject({ width: 1600 })
  })

  it.each([
    'https://evil.example/pixel.png',
    '//evil.example/pixel.png',
    'data:image/png;base64,AAAA',
    `/api/pictures/${HASH}.svg`,
    '/api/pictures/../logout',
    '/api/settings',
    `/api/pictures/${HASH}.png?x`,
    '/assets/../api/x.png',
    'javascript:alert(1)',
  ])('from %s is not shown; the words for it are', (address) => {
    const html = htmlOf(`![words](<${address}>)`)
    expect(html).not.toContain('<img')
    expect(html).toContain('words')
  })
})

describe('HTML in a text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    'a <b onclick="x()">b</b>',
    '<style>body{display:none}</style>',
    '<svg><script>1</script></svg>',
    '<!-- note -->',
    '<details><summary>x</summary></details>',
  ])('%s stays text', (text) => {
    const html = htmlOf(text)
    expect(html).not.toMatch(/<(script|img|iframe|a|b|style|svg|details|summary|!--)\b/)
    expect(html).toContain('&lt;')
  })

  it('never becomes an element or an attribute', () => {
    const piece = fc.constantFrom(
      '<script>',
      '</p>',
      '<img src=x onerror=y>',
      '[a](',
      'javascript:x',
      ')',
      '![',
      '](',
      '"',
      '`',
      '\n',
      '\n\n',
      '|',
      '---',
      '> ',
      '- ',
      '# ',
      '*',
      '&lt;',
      '<!--',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const html = htmlOf(pieces.join(''))
        // `[a](</p>)` is a link to the path /p.
        expect(html).not.toMatch(/<script|<img|<[a-z][^>]*\son\w+=|href="(?!#s-|\/p")/)
      }),
    )
  })
})

describe('a text', () => {
  it('renders tables inside lists and quotes, each scrolling separately', () => {
    const table = (indent: string) => ['| a | b |', '|---|--:|', '| 1 | 2 |'].map((line) => indent + line).join('\n')
    const html = htmlOf(
      `> ${table('').replaceAll('\n', '\n> ')}\n\n- item\n\n${table('  ')}\n\n| a |\n|---|\n| \\| x \\| |`,
    )
    expect(html.match(/<div class="[^"]*" tabindex="0"><table>/g)).toHaveLength(3)
    expect(html).toContain('<td>| x |</td>')
    expect(html).toContain('style="text-align:right"')
  })

  it('gives every heading a unique id and reserves h1 for the page', () => {
    const { headings } = renderMarkdown('# Top\n\n## Main\n\n### `Main` *again*\n\n## Main\n\n## !!!')
    expect(headings).toEqual([
      { id: 's-top', text: 'Top', depth: 2 },
      { id: 's-main', text: 'Main', depth: 2 },
      { id: 's-main-again', text: 'Main again', depth: 3 },
      { id: 's-main-2', text: 'Main', depth: 2 },
      { id: 's-part', text: '!!!', depth: 2 },
    ])
    expect(htmlOf('# Top')).toContain('<h2 id="s-top">Top</h2>')
  })

  it('renders read-only task lists', () => {
    const html = htmlOf('- [x] done\n- [ ] open')
    expect(html).not.toContain('<input')
    expect(html.match(/aria-hidden="true"/g)).toHaveLength(2)
  })

  it('marks footnotes by symbols instead of the labels of the parser', () => {
    const html = htmlOf('a[^1]\n\n[^1]: b')
    expect(html).not.toMatch(/Footnotes|Back to/)
    expect(html).toContain('href="#s-fn-1"')
    expect(html).toContain('id="s-fn-1"')
  })

  it('takes figures from the page by name; an unknown one stays text', () => {
    const figure = (name: string) => (name === 'delta' ? createElement('figure', null, 'drawn') : null)
    expect(htmlOf('```figure\ndelta\n```', figure)).toContain('<figure>drawn</figure>')
    expect(htmlOf('```figure\nnone\n```', figure)).toContain('none')
    expect(htmlOf('```js\nfigure\n```', figure)).toContain('<pre')
  })

  it('renders hundreds of nested quotes and open brackets', () => {
    expect(htmlOf('>'.repeat(200) + ' deep')).toContain('deep')
    expect(htmlOf('['.repeat(500))).toContain('[')
    expect(htmlOf('*a_ '.repeat(500))).toContain('a')
  })
})
