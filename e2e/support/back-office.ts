import type { Page } from '@playwright/test'
import { seriousFindings } from './accessibility.ts'
import { logIn, type Credentials } from './people.ts'
import { PORT } from './places.ts'
import { expect } from './test.ts'
import { hasHan, isKey, latinRest, pageTexts } from './words.ts'

/** A session of its own: it has not confirmed yet who sits there. */
export async function enter(page: Page, admin: Credentials): Promise<void> {
  const token = await logIn(`http://127.0.0.1:${PORT}`, admin)
  await page.addInitScript(
    (own) => localStorage.getItem('Authorization') ?? localStorage.setItem('Authorization', own),
    token,
  )
}

/** The page as it stands: no serious findings, no key for a sentence, no other language, not wider than the screen. */
export async function look(page: Page, language: 'zh' | 'en', where: string): Promise<void> {
  expect(await seriousFindings(page), where).toEqual([])
  const texts = (await pageTexts(page)).map((text) =>
    text.replaceAll(
      /\S+@\S+|\btrader-[\w-]+|\b(dev-)?(admin|member)\b|Ada Byron|\S+ (Admin|Member)|[\w-]+…[\w-]+|\b(T[1-9A-HJ-NP-Za-km-z]{33}|[0-9a-f]{64})\b/g,
      '',
    ),
  )
  expect(texts.filter(isKey), where).toEqual([])
  const other = texts.filter((text) =>
    language === 'zh'
      ? latinRest(text.replaceAll(/\b(ID|TRC|TRON|https?|USDT|BINANCE|order)\w*/g, '')) !== ''
      : hasHan(text) && text !== '中文',
  )
  expect(other, where).toEqual([])
  expect(
    await page.evaluate(() => document.querySelector('#main')!.scrollWidth - innerWidth),
    `${where} is wider than the screen`,
  ).toBeLessThanOrEqual(0)
}

/** The list is there: neither being read nor failed. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('alert')).toHaveCount(0)
}
