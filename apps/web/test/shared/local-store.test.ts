import { describe, expect, it } from 'vitest'
import { readJson, readText, writeJson, writeText } from '../../src/shared/local-store.ts'
import { memoryStore } from '../memory-store.ts'

const broken = {
  getItem: () => {
    throw new Error('blocked')
  },
  setItem: () => {
    throw new Error('full')
  },
  removeItem: () => {
    throw new Error('blocked')
  },
}

describe('local storage', () => {
  it('returns stored values', () => {
    const store = memoryStore()
    writeJson('a', { b: 1 }, store)
    expect(readJson('a', store)).toEqual({ b: 1 })
    writeText('a', null, store)
    expect(readText('a', store)).toBeNull()
  })

  it('returns undefined for invalid JSON', () => {
    expect(readJson('a', memoryStore({ a: '{' }))).toBeUndefined()
  })

  it('neither reads nor throws when blocked or full', () => {
    expect(readText('a', broken)).toBeNull()
    expect(readJson('a', broken)).toBeUndefined()
    expect(() => writeText('a', 'b', broken)).not.toThrow()
  })
})
