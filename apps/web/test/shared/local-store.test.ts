import { afterEach, describe, expect, it, vi } from 'vitest'
import { readJson, readText, writeJson, writeText } from '../../src/shared/local-store.ts'
import { stubStorage } from '../browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

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
    stubStorage()
    writeJson('a', { b: 1 })
    expect(readJson('a')).toEqual({ b: 1 })
    writeText('a', null)
    expect(readText('a')).toBeNull()
  })

  it('returns undefined for invalid JSON', () => {
    stubStorage({ a: '{' })
    expect(readJson('a')).toBeUndefined()
  })

  it('neither reads nor throws when blocked or full', () => {
    vi.stubGlobal('localStorage', broken)
    expect(readText('a')).toBeNull()
    expect(readJson('a')).toBeUndefined()
    expect(() => writeText('a', 'b')).not.toThrow()
  })
})
