import type { Page } from '@playwright/test'
import { getSeriousFindings } from './accessibility.ts'
import { logIn, type Credentials } from './accounts.ts'
import { BASE_URL } from './environment.ts'
import { expect } from './test.ts'
import { hasHan, isKey, findLatinWords, getPageTexts } from './words.ts'

/** Logs in with a new session, which has not re-authenticated yet. */
export async function logInAs(page: Page, admin: Credentials): Promise<void> {
  const token = await logIn(BASE_URL, admin)
  await page.addInitScript(
    (value) => localStorage.getItem('Authorization') ?? localStorage.setItem('Authorization', value),
    token,
  )
}

/** Expects no serious axe findings, no untranslated keys, no text in another language and no horizontal overflow. */
export async function expectCleanPage(page: Page, language: 'zh' | 'en', where: string): Promise<void> {
  expect(await getSeriousFindings(page), where).toEqual([])
  const texts = (await getPageTexts(page)).map((text) =>
    text.replaceAll(
      /\S+@\S+|\btrader-[\w-]+|\b(dev-)?(admin|member)\b|Ada Byron|\S+ (Admin|Member)|[\w-]+…[\w-]+|\b(T[1-9A-HJ-NP-Za-km-z]{33}|[0-9a-f]{64})\b/g,
      '',
    ),
  )
  expect(texts.filter(isKey), where).toEqual([])
  const other = texts.filter((text) =>
    language === 'zh'
      ? findLatinWords(text.replaceAll(/\b(ID|TRC|TRON|https?|USDT|BINANCE|order)\w*/g, '')) !== ''
      : hasHan(text) && text !== '中文',
  )
  expect(other, where).toEqual([])
  expect(
    await page.evaluate(() => document.querySelector('#main')!.scrollWidth - innerWidth),
    `${where} overflows horizontally`,
  ).toBeLessThanOrEqual(0)
}

/** Waits until the page has loaded without an error. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('alert')).toHaveCount(0)
}
