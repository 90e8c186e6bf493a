import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { logIn } from '../../src/features/accounts/login/log-in.ts'
import { keepParting, useParting } from '../../src/features/accounts/parting.ts'
import { typedEmail } from '../../src/features/accounts/typed-email.ts'
import { CallFailure } from '../../src/shared/http/envelope.ts'
import { setNavigator } from '../../src/shared/navigation.ts'
import { currentToken, dropToken } from '../../src/shared/session/token.ts'
import { useToasts } from '../../src/shared/ui/toasts.ts'
import { stubStorage } from '../browser-storage.ts'
import { speakEnglish } from './words.ts'

const ADA = { email: 'ada@example.com', password: 'secret horse' }
const went: string[] = []
let sent: { path: string; body: unknown; headers: Record<string, string> }[]
let answer: object

beforeAll(speakEnglish)
beforeEach(() => {
  sent = []
  stubStorage({ language: 'en' })
  setNavigator((to) => void went.push(to))
  vi.stubGlobal('fetch', async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    sent.push({ path, body: JSON.parse(body), headers })
    return new Response(JSON.stringify(answer))
  })
})
afterEach(() => {
  dropToken()
  keepParting({})
  setNavigator(null)
  went.length = 0
  useToasts.setState({ list: [] })
  vi.unstubAllGlobals()
})

const toasts = () => useToasts.getState().list.map(({ text }) => text)
const refusal = (code: number | string, error: string, message: string) => ({ code, message, data: { error } })

describe('logging in', () => {
  it('stores the token and clears the notice of the last session', async () => {
    keepParting({ deleteAt: '2026-12-04T00:00:00Z' })
    answer = { code: 200, message: 'OK', data: { token: 'ofs_1', expire_at: '2026-12-20T00:00:00Z' } }
    expect(await logIn(ADA)).toBe(true)
    expect([currentToken(), useParting.getState(), toasts()]).toEqual(['ofs_1', {}, []])
    expect(sent).toMatchObject([{ path: '/api/login', body: ADA }])
  })

  it('reports a cancelled deletion', async () => {
    answer = {
      code: 200,
      message: 'OK',
      data: { token: 'ofs_1', expire_at: '2026-12-20T00:00:00Z', deletion_cancelled: true },
    }
    await logIn(ADA)
    expect(toasts()).toEqual(['Welcome back. Your account deletion has been cancelled'])
  })

  it('returns false without a message when a second factor is required', async () => {
    answer = refusal(428, 'OTP_REQUIRED', 'Please enter the code from your authenticator app')
    expect(await logIn(ADA)).toBe(false)
    expect([currentToken(), toasts()]).toEqual([null, []])
  })

  it.each([
    ['LOGIN_FAILED', 402],
    ['OTP_WRONG', 428],
    ['RATE_LIMITED', 429],
  ])('leaves %s to the form', async (slug, code) => {
    answer = refusal(code, slug, 'No.')
    await expect(logIn(ADA)).rejects.toThrow(CallFailure)
    expect([currentToken(), toasts()]).toEqual([null, []])
  })

  it('redirects an inactive account to the activation mail page with its address', async () => {
    answer = refusal('501', 'NOT_ACTIVATED', 'The account is not activated yet')
    await expect(logIn(ADA)).rejects.toThrow(CallFailure)
    expect([went, toasts(), typedEmail()]).toEqual([
      ['/send-active'],
      ['The account is not activated yet'],
      'ada@example.com',
    ])
  })
})
