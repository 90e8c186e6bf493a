import { PICTURE_MAX_BYTES } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import { insideAddress } from '../../../src/features/admin/content/entries.ts'
import { edited, picture, shifted } from '../../../src/features/admin/content/markdown-edits.ts'
import {
  isWaiting,
  pictureFault,
  placeOf,
  settleUpload,
  sizeText,
  withoutWaiting,
  wordsOfName,
} from '../../../src/features/admin/content/uploads.ts'

const apply = (text: string, change: ReturnType<typeof settleUpload>) =>
  change === null ? null : edited(text, { ...change, start: 0, end: 0 })

describe('an upload', () => {
  const text = edited('before after', picture({ text: 'before after', start: 6, end: 6 }, 'seen', placeOf(7)))

  it('receives its URL at its placeholder after edits around it', () => {
    expect(isWaiting(text)).toBe(true)
    const written = text.replace('seen', 'what is seen').replace('before', 'long before')
    expect(apply(written, settleUpload(written, 7, '/api/pictures/x.png#2x1'))).toBe(
      'long before\n\n![what is seen](/api/pictures/x.png#2x1)\n\n after',
    )
  })

  it('removes the placeholder on failure', () => {
    expect(apply(text, settleUpload(text, 7, null))).toBe('before\n\n after')
    expect(withoutWaiting(text)).toBe('before\n\n after')
  })

  it('returns null when the placeholder was deleted', () => {
    expect(settleUpload('before after', 7, '/x')).toBeNull()
    expect(settleUpload(text, 70, '/x')).toBeNull()
  })

  it.each([
    [2, 2],
    [5, 5],
    [9, 12],
    [12, 15],
    [7, 11],
  ])('moves a caret at %i to %i', (at, to) => {
    expect(shifted(at, { from: 5, to: 8, insert: '123456' })).toBe(to)
  })
})

describe('a file', () => {
  it.each([
    [null, { type: 'image/png', size: PICTURE_MAX_BYTES }],
    ['size', { type: 'image/webp', size: PICTURE_MAX_BYTES + 1 }],
    ['empty', { type: 'image/jpeg', size: 0 }],
    ['type', { type: 'image/svg+xml', size: 10 }],
    ['type', { type: '', size: 10 }],
  ] as const)('is refused for %s', (fault, file) => expect(pictureFault(file)).toBe(fault))

  it.each([
    ['delta-divergence.png', 'delta divergence'],
    ['成交量剖面.webp', '成交量剖面'],
    ['image.png', ''],
    ['IMG_2041.JPG', ''],
    ['Screenshot 2026-11-20.png', ''],
    ['1234.png', ''],
  ])('%s stands for "%s"', (name, words) => expect(wordsOfName(name)).toBe(words))

  it('formats its size', () => {
    expect([400, 52_300, PICTURE_MAX_BYTES, PICTURE_MAX_BYTES + 1].map(sizeText)).toEqual([
      '1 kB',
      '53 kB',
      '2 MiB',
      '2.01 MiB',
    ])
  })
})

describe('a click on a link', () => {
  const from = 'https://site.example/manager/content?key=team&language=zh'
  const click = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  const anchor = (href: string, target = '') => ({ href, target, hasAttribute: (name: string) => name === 'href' })

  it('navigates to another page of the site or another text', () => {
    expect(insideAddress(anchor('https://site.example/manager/user#a'), click, from)).toBe('/manager/user#a')
    expect(insideAddress(anchor('https://site.example/manager/content?key=team&language=en'), click, from)).toBe(
      '/manager/content?key=team&language=en',
    )
  })

  it.each([
    ['stays on the page', anchor(`${from}#part`), click],
    ['opens another tab', anchor('https://site.example/', '_blank'), click],
    ['opens another tab by a key', anchor('https://site.example/'), { ...click, ctrlKey: true }],
    ['leaves for another site, of which the browser asks', anchor('https://other.example/'), click],
  ])('%s', (_name, link, how) => expect(insideAddress(link, how, from)).toBeNull())
})
