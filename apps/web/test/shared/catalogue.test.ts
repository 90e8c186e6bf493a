import { ERROR_SLUGS, ERRORS, ROUTES, type CallName } from '@flowprint/contract'
import { messages as en } from '@flowprint/i18n/en'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, needsToken } from '../../src/shared/http/call.ts'
import { CallFailure } from '../../src/shared/http/envelope.ts'
import { setNavigator } from '../../src/shared/navigation.ts'
import { currentToken, dropToken, keepToken } from '../../src/shared/session/token.ts'
import { useToasts } from '../../src/shared/ui/toasts.ts'
import { stubStorage } from '../browser-storage.ts'

const went: string[] = []
const sent: { readonly path: string; readonly headers: Record<string, string> }[] = []

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    defaultNS: 'web',
    resources: { en: { web: en } },
    interpolation: { escapeValue: false },
  })
})

beforeEach(() => {
  vi.useFakeTimers()
  stubStorage()
  vi.stubGlobal('location', { pathname: '/setting/security', search: '', hash: '' })
  setNavigator((to) => void went.push(to))
  keepToken('mine')
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setNavigator(null)
  went.length = 0
  sent.length = 0
})

type Answer = (path: string) => Promise<Response>

function server(answer: Answer): void {
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path, headers })
    return answer(path)
  })
}

const json =
  (body: unknown, status = 200): Answer =>
  async () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const toasts = () => useToasts.getState().list.map(({ text }) => text)

/** How the application handled a failed call. */
async function reaction(options?: { readonly toast: boolean }) {
  const failure = await call('POST /sessions', { ...options }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallFailure)
  return { toasts: toasts(), went: [...went], token: currentToken() }
}

const stays = { went: [], token: 'mine' }

describe('a success', () => {
  it.each([200, '200', 0, 1])('of code %j answers its data and says nothing', async (code) => {
    server(json({ code, message: 'OK', data: { list: [] } }))
    await expect(call('POST /sessions')).resolves.toEqual({ list: [] })
    expect({ toasts: toasts(), went, token: currentToken() }).toEqual({ toasts: [], ...stays })
  })
})

describe('a failure inside an HTTP success', () => {
  it.each<[string, unknown, Awaited<ReturnType<typeof reaction>>]>([
    [
      '401 says that the identity has expired and forgets the token',
      { code: 401, message: 'no' },
      { toasts: ['login identity has expired, please log in again'], went: [], token: null },
    ],
    [
      '401 as text too',
      { code: '401', message: 'no' },
      { toasts: ['login identity has expired, please log in again'], went: [], token: null },
    ],
    ['403 goes to /401', { code: 403, message: 'no right' }, { toasts: [], went: ['/401'], token: 'mine' }],
    [
      '501 shows its message and goes to SendActive',
      { code: '501', message: 'not activated' },
      { toasts: ['not activated'], went: ['/send-active'], token: 'mine' },
    ],
    [
      'a message that names the Token logs out',
      { code: 400, message: 'Token is invalid' },
      { toasts: [], went: ['/login'], token: null },
    ],
    [
      'a message that speaks of a token otherwise is only said',
      { code: 400, message: 'no token here' },
      { toasts: ['no token here'], ...stays },
    ],
    ['any other message is said', { code: 409, message: 'taken' }, { toasts: ['taken'], ...stays }],
    [
      'a code without words is named',
      { code: 409, message: '' },
      { toasts: ['backend interface 409 error'], ...stays },
    ],
    [
      'an unknown code without words is named',
      { code: 'E_ODD' },
      { toasts: ['backend interface E_ODD error'], ...stays },
    ],
    ['2 is no success', { code: 2, message: 'nearly' }, { toasts: ['nearly'], ...stays }],
    ['true is no success', { code: true, message: 'nearly' }, { toasts: ['nearly'], ...stays }],
  ])('%s', async (_title, body, expected) => {
    server(json(body))
    expect(await reaction()).toEqual(expected)
  })
})

