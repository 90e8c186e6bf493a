import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PICTURE_PATH } from '@flowprint/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { nameProduct, nameProductInMarkdown } from '../../src/modules/content/rules/visible-texts.ts'
import { loadTexts, readText } from '../../src/modules/content/shipped/load-texts.ts'

const HEAD = 'title: Team: us\nsummary: Who we are\ndate: 2026-11-20'
const text = (head = HEAD, body = '# Hello\n') => `---\n${head}\n---\n${body}`

describe('shipped text', () => {
  test('consists of front matter and Markdown', () => {
    const at = Date.UTC(2026, 10, 20)
    expect(readText('a.md', text())).toEqual({
      title: 'Team: us',
      summary: 'Who we are',
      at,
      picture: null,
      markdown: '# Hello\n',
    })
    expect(
      readText('a.md', text(`${HEAD}\npicture: /assets/team.webp`, '\n\nA\n\n---\nB').replaceAll('\n', '\r\n')),
    ).toMatchObject({ picture: '/assets/team.webp', markdown: 'A\n\n---\nB\n' })
  })

  test.each([
    ['no front matter', '# Hello', 'a.md:1'],
    ['unterminated front matter', '---\ntitle: x\n', 'a.md:1'],
    ['an unknown field', text(`${HEAD}\ntilte: x`), 'a.md:5'],
    ['a line without a field', text(`${HEAD}\nhello`), 'a.md:5'],
    ['a duplicate field', text(`${HEAD}\ntitle: x`), 'a.md:5'],
    ['an empty field', text('title:\nsummary: x\ndate: 2026-11-20'), 'a.md:2'],
    ['a missing field', text('title: x\ndate: 2026-11-20'), 'a.md:4'],
    ['a day that does not exist', text('title: x\nsummary: x\ndate: 2026-02-30'), 'a.md:4'],
    ['a title that is too long', text(`title: ${'x'.repeat(121)}\nsummary: x\ndate: 2026-11-20`), 'a.md:2'],
    ['a picture of another site', text(`${HEAD}\npicture: https://x.example/a.png`), 'a.md:5'],
    ['no text', text(HEAD, '\n \n'), 'a.md:6'],
    ['more than 100 kB', text(HEAD, '中'.repeat(33_334)), 'a.md:6'],
  ])('with %s is rejected with its line', (_name, content, place) => {
    expect(() => readText('a.md', content)).toThrow(place)
  })
})

describe('folder of texts', () => {
  const root = mkdtempSync(join(tmpdir(), 'flowprint-texts-'))
  afterAll(() => rmSync(root, { recursive: true }))
  const write = (path: string, content: string | Buffer = text()) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    return join(root, path)
  }

  test('gives every key its kind and language', () => {
    write('zh/pages/team.md')
    write('en/pages/team.md')
    write('en/medias/first-look.md')
    expect(loadTexts(root).map(({ key, kind, language }) => [key, kind, language])).toEqual([
      ['team', 'page', 'zh'],
      ['team', 'page', 'en'],
      ['first-look', 'media', 'en'],
    ])
  })

  test.each([
    ['en/pages/Team Page.md', text(), 'is not named'],
    ['en/pages/notes.txt', text(), 'is not named'],
    ['zh/pages/first-look.md', text(), 'used by a page and by an article'],
    ['zh/medias/broken.md', 'nothing', 'zh/medias/broken.md:1'],
    ['zh/medias/latin.md', Buffer.from(text(HEAD, 'caf\u00e9'), 'latin1'), 'is not UTF-8'],
  ])('with %s prevents the start and reports why', (path, content, why) => {
    const file = write(path, content)
    expect(() => loadTexts(root)).toThrow(why)
    expect(() => loadTexts(root)).toThrow(path.split('/').at(-1))
    rmSync(file)
  })
})

describe('texts of this program', () => {
  const texts = loadTexts()

  test('exist in both languages', () => {
    const keysOf = (language: string) =>
      texts
        .filter((one) => one.language === language)
        .map(({ kind, key }) => `${kind} ${key}`)
        .toSorted()
    expect(keysOf('zh').length).toBeGreaterThan(0)
    expect(keysOf('en')).toEqual(keysOf('zh'))
  })

  test('use the placeholder for the product name, and contain no filler', () => {
    for (const { key, language, title, summary, markdown } of texts) {
      const all = `${title}\n${summary}\n${markdown}`
      expect([key, language, /flowprint|lorem ipsum|to be written/i.exec(all)?.[0] ?? null]).toEqual([
        key,
        language,
        null,
      ])
      expect([key, [...all.matchAll(/\{\{(\w*)\}\}/g)].filter(([, name]) => name !== 'product')]).toEqual([key, []])
      expect([key, /<\/?[a-z][^>]*>/i.exec(markdown)?.[0] ?? null]).toEqual([key, null])
    }
  })
})

test('the product name is escaped in Markdown', () => {
  expect(nameProduct('{{product}} and {{product}}', 'A $& B')).toBe('A $& B and A $& B')
  expect(nameProductInMarkdown('# {{product}}', 'x*[y](javascript:1)_<b>')).toBe(
    '# x\\*\\[y\\](javascript:1)\\_\\<b\\>',
  )
})

test('pictures of texts are served by this site', () => {
  const sha = 'a'.repeat(64)
  const allowed = [
    `/api/pictures/${sha}.png`,
    `/api/pictures/${sha}.webp#1200x675`,
    '/assets/index-Ab_1.jpg',
    '/assets/a/b.webp#9x9',
  ]
  const refused = [
    `/api/pictures/${sha}.svg`,
    `/api/pictures/${sha.toUpperCase()}.png`,
    `/api/pictures/${sha}.png?x`,
    `/api/pictures/${sha}.png#0x9`,
    `/api/pictures/${sha}.png\n`,
    '//evil.example/a.png',
    '/assets/../a.png',
    '/assets/a..png',
    '/assets//a.png',
    'https://x.example/a.png',
    'javascript:1',
    'data:image/png;base64,',
    '/assets/a.svg',
    '',
  ]
  expect(allowed.filter((path) => !new RegExp(PICTURE_PATH).test(path))).toEqual([])
  expect(refused.filter((path) => new RegExp(PICTURE_PATH).test(path))).toEqual([])
})
