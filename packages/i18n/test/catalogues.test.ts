import { describe, expect, it } from 'vitest'
import { accounts as enAccounts } from '../src/en/accounts.ts'
import { alerts as enAlerts } from '../src/en/alerts.ts'
import { api as enApi } from '../src/en/api.ts'
import { cycles as enCycles } from '../src/en/cycles.ts'
import { help as enHelp } from '../src/en/help.ts'
import { messages as en } from '../src/en/index.ts'
import { signals as enSignals } from '../src/en/signals.ts'
import { site as enSite } from '../src/en/site.ts'
import { style as enStyle } from '../src/en/style.ts'
import { tour as enTour } from '../src/en/tour.ts'
import { vwap as enVwap } from '../src/en/vwap.ts'
import { accounts as zhAccounts } from '../src/zh/accounts.ts'
import { alerts as zhAlerts } from '../src/zh/alerts.ts'
import { api as zhApi } from '../src/zh/api.ts'
import { cycles as zhCycles } from '../src/zh/cycles.ts'
import { help as zhHelp } from '../src/zh/help.ts'
import { messages as zh } from '../src/zh/index.ts'
import { signals as zhSignals } from '../src/zh/signals.ts'
import { site as zhSite } from '../src/zh/site.ts'
import { style as zhStyle } from '../src/zh/style.ts'
import { tour as zhTour } from '../src/zh/tour.ts'
import { vwap as zhVwap } from '../src/zh/vwap.ts'

type Tree = { readonly [key: string]: string | Tree }

/** Texts of a catalogue by dotted key. */
function flatten(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value)
    else for (const [inner, text] of flatten(value, `${path}${key}.`)) found.set(inner, text)
  }
  return found
}

const placeholders = (text: string) => [...text.matchAll(/\{\{?(\w+)\}?\}/g)].map((match) => match[1]).sort()

describe('catalogues', () => {
  const chinese = flatten({
    ...zh,
    accounts: zhAccounts,
    alerts: zhAlerts,
    cycles: zhCycles,
    help: zhHelp,
    signals: zhSignals,
    site: zhSite,
    style: zhStyle,
    tour: zhTour,
    vwap: zhVwap,
    api: zhApi,
  })
  const english = flatten({
    ...en,
    accounts: enAccounts,
    alerts: enAlerts,
    cycles: enCycles,
    help: enHelp,
    signals: enSignals,
    site: enSite,
    style: enStyle,
    tour: enTour,
    vwap: enVwap,
    api: enApi,
  })

  it('are not empty', () => expect(chinese.size).toBeGreaterThan(150))

  it('have the same keys in every language', () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort())
  })

  it('have no empty text', () => {
    for (const [key, text] of [...chinese, ...english]) expect(text.trim(), key).not.toBe('')
  })

  it('have the same placeholders in every language', () => {
    for (const [key, text] of chinese) expect(placeholders(english.get(key) ?? ''), key).toEqual(placeholders(text))
  })

  it('have no Chinese in English, except language names', () => {
    for (const [key, text] of english) {
      if (!key.includes('languageName')) expect(text, key).not.toMatch(/\p{Script=Han}/u)
    }
  })

  it('are translated in Chinese, except for short terms', () => {
    for (const [key, text] of chinese) {
      const words = text.replace(/\{\{?\w+\}?\}/g, '').match(/[A-Za-z]{3,}/g) ?? []
      const hasHan = /\p{Script=Han}/u.test(text)
      expect(hasHan || words.length <= 2, `${key}: ${text}`).toBe(true)
    }
  })

  // Clients log out on an error that contains Token (specification section 8).
  it('have no Token in an error message', () => {
    for (const [key, text] of [...chinese, ...english])
      if (/^(api|errors)\./.test(key)) expect(text, key).not.toContain('Token')
  })
})