describe('an HTTP error', () => {
  it.each<[string, Answer, Awaited<ReturnType<typeof reaction>>]>([
    [
      'with a body speaks by its detail',
      json({ code: 400, message: 'short', detail: 'in detail' }, 400),
      { toasts: ['in detail'], ...stays },
    ],
    ['with a detail alone too', json({ detail: 'in detail' }, 422), { toasts: ['in detail'], ...stays }],
    [
      'with a success inside counts by its status',
      json({ code: 200, data: {} }, 500),
      { toasts: ['backend interface 500 error'], ...stays },
    ],
    [
      '401 forgets the token',
      json({ code: 401, detail: 'x' }, 401),
      { toasts: ['login identity has expired, please log in again'], went: [], token: null },
    ],
    [
      '401 of a proxy, without an envelope, forgets it too',
      json({}, 401),
      { toasts: ['login identity has expired, please log in again'], went: [], token: null },
    ],
    ['403 goes to /401', json({ code: 403, detail: 'x' }, 403), { toasts: [], went: ['/401'], token: 'mine' }],
    [
      'whose detail names the Token logs out',
      json({ detail: 'Token expired' }, 400),
      { toasts: [], went: ['/login'], token: null },
    ],
    [
      'without a body names its status',
      async () => new Response(null, { status: 502 }),
      { toasts: ['backend interface 502 error'], ...stays },
    ],
    [
      'with a page instead of a body names its status',
      async () => new Response('<html>', { status: 504 }),
      { toasts: ['backend interface 504 error'], ...stays },
    ],
    [
      'that never arrived is a connection error',
      async () => Promise.reject(new TypeError('Failed to fetch')),
      { toasts: ['backend connection error'], ...stays },
    ],
    [
      'that was aborted is unknown',
      async () => Promise.reject(new DOMException('late', 'TimeoutError')),
      { toasts: ['backend unknown error'], ...stays },
    ],
    [
      'that is none of these is unknown',
      async () => new Response('[1]', { status: 200 }),
      { toasts: ['backend unknown error'], ...stays },
    ],
  ])('%s', async (_title, answer, expected) => {
    server(answer)
    expect(await reaction()).toEqual(expected)
  })

  it('reports a timeout', async () => {
    vi.useRealTimers()
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    await expect(call('POST /sessions', { timeoutMs: 5 })).rejects.toMatchObject({
      kind: 'timeout',
    })
    expect(toasts()).toEqual(['backend request timeout'])
    useToasts.setState({ list: [] })
    vi.useFakeTimers()
  })
})

describe('each error of the catalogue', () => {
  it.each(ERROR_SLUGS)('%s does what its code asks for', async (slug) => {
    const { code, http } = ERRORS[slug]
    const message = `words of ${slug}`
    server(json({ code, message, detail: message, data: { error: slug } }, http))
    const { toasts: said, went: led, token } = await reaction()
    const expired = code === 401
    expect(token).toBe(expired ? null : 'mine')
    expect(led).toEqual(code === 403 ? ['/401'] : code === '501' ? ['/send-active'] : [])
    expect(said).toEqual(code === 403 ? [] : [expired ? 'login identity has expired, please log in again' : message])
  })
})

describe('a toast', () => {
  it('does not stack the same message and disappears after 3000 ms', async () => {
    server(json({ code: 409, message: 'taken' }))
    await reaction()
    await reaction()
    expect(toasts()).toEqual(['taken'])
    vi.advanceTimersByTime(2999)
    expect(toasts()).toEqual(['taken'])
    vi.advanceTimersByTime(1)
    expect(toasts()).toEqual([])
  })

  it('shows different messages together', async () => {
    server(json({ code: 409, message: 'taken' }))
    await reaction()
    server(json({ code: 409, message: 'changed' }))
    await reaction()
    expect(toasts()).toEqual(['taken', 'changed'])
  })

  it('is suppressed for a page that shows ordinary failures itself', async () => {
    server(json({ code: 400, message: 'wrong' }))
    expect(await reaction({ toast: false })).toEqual({ toasts: [], ...stays })
    server(json({ code: 401, message: 'wrong' }))
    expect(await reaction({ toast: false })).toMatchObject({ token: null })
  })
})

describe('identity of a call', () => {
  it('includes language and token, but no token for settings, login and menus', async () => {
    server(json({ code: 200, data: {} }))
    await call('POST /sessions')
    await call('POST /settings')
    await call('POST /login', { body: { email: '', password: '' } })
    await call('GET /menus')
    expect(sent.map(({ path, headers }) => [path, headers.authorization, headers.language])).toEqual([
      ['/api/sessions', 'mine', 'zh'],
      ['/api/settings', undefined, 'zh'],
      ['/api/login', undefined, 'zh'],
      ['/api/menus', undefined, 'zh'],
    ])
  })

  it('redirects to login without sending when there is no token', async () => {
    dropToken()
    server(json({ code: 200, data: {} }))
    expect(await reaction()).toEqual({ toasts: [], went: ['/login?next=%2Fsetting%2Fsecurity'], token: null })
    expect(sent).toEqual([])
  })

  it('sends public calls without a token', async () => {
    dropToken()
    server(json({ code: 200, data: {} }))
    await call('POST /invitation', { body: { code: '' } })
    await call('GET /active', { query: { token: 'x' } })
    expect(sent.map(({ path }) => path)).toEqual(['/api/invitation', '/api/active?token=x'])
  })

  it('repeats a call with the token that replaced its own', async () => {
    server(async () => {
      const isOld = sent.at(-1)?.headers.authorization === 'mine'
      keepToken('newer')
      return json(isOld ? { code: 401 } : { code: 200, data: 'yes' })('')
    })
    await expect(call('POST /sessions')).resolves.toBe('yes')
    expect(currentToken()).toBe('newer')
    expect(toasts()).toEqual([])
  })

  it.each(ROUTES.filter(({ kind }) => kind === 'call').map(({ method, path, who }) => [method, path, who] as const))(
    '%s %s is for visitors exactly as the server has it (%s)',
    (method, path, who) => {
      const name = path.slice('/api'.length)
      // Not called by the pages: machine clients and the API description.
      if (who === 'M' || name.startsWith('/docs') || name === '/stream') return
      expect(needsToken(`${method} ${name}` as CallName)).toBe(who !== 'P')
    },
  )
})
