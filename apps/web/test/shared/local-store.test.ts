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
  it('gives back what was kept', () => {
    const store = memoryStore()
    writeJson('a', { b: 1 }, store)
    expect(readJson('a', store)).toEqual({ b: 1 })
    writeText('a', null, store)
    expect(readText('a', store)).toBeNull()
  })

  it('reads what is no JSON as nothing', () => {
    expect(readJson('a', memoryStore({ a: '{' }))).toBeUndefined()
  })

  it('that is blocked or full neither reads nor throws', () => {
    expect(readText('a', broken)).toBeNull()
    expect(readJson('a', broken)).toBeUndefined()
    expect(() => writeText('a', 'b', broken)).not.toThrow()
  })
})
