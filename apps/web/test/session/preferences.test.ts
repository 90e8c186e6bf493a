import { messages as en } from '@flowprint/i18n/en'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { followPreferences, setLanguage, setTheme } from '../../src/shared/session/preferences.ts'
import { dropToken, keepToken } from '../../src/shared/session/token.ts'
import { useUser } from '../../src/shared/session/user.ts'
import { useAppearance } from '../../src/shared/theme/appearance.ts'
import { useToasts } from '../../src/shared/ui/toasts.ts'
import { stubStorage } from '../browser-storage.ts'
import { someUser } from './people.ts'

let storage: Record<string, string>
let sent: [string, unknown][]
let answer: unknown

beforeAll(async () => {
  await i18next.init({ lng: 'en', defaultNS: 'web', resources: { en: { web: en } } })
  followPreferences()
})
beforeEach(() => {
  sent = []
  answer = { code: 200, message: 'OK', data: {} }
  storage = stubStorage({ language: 'en' })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return new Response(JSON.stringify(answer))
  })
})
afterEach(() => {
  dropToken()
  useUser.setState({ user: null })
  useToasts.setState({ list: [] })
  vi.unstubAllGlobals()
})

const theme = () => useAppearance.getState().theme

describe('the theme', () => {
  it('of a visitor is stored in the browser', async () => {
    await setTheme('light')
    expect([theme(), storage['flowprint:theme'], sent]).toEqual(['light', 'light', []])
  })

  it('is applied immediately and saved with the account', async () => {
    keepToken('t')
    useUser.setState({ user: someUser() })
    const saved = setTheme('light')
    expect(theme()).toBe('light')
    await saved
    expect(sent).toEqual([['/api/reset_theme', { theme: 'light' }]])
    expect(useUser.getState().user?.theme).toBe('light')
  })

  it('is kept when saving fails, with an error', async () => {
    keepToken('t')
    answer = { code: 500, message: 'not now' }
    await setTheme('light')
    expect([theme(), useToasts.getState().list.map(({ text }) => text)]).toEqual(['light', ['not now']])
  })

  it('following the system is specific to the device', async () => {
    keepToken('t')
    await setTheme(null)
    expect([storage['flowprint:theme'], sent]).toEqual(['system', []])
  })

  it('of the account is applied at login', async () => {
    await setTheme('dark')
    useUser.setState({ user: someUser({ theme: 'light' }) })
    expect(theme()).toBe('light')
  })

  it('of the account does not override a device that follows its system', async () => {
    await setTheme(null)
    const before = theme()
    useUser.setState({ user: someUser({ theme: before === 'dark' ? 'light' : 'dark' }) })
    expect(theme()).toBe(before)
  })
})

describe('the language', () => {
  it('changes immediately and is saved with the account', async () => {
    keepToken('t')
    await setLanguage('en')
    expect([storage.language, i18next.language, sent]).toEqual([
      'en',
      'en',
      [['/api/reset_language', { language: 'en' }]],
    ])
  })

  it('of the account is applied only to a browser without a choice', async () => {
    await setLanguage('zh')
    useUser.setState({ user: someUser({ language: 'en' }) })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(i18next.language).toBe('zh')
    useUser.setState({ user: null })
    delete storage.language
    useUser.setState({ user: someUser({ language: 'en' }) })
    await vi.waitFor(() => expect(i18next.language).toBe('en'), { timeout: 10_000 })
  })
})
