import type { DevAccounts } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { AccountPages } from '../support/account-pages.ts'
import { Operator, createAddress, createTransactionId } from '../support/business.ts'
import { runCommand } from '../support/commands.ts'
import { callAs, fetchDevAccounts, logIn, signUp } from '../support/accounts.ts'
import { DATA_DIR, BASE_URL } from '../support/environment.ts'
import { SITE } from '../support/site-map.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR, LOGGED_OUT } from '../support/visitor.ts'

const header = (page: Page) => page.locator('[data-header]')
const headerWords = async (page: Page) =>
  (await header(page).locator('a:visible, button:visible').allInnerTexts()).map((text) => text.trim()).filter(Boolean)

const SETTINGS = [
  'Order centre',
  'Modify profile',
  'Change password',
  'Change e-mail',
  'Change language',
  'Switch theme',
  'Security',
]
const getSettings = async (page: Page) => {
  // For administrators the label ends with the number of pending orders.
  await page.getByRole('button', { name: /^Settings/ }).hover()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  return (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0])
}

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, { tag: language === 'zh' ? '@long' : [] }, () => {
    test.use({ visitor: { ...REGULAR, language } })

    test('every page has its title and no footer', async ({ page, faults }) => {
      faults.allow(/status of 404/)
      for (const place of SITE) {
        // The login page redirects logged-in users.
        if (place.path === '/login') continue
        await page.goto(place.path)
        await expect(page, place.path).toHaveTitle(`${place[language]} - Flowprint`)
        await expect(page.getByRole('contentinfo'), place.path).toHaveCount(0)
      }
    })
  })
}

