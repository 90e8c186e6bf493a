import type { AdminContentRow } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import {
  hasDraft,
  joinLanguages,
  narrowed,
  publicPath,
  shownOf,
  statesOf,
} from '../../../src/features/admin/content/entries.ts'

const row = (changes: Partial<AdminContentRow>): AdminContentRow => ({
  key: 'team',
  kind: 'page',
  language: 'zh',
  title: 'T',
  version: 0,
  published: true,
  published_version: 0,
  draft: false,
  shipped: true,
  updated_at: '2026-11-01T00:00:00.000Z',
  updated_by: null,
  ...changes,
})

describe('what visitors see', () => {
  it.each([
    ['shipped', {}],
    ['published', { version: 2, published_version: 2 }],
    ['published', { version: 3, published_version: 2, draft: true }],
    ['shipped', { version: 1, published_version: 0, draft: true }],
    ['hidden', { version: 1, published: false, published_version: null, draft: true, shipped: false }],
  ] as const)('is %s', (shown, changes) => expect(shownOf(row(changes))).toBe(shown))

  it('has a draft only when something else is published', () => {
    expect(hasDraft(row({ version: 3, published_version: 2, draft: true }))).toBe(true)
    expect(hasDraft(row({ version: 1, published: false, published_version: null, draft: true }))).toBe(false)
  })
})

describe('the list', () => {
  const entries = joinLanguages([
    row({}),
    row({
      language: 'en',
      title: 'E',
      version: 2,
      published_version: 1,
      draft: true,
      updated_at: '2026-11-03T00:00:00.000Z',
      updated_by: 'Ada',
    }),
    row({ key: 'old', kind: 'media', updated_at: '2026-11-02T00:00:00.000Z' }),
    row({
      key: 'new',
      kind: 'media',
      updated_at: '2026-11-05T00:00:00.000Z',
      published: false,
      published_version: null,
      draft: true,
      version: 1,
    }),
    row({ key: 'contact' }),
  ])

  it('groups by key: pages by key, then articles, newest first', () => {
    expect(entries.map(({ key }) => key)).toEqual(['contact', 'team', 'new', 'old'])
    expect(entries[1].texts.en?.title).toBe('E')
    expect(entries[1].newest.updated_by).toBe('Ada')
    expect(entries[2].texts.en).toBeNull()
  })

  it('filters by kind and by the state of either language', () => {
    expect([...statesOf(entries[1])].toSorted()).toEqual(['draft', 'published', 'shipped'])
    expect(narrowed(entries, { kind: 'media', state: '' }).map(({ key }) => key)).toEqual(['new', 'old'])
    expect(narrowed(entries, { kind: '', state: 'draft' }).map(({ key }) => key)).toEqual(['team'])
    expect(narrowed(entries, { kind: 'page', state: 'missing' }).map(({ key }) => key)).toEqual(['contact'])
    expect(narrowed(entries, { kind: '', state: 'hidden' }).map(({ key }) => key)).toEqual(['new'])
  })

  it('returns the public path of a text', () => {
    expect(publicPath('page', 'roadmap')).toBe('/map-load')
    expect(publicPath('page', 'service-term')).toBe('/others/service-term')
    expect(publicPath('media', 'depth')).toBe('/medias/depth')
  })
})
