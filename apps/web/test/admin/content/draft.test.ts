import { MAX_CONTENT_SUMMARY_LENGTH, MAX_CONTENT_TITLE_LENGTH, MARKDOWN_MAX_BYTES } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import {
  barePictures,
  type Draft,
  draftFaults,
  isSame,
  keepDraft,
  readKept,
  tidy,
} from '../../../src/features/admin/content/draft.ts'
import { stubStorage } from '../../browser-storage.ts'

const draft = (changes: Partial<Draft> = {}): Draft => ({
  title: 'Depth',
  summary: '',
  picture: null,
  markdown: 'Words',
  ...changes,
})

describe('a draft', () => {
  it.each<[string, Partial<Draft>, object]>([
    ['can be saved', {}, {}],
    ['needs a title', { title: ' ' }, { title: 'title' }],
    ['needs a text', { markdown: '\n' }, { markdown: 'text' }],
    ['has a title of so many characters, whatever they weigh', { title: '深'.repeat(MAX_CONTENT_TITLE_LENGTH) }, {}],
    ['has no longer title', { title: 'a'.repeat(MAX_CONTENT_TITLE_LENGTH + 1) }, { title: 'titleLong' }],
    ['has no longer summary', { summary: 'a'.repeat(MAX_CONTENT_SUMMARY_LENGTH + 1) }, { summary: 'summaryLong' }],
    ['has a text of so many bytes', { markdown: 'a'.repeat(MARKDOWN_MAX_BYTES) }, {}],
    ['counts bytes, not characters', { markdown: '深'.repeat(MARKDOWN_MAX_BYTES / 2) }, { markdown: 'textLong' }],
  ])('%s', (_name, changes, faults) => expect(draftFaults(draft(changes), true)).toEqual(faults))

  it('requires no text before publication', () => expect(draftFaults(draft({ markdown: '' }), false)).toEqual({}))

  it('trims its title and removes line breaks from it, but keeps its text', () => {
    expect(tidy(draft({ title: ' a\nb ', summary: 'c\t ', markdown: ' d \n' }))).toEqual(
      draft({ title: 'a b', summary: 'c', markdown: ' d \n' }),
    )
  })

  it('differs when any part differs', () => {
    expect(isSame(draft(), draft())).toBe(true)
    for (const changes of [{ title: 'x' }, { summary: 'x' }, { picture: '/x' }, { markdown: 'x' }])
      expect(isSame(draft(), draft(changes))).toBe(false)
  })

  it('counts images without alt text', () => {
    expect(barePictures('![](/a) ![ ](/b) ![seen](/c) [](/d)')).toBe(2)
  })
})

describe('an unsaved draft', () => {
  it('is restored by author, key and language until discarded', () => {
    stubStorage({}, 'sessionStorage')
    const kept = { draft: draft(), version: 3, at: '2026-11-20T12:00:00.000Z' }
    const place = { writer: 1, key: 'team', language: 'zh' }
    keepDraft(place, kept)
    expect(readKept(place)).toEqual(kept)
    for (const other of [{ writer: 2 }, { key: 'roadmap' }, { language: 'en' }])
      expect(readKept({ ...place, ...other })).toBeNull()
    keepDraft(place, null)
    expect(readKept(place)).toBeNull()
  })

  it.each([
    '',
    'null',
    '[]',
    '{"draft":{"title":1},"version":1,"at":"2026-11-20"}',
    '{"draft":{"title":"","summary":"","markdown":"","picture":null},"version":"1","at":"x"}',
  ])('is not read from %s', (text) => {
    stubStorage({ 'flowprint:content:1:zh:team': text }, 'sessionStorage')
    expect(readKept({ writer: 1, key: 'team', language: 'zh' })).toBeNull()
  })
})