test.describe('a visitor', () => {
  test.use({ visitor: LOGGED_OUT })

  test('sees only home, login, create account and the language in the header', async ({ page }) => {
    await page.goto('/login')
    await expect(page).toHaveTitle('Login - Flowprint')
    expect(await headerWords(page)).toEqual(['Flowprint', 'Home', 'Login', 'Create account'])
    await expect(page.getByRole('button', { name: 'Language' })).toBeVisible()
    await header(page).getByRole('link', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/create\/direct$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('is redirected from protected pages to login and back after login', async ({ page, order }) => {
    const guarded = SITE.filter(({ auth }) => auth)
    expect(guarded.length).toBeGreaterThan(5)
    for (const { path } of guarded) {
      await page.goto(path)
      await expect(page).toHaveURL(path === '/logout' ? '/login' : `/login?next=${encodeURIComponent(path)}`)
    }
    await page.goto('/setting/theme?from=mail')
    await page.getByRole('button', { name: 'Log in as member' }).click()
    await expect(page).toHaveURL('/setting/theme?from=mail')
    // `next` must not redirect to another site.
    await page.goto('/logout')
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.goto('/login?next=//evil.example/')
    await page.getByRole('button', { name: 'Log in as member' }).click()
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/order/)
    await order.waitUntilReady()
  })

  test('opens public pages without a rejected API call', { tag: '@long' }, async ({ page, faults }) => {
    faults.allow(/status of 404/)
    const refused: string[] = []
    page.on('response', (response) => {
      if ([401, 403, 429].includes(response.status())) refused.push(response.url())
    })
    for (const { path, en, auth } of SITE) {
      if (auth) continue
      await page.goto(path)
      await expect(page).toHaveTitle(`${en} - Flowprint`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(refused).toEqual([])
  })
})

test.describe('the header of a logged-in user', () => {
  test.use({ visitor: { ...LOGGED_OUT } })

  let accounts: DevAccounts
  test.beforeAll(async () => {
    accounts = await fetchDevAccounts(BASE_URL)
  })

  const openLoggedIn = async (page: Page, token: string) => {
    await page.goto('/change-language')
    await page.evaluate((kept) => localStorage.setItem('Authorization', kept), token)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Settings/ })).toBeVisible()
  }

  test(
    'shows the chart, the membership, the settings in order, and logout with a confirmation',
    { tag: '@long' },
    async ({ page }) => {
      await openLoggedIn(page, await logIn(BASE_URL, accounts.member))
      await expect(page.locator('[data-membership]')).toHaveText(/^20\d\d\.\d\d\.\d\d$/)
      const [brand, order, workspace, scanner, membership, settings, logout] = await headerWords(page)
      expect([brand, order, workspace, scanner, settings, logout]).toEqual([
        'Flowprint',
        'Order flow',
        'Workspace',
        'Scanner',
        'Settings',
        'Logout',
      ])
      expect(membership).toMatch(/^20/)
      expect(await getSettings(page)).toEqual(SETTINGS)
      await page.getByRole('menuitem', { name: 'Security' }).click()
      await expect(page).toHaveURL(/\/setting\/security$/)

      await header(page).getByRole('button', { name: 'Logout' }).click()
      const question = page.getByRole('dialog', { name: 'Logout' })
      await expect(question.getByRole('button', { name: 'Log out' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(page).toHaveURL(/\/setting\/security$/)
      await page.goto('/logout')
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(/\/order/)
    },
  )

  test('shows the pages of a role only to that role', { tag: '@long' }, async ({ page, faults }) => {
    faults.allow(/status of 404/)
    await openLoggedIn(page, await logIn(BASE_URL, accounts.admin))
    expect(await getSettings(page)).toEqual([...SETTINGS, 'Management'])
    await page.goto('/promotion-progress')
    await expect(page).toHaveTitle('Page not found - Flowprint')
    await page.evaluate((token) => localStorage.setItem('Authorization', token), await logIn(BASE_URL, accounts.member))
    for (const path of ['/manager', '/manager/user', '/manager/dividend-detail/1', '/promotion-progress']) {
      await page.goto(path)
      await expect(page, path).toHaveTitle('Page not found - Flowprint')
    }
  })

  test('shows administrators the number of pending orders', { tag: '@long' }, async ({ page }) => {
    const person = await signUp(BASE_URL)
    await (await Operator.create(BASE_URL)).openPayment()
    const claim = { network_type: 'TRC20', payment_address: createAddress(), transaction_id: createTransactionId() }
    expect((await callAs(BASE_URL, '/submit_order', { body: claim, token: person.token })).code).toBe(200)
    await openLoggedIn(page, await logIn(BASE_URL, accounts.admin))
    await expect(header(page).locator('[data-badge]:visible')).toHaveText(/^\d+\+?\s*Orders pending review: \d+$/)
    await page.getByRole('button', { name: /^Settings/ }).hover()
    await expect(page.getByRole('menuitem', { name: /^Management/ }).locator('[data-badge]')).toBeVisible()
    await openLoggedIn(page, await logIn(BASE_URL, accounts.member))
    await expect(page.locator('[data-badge]')).toHaveCount(0)
  })

  test('asks to renew a membership within a second of expiry', { tag: '@long' }, async ({ page }) => {
    const person = await signUp(BASE_URL)
    await openLoggedIn(page, person.token)
    const indicator = page.locator('[data-membership]')
    await expect(indicator).toHaveText('expired, please renew')
    expect((await runCommand('admin', DATA_DIR, ['grant-days', '--email', person.email, '--days', '1'])).code).toBe(0)
    await page.reload()
    await expect(indicator).toHaveText(/^20/)
    await page.clock.install()
    await page.reload()
    await expect(indicator).toHaveText(/^20/)
    await page.clock.runFor(24 * 3_600_000)
    await expect(indicator).toHaveText('expired, please renew')
    await indicator.click()
    await expect(page).toHaveURL(/\/activate$/)
  })
})

test('a 403 response redirects to /401', { tag: '@long' }, async ({ page, order, faults }) => {
  faults.allow(/status of 403/)
  await page.route('**/api/sessions', (route) =>
    route.fulfill({ status: 403, json: { code: 403, message: 'No', detail: 'No', data: { error: 'FORBIDDEN' } } }),
  )
  await page.goto('/setting/security')
  await expect(page).toHaveURL(/\/401$/)
  await expect(page.getByRole('heading', { level: 1, name: 'No permission' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the order flow chart' }).click()
  await order.waitUntilReady()
})

test(
  'logs out on an error containing Token, redirects 501 to the activation mail, shows other errors as a toast',
  { tag: '@long' },
  async ({ page, faults }) => {
    faults.allow(/status of 5\d\d/)
    const { words } = new AccountPages(page, 'en')
    const mockResponse = (status: number, body: object) =>
      page.route('**/api/reset_name', (route) => route.fulfill({ status, json: body }))
    const save = async () => {
      await page.goto('/restore-document')
      await page.getByRole('button', { name: words.save }).click()
    }
    const expectText = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await mockResponse(200, { code: 7, message: 'The name is not allowed' })
    await save()
    await expectText('The name is not allowed')
    await page.unroute('**/api/reset_name')
    await mockResponse(200, { code: 7, message: '' })
    await save()
    await expectText('backend interface 7 error')
    await page.unroute('**/api/reset_name')
    await mockResponse(503, {})
    await save()
    await expectText('backend interface 503 error')
    await page.unroute('**/api/reset_name')
    await mockResponse(200, { code: '501', message: 'The account is not activated yet' })
    await save()
    await expect(page).toHaveURL(/\/send-active$/)
    await page.unroute('**/api/reset_name')
    await mockResponse(200, { code: 9, message: 'Token is invalid' })
    await save()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('Authorization'))).toBeNull()
  },
)

test(
  'a page opens scrolled to the top with focus inside, and the skip link moves focus to the content',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 420 })
    await page.goto('/setting/security')
    await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible()
    await page.getByRole('heading', { name: 'Delete account' }).scrollIntoViewIfNeeded()
    const top = () =>
      page.locator('main').evaluate((main) => main.scrollTop + (document.scrollingElement?.scrollTop ?? 0))
    expect(await top()).toBeGreaterThan(0)
    await header(page)
      .getByRole('link', { name: /^Membership/ })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open membership')
    expect(await top()).toBe(0)
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => document.activeElement?.closest('header') === null),
      'focus does not return to the header',
    ).toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open membership')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  },
)
