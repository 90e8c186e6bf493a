import type { Page } from '@playwright/test'
import { getSeriousFindings } from '../support/accessibility.ts'
import { AccountPages } from '../support/account-pages.ts'
import { callAs, logIn, signUp, type Person } from '../support/accounts.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { BASE_URL } from '../support/environment.ts'
import { SITE } from '../support/site-map.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR, LOGGED_OUT } from '../support/visitor.ts'
import { navigateTo } from '../support/navigate.ts'
import { hasHan, isKey, findLatinWords, getPageTexts } from '../support/words.ts'

/** Every page is checked in Chinese with the light theme and in English with the dark one. */
const VARIANTS = [
  { language: 'zh', theme: 'light', asking: ['退出其他所有设备', '设置两步验证', '导出数据', '注销账号'] },
  {
    language: 'en',
    theme: 'dark',
    asking: ['Log out all other devices', 'Set up two-factor authentication', 'Export data', 'Delete account'],
  },
] as const

const INVITE = 'KL7Q2M'
const PAGES = SITE.filter(({ path }) => path !== '/order')

/** Waits for the page's heading (or dialog) and until nothing is loading. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'))).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /…$/ })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

/** Removes names, addresses, paths and mail template names, which are not translated. */
function withoutNames(text: string, names: readonly string[]): string {
  const rest = text.replaceAll(/\S+@\S+/g, '')
  return names
    .reduce((left, name) => left.replaceAll(name, ''), rest)
    .replaceAll(/\b(activate|reset|[a-z]+(_[a-z]+)+)\b|\/[\w/-]+/g, '')
}

function expectWords(texts: readonly string[], language: 'zh' | 'en', names: readonly string[], where: string): void {
  // Mails in the outbox are shown as sent, in their own language.
  const translated = texts.filter((text) => !text.includes('\n-- \n')).map((text) => withoutNames(text, names))
  expect(translated.filter(isKey), `${where}: i18n keys`).toEqual([])
  if (language === 'zh')
    expect(
      translated.filter((text) => findLatinWords(text) !== ''),
      `${where}: texts that are not Chinese`,
    ).toEqual([])
  else
    expect(
      translated.filter((text) => hasHan(text) && text !== '中文'),
      `${where}: texts that are not English`,
    ).toEqual([])
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, visitor: LOGGED_OUT })

  for (const path of [
    '/login',
    '/create/direct',
    '/send-active',
    '/recovery-password',
    '/change-password?token=none',
  ]) {
    test(`the form of ${path} starts directly below the header`, { tag: '@long' }, async ({ page }) => {
      await page.goto(path)
      const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
      const header = (await page.getByRole('banner').boundingBox())!
      expect(title.y - (header.y + header.height)).toBeLessThanOrEqual(24)
    })
  }
})

