import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession, logOut, replaceToken, signIn } from '../../src/shared/session/session.ts'
import { currentToken, dropToken, tokenStore } from '../../src/shared/session/token.ts'
import { followUser, hasRole, loadUser, mergeUser, useUser } from '../../src/shared/session/user.ts'
import { stubStorage } from '../browser-storage.ts'
import { someUser } from './people.ts'

let storage: Record<string, string>
let calls: { readonly path: string; readonly token: string | undefined }[]
const reload = vi.fn<() => void>()

function server(answer: (path: string, token: string | undefined) => unknown): void {
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    calls.push({ path, token: headers.authorization })
    const body = await answer(path, headers.authorization)
    if (body === null) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(body))
  })
}

const ok = (data: unknown) => ({ code: 200, message: 'OK', data })
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeAll(() => followUser())
beforeEach(() => {
  calls = []
  storage = stubStorage()
  vi.stubGlobal('location', { pathname: '/order', search: '', hash: '', reload })
})
afterEach(() => {
  dropToken()
  vi.unstubAllGlobals()
  reload.mockClear()
})

describe('signing in', () => {
  it('stores the token and loads its user', async () => {
    server(() => ok(someUser()))
    signIn('t')
    expect(useUser.getState().state).toBe('loading')
    await settle()
    expect(storage.Authorization).toBe('t')
    expect(useUser.getState()).toMatchObject({ state: 'ready', user: { username: 'ada' } })
    expect(calls).toEqual([{ path: '/api/user_info', token: 't' }])
  })

  it('measures the clock offset of the server', async () => {
    server(() => ok(someUser({ server_time: new Date(Date.now() + 3_600_000).toISOString() })))
    signIn('t')
    await settle()
    expect(Math.round(useUser.getState().skewMs / 60_000)).toBe(60)
  })

  it('with a replaced token keeps the user and reloads it', async () => {
    server(() => ok(someUser()))
    signIn('t')
    await settle()
    server(() => ok(someUser({ username: 'countess' })))
    replaceToken('u')
    expect(useUser.getState().user?.username).toBe('ada')
    await settle()
    expect(useUser.getState().user?.username).toBe('countess')
    expect(reload).not.toHaveBeenCalled()
  })

  it('as another user loads a new document', async () => {
    server(() => ok(someUser()))
    signIn('t')
    await settle()
    dropToken()
    server(() => ok(someUser({ id: 8 })))
    signIn('u')
    await settle()
    expect(reload).toHaveBeenCalledOnce()
    server(() => ok(someUser()))
    await loadUser()
  })

  it('keeps the token when the server is unreachable, and can retry', async () => {
    server(() => null)
    signIn('t')
    await settle()
    expect([useUser.getState().state, currentToken()]).toEqual(['failed', 't'])
    server(() => ok(someUser()))
    await loadUser()
    expect(useUser.getState().state).toBe('ready')
  })

  it('drops an answer that arrives after a logout', async () => {
    let answer: (body: unknown) => void = () => undefined
    server(() => new Promise((resolve) => (answer = resolve)))
    signIn('t')
    await settle()
    dropToken()
    answer(ok(someUser()))
    await settle()
    expect(useUser.getState()).toMatchObject({ state: 'none', user: null })
  })

  it('merges what a call changed', async () => {
    server(() => ok(someUser({ role: ['inviter'] })))
    signIn('t')
    await settle()
    mergeUser({ theme: 'light' })
    const { user } = useUser.getState()
    expect(user).toMatchObject({ theme: 'light', username: 'ada' })
    expect([hasRole(user, 'inviter'), hasRole(user, 'admin'), hasRole(null, 'admin')]).toEqual([true, false, false])
  })
})

describe('logging out', () => {
  const kept = () =>
    Object.assign(storage, {
      Authorization: 't',
      language: 'en',
      symbolHistory: '[]',
      'flowprint:theme': 'dark',
      'flowprint:tour': 'seen',
      'other:app': '1',
    })

  it('logs out on the server, clears stored data and opens the login page', async () => {
    server(() => ok({}))
    signIn('t')
    await settle()
    kept()
    const opened: string[] = []
    await logOut((address) => void opened.push(address))
    expect(calls.at(-1)).toEqual({ path: '/api/logout', token: 't' })
    expect(storage).toEqual({ language: 'en', 'other:app': '1' })
    expect(opened).toEqual(['/login'])
  })

  describe('in a browser with a push subscription', () => {
    const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
    /** The browser's service worker. */
    const browser = (getSubscription: () => Promise<unknown>) =>
      vi.stubGlobal('navigator', {
        language: 'en',
        serviceWorker: { getRegistration: async () => ({ pushManager: { getSubscription } }) },
      })
    beforeEach(() => void unsubscribe.mockClear())

    it('removes the subscription locally and on the server while the token is valid', async () => {
      server(() => ok({}))
      browser(async () => ({ endpoint: 'https://push.example/1', unsubscribe }))
      signIn('t')
      await settle()
      await logOut(() => undefined)
      expect(calls.slice(-2)).toEqual([
        { path: '/api/delete_push', token: 't' },
        { path: '/api/logout', token: 't' },
      ])
      expect(unsubscribe).toHaveBeenCalledOnce()
    })

    it('removes it locally when the server is unreachable', async () => {
      server(() => null)
      browser(async () => ({ endpoint: 'https://push.example/1', unsubscribe }))
      signIn('t')
      await settle()
      await logOut(() => undefined)
      expect(unsubscribe).toHaveBeenCalledOnce()
      expect(storage.Authorization).toBeUndefined()
    })

    it.each([
      ['has none', async () => null],
      ['refuses to say', () => Promise.reject(new Error('no'))],
    ])('goes on where it %s', async (_what, getSubscription) => {
      server(() => ok({}))
      browser(getSubscription)
      signIn('t')
      await settle()
      await logOut(() => undefined)
      expect(calls.at(-1)?.path).toBe('/api/logout')
      expect(calls.some(({ path }) => path === '/api/delete_push')).toBe(false)
    })
  })

  it('clears stored data when the server is unreachable', async () => {
    server(() => null)
    signIn('t')
    await settle()
    kept()
    await logOut(() => undefined)
    expect(storage).toEqual({ language: 'en', 'other:app': '1' })
  })

  it('endSession signs out deliberately', async () => {
    server(() => ok(someUser()))
    signIn('t')
    await settle()
    kept()
    endSession()
    expect(tokenStore.getState()).toEqual({ token: null, left: true })
    expect(useUser.getState().user).toBeNull()
    expect(storage).toEqual({ language: 'en', 'other:app': '1' })
  })
})
