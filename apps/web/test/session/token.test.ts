import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToken, dropToken, followToken, keepToken, tokenStore } from '../../src/shared/session/token.ts'
import { stubStorage } from '../browser-storage.ts'

let storage: Record<string, string>

beforeEach(() => {
  storage = stubStorage()
  dropToken()
})
afterEach(() => vi.unstubAllGlobals())

/** The storage event of another tab. */
class OtherTab extends EventTarget {
  readonly #event = (type: string, key: string | null) => Object.assign(new Event(type), { key })
  store(key: string, value: string | null): void {
    if (value === null) delete storage[key]
    else storage[key] = value
    this.dispatchEvent(this.#event('storage', key))
  }
  clear(): void {
    for (const key of Object.keys(storage)) delete storage[key]
    this.dispatchEvent(this.#event('storage', null))
  }
  thaw(): void {
    this.dispatchEvent(this.#event('pageshow', null))
  }
}

describe('the token', () => {
  it('is stored under Authorization', () => {
    keepToken('a')
    expect(storage).toEqual({ Authorization: 'a' })
    keepToken('b')
    expect([storage.Authorization, currentToken()]).toEqual(['b', 'b'])
    dropToken()
    expect([storage.Authorization, currentToken()]).toEqual([undefined, null])
  })

  it('stays in memory when storage is blocked', () => {
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    keepToken('a')
    expect(currentToken()).toBe('a')
  })

  it('follows a login, a replacement and a logout in another tab', () => {
    const other = new OtherTab()
    followToken(other)
    other.store('Authorization', 'theirs')
    expect(currentToken()).toBe('theirs')
    other.store('Authorization', 'rotated')
    expect(currentToken()).toBe('rotated')
    other.store('language', 'en')
    expect(currentToken()).toBe('rotated')
    other.store('Authorization', null)
    expect(currentToken()).toBeNull()
  })

  it('is cleared when the whole storage is cleared', () => {
    const other = new OtherTab()
    followToken(other)
    other.store('Authorization', 'theirs')
    other.clear()
    expect(currentToken()).toBeNull()
  })

  it('is reread when a frozen page resumes', () => {
    const other = new OtherTab()
    followToken(other)
    storage.Authorization = 'replaced'
    expect(currentToken()).toBeNull()
    other.thaw()
    expect(currentToken()).toBe('replaced')
  })

  it('remembers a deliberate logout until the next login', () => {
    keepToken('a')
    dropToken(true)
    expect(tokenStore.getState().left).toBe(true)
    keepToken('b')
    dropToken()
    expect(tokenStore.getState().left).toBe(false)
  })
})