for (const { language, theme, asking } of VARIANTS) {
  test.describe(`in ${language}, ${theme}`, { tag: '@long' }, () => {
    test.use({ visitor: { ...LOGGED_OUT, language, theme } })

    let person: Person
    test.beforeAll(async () => {
      person = await signUp(BASE_URL)
      await logIn(BASE_URL, person)
      await callAs(BASE_URL, '/reset_email', {
        body: { email: `pending-${person.email}`, password: person.password },
        token: person.token,
      })
    })
    const names = () => [person.username, 'Ada', 'Byron', 'node', INVITE]

    for (const signedIn of [false, true]) {
      test(`pages ${signedIn ? 'logged in' : 'logged out'} have no serious axe findings or layout shifts and are fully translated`, async ({
        page,
      }) => {
        test.setTimeout(120_000)
        await page.goto('/login')
        if (signedIn)
          await page.evaluate((token) => localStorage.setItem('Authorization', token), await logIn(BASE_URL, person))
        const places = PAGES.filter(
          ({ path, auth }) => path !== '/no-such-page' && (signedIn ? path !== '/login' : auth !== true),
        )
        for (const { path, auth } of places) {
          // A direct load of a public page renders logged out at first, so navigate to it instead.
          if (signedIn && auth !== true && path !== places[0].path) await navigateTo(page, path)
          else await page.goto(path)
          await waitUntilLoaded(page)
          expect(await getLayoutShifts(page), `${path} has layout shifts`).toEqual([])
          expect(await getSeriousFindings(page), path).toEqual([])
          expectWords(await getPageTexts(page), language, names(), `${path} ${auth ?? ''}`)
        }
      })
    }

    test('invalid forms, dialogs and menus have no serious axe findings and are fully translated', async ({ page }) => {
      test.setTimeout(120_000)
      const account = new AccountPages(page, language)
      const { words } = account
      const expectCleanPage = async (where: string) => {
        expect(await getSeriousFindings(page), where).toEqual([])
        expectWords(await getPageTexts(page), language, names(), where)
      }
      await page.goto(`/create/${INVITE}`)
      await account.write({
        [words.username]: 'spaces are not allowed',
        [words.email]: 'invalid@',
        [words.password]: '12345',
        [words.confirmPassword]: '123456',
      })
      await account.submit(words.createSubmit).click()
      await expect(page.getByText(words.passwordsDiffer)).toBeVisible()
      await account.write({ [words.password]: 'correct horse battery staple' })
      await expectCleanPage('/create with faults')
      await page.goto('/login')
      await account.logIn('unknown@example.com', 'wrong wrong wrong')
      await expect(page.getByText(words.loginFailed)).toBeVisible()
      await expectCleanPage('/login refused')

      await page.evaluate((token) => localStorage.setItem('Authorization', token), await logIn(BASE_URL, person))
      for (const path of ['/restore-password', '/restore-email', '/restore-document']) {
        await page.goto(path)
        await waitUntilLoaded(page)
        for (const field of await page.locator('main input:visible').all()) await field.fill('')
        await page.locator('main form button[type=submit]').click()
        await expect(page.getByRole('alert').first()).toBeVisible()
        await expectCleanPage(`${path} with faults`)
      }
      await page.goto('/setting/security')
      await waitUntilLoaded(page)
      for (const name of asking) {
        const button = page.getByRole('main').getByRole('button', { name, exact: true })
        const dialog = page.getByRole('dialog')
        await button.click()
        await expect(dialog).toBeVisible()
        await expectCleanPage(`dialog of ${name}`)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(button, 'the focus is restored').toBeFocused()
      }
      await page.getByRole('button', { name: words.settings, exact: true }).click()
      await expectCleanPage('settings menu')
      await page.keyboard.press('Escape')
      await page.locator('[data-header]').getByRole('button', { name: words.logout, exact: true }).click()
      await expectCleanPage('question before logout')
    })
  })
}

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    visitor: { ...REGULAR, account: 'new' },
  })

  test('no page scrolls horizontally, and tap targets have the minimum size', { tag: '@long' }, async ({ page }) => {
    const [first, ...others] = PAGES.map(({ path }) => path).filter(
      (path) => path !== '/login' && path !== '/no-such-page',
    )
    await page.goto(first)
    for (const path of [first, ...others]) {
      if (path !== first) await navigateTo(page, path)
      await waitUntilLoaded(page)
      expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth), path).toBe(0)
      const small = await page
        .locator('main button:visible, main input:not([type=radio]):visible')
        .evaluateAll((elements) =>
          elements
            .map((element) => ({
              name: element.outerHTML.slice(0, 80),
              height: element.getBoundingClientRect().height,
            }))
            .filter(({ height }) => height < 24),
        )
      expect(small, path).toEqual([])
    }
  })

  test('every menu entry is reachable, and logging out asks for confirmation', { tag: '@long' }, async ({ page }) => {
    await page.goto('/change-language')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const entries = page.getByRole('menuitem')
    await expect(entries).toHaveText([
      'Order flow',
      'Workspace',
      'Scanner',
      'Order centre',
      'Modify profile',
      'Change password',
      'Change e-mail',
      'Change language',
      'Switch theme',
      'Security',
      'Logout',
    ])
    for (const entry of await entries.all()) await expect(entry).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Help', exact: true }).tap()
    await expect(entries).toHaveText([
      'Help',
      /^Find a command/,
      'Service terms',
      'Development route',
      'Donate',
      'Our team',
      'Contact us',
      'Media',
    ])
    for (const entry of await entries.all()) await expect(entry).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Logout' }).tap()
    await expect(page.getByRole('dialog', { name: 'Logout' })).toBeInViewport()
  })
})
