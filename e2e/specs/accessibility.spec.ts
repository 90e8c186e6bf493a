import { ROUTES, type UserInfo, type Who } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { getFindingsInBothThemes, getSeriousFindings } from '../support/accessibility.ts'
import { Operator } from '../support/business.ts'
import { callAs, fetchDevAccounts, logIn, signUp } from '../support/accounts.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { BASE_URL } from '../support/environment.ts'
import { readReadout } from '../support/readout.ts'
import { SITE } from '../support/site-map.ts'
import { expect, test } from '../support/test.ts'
import { NEWCOMER, REGULAR, LOGGED_OUT } from '../support/visitor.ts'
import { navigateTo } from '../support/navigate.ts'

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, { tag: '@long' }, () => {
    test.use({ visitor: { ...REGULAR, theme } })

    test('the order page with its picker, panel and menus, and the 404 page have no serious axe findings', async ({
      page,
      order,
      faults,
    }) => {
      faults.allow(/status of 404/)
      await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
      expect(await getSeriousFindings(page), 'order page').toEqual([])
      await order.symbolButton.click()
      await expect(order.picker).toBeVisible()
      expect(await getSeriousFindings(page), 'symbol picker').toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('i')
      await expect(order.panel).toBeVisible()
      const folded = order.panel.getByRole('button', { expanded: false })
      while (await folded.count()) await folded.first().click()
      expect(await getSeriousFindings(page), 'indicator panel').toEqual([])
      await page.keyboard.press('i')
      await page.keyboard.press('t')
      await expect(order.tape.getByRole('row').first()).toBeVisible()
      expect(await getSeriousFindings(page), 'time and sales').toEqual([])
      await page.keyboard.press('t')
      await page.getByRole('button', { name: /^Data completeness/ }).click()
      await expect(page.getByRole('dialog', { name: 'Data completeness' })).toBeVisible()
      expect(await getSeriousFindings(page), 'completeness').toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Precision / }).click()
      expect(await getSeriousFindings(page), 'precision menu').toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      expect(await getSeriousFindings(page), 'keyboard sheet').toEqual([])

      await page.goto('/no/such/page')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await expect(page).toHaveTitle('Page not found - Flowprint')
      expect(await getSeriousFindings(page), 'page not found').toEqual([])
      await page.getByRole('link', { name: 'Open the order flow chart' }).click()
      await order.waitUntilReady()
    })
  })
}

test.describe('a newcomer', () => {
  test.use({ visitor: { ...NEWCOMER, language: 'en' } })

  test('sees a tour without serious axe findings', { tag: '@long' }, async ({ page, order }) => {
    await order.open()
    await expect(page.getByRole('dialog', { name: 'Chart tour' })).toBeVisible()
    expect(await getSeriousFindings(page)).toEqual([])
  })
})

/** Values of the route parameters. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ':inviteCode': 'direct',
  ':topic': 'footprint',
  ':key': 'read-a-footprint',
}
/** The style guide shows loading and error states on purpose. */
const SHOWS_STATES = '/dev/style'
/** The chart has a separate test; the other two redirect. */
const EXCLUDED_PATHS = ['/order', '/logout', '/manager']

/** Checked by account-pages.spec.ts, in both themes too. */
const PATHS_OF_ACCOUNT_PAGES = SITE.map(({ path }) => path.replace(/\?.*/, ''))

const getPaths = (who: Who) =>
  ROUTES.filter((rule) => rule.kind === 'page' && rule.who === who && !EXCLUDED_PATHS.includes(rule.path))
    .map(({ path }) => path.replaceAll(/:\w+/g, (name) => PARAMETERS[name] ?? name))
    .filter((path) => !PATHS_OF_ACCOUNT_PAGES.includes(path))

/** Navigates through the pages; expects no axe findings in either theme and no layout shifts. */
async function checkPages(page: Page, paths: readonly string[]): Promise<void> {
  await page.goto(paths[0])
  for (const path of paths) {
    if (path !== paths[0]) await navigateTo(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    if (path !== SHOWS_STATES) {
      await expect(
        page
          .locator('#main')
          .getByRole('status')
          .filter({ hasText: /^Loading$/ }),
        path,
      ).toHaveCount(0)
      await expect.soft(page.getByRole('alert').filter({ hasText: 'Retry' }), `${path} loads`).toHaveCount(0)
    }
    expect.soft(await getFindingsInBothThemes(page), path).toEqual([])
  }
  expect(await getLayoutShifts(page)).toEqual([])
}

test.describe('every route', { tag: '@long' }, () => {
  test.describe('for visitors', () => {
    test.use({ visitor: LOGGED_OUT })
    test('public pages have no axe findings in either theme', async ({ page }) => checkPages(page, getPaths('P')))
  })

  test.describe('for roles', () => {
    test.use({ visitor: LOGGED_OUT })
    test('pages of inviters and administrators have no axe findings in either theme', async ({ page, openAs }) => {
      const inviter = await signUp(BASE_URL)
      await (await Operator.create(BASE_URL)).makeInviter(inviter.token)
      const token = await logIn(BASE_URL, inviter)
      const {
        data: { id },
      } = await callAs<UserInfo>(BASE_URL, '/user_info', { body: {}, token })
      const storeToken = (to: Page, value: string) =>
        to.addInitScript((text) => localStorage.setItem('Authorization', text), value)
      await storeToken(page, token)
      await checkPages(page, getPaths('I'))
      const adminPage = await openAs(LOGGED_OUT)
      await storeToken(adminPage, await logIn(BASE_URL, (await fetchDevAccounts(BASE_URL)).admin))
      await checkPages(
        adminPage,
        getPaths('A').map((path) => path.replace(':id', String(id))),
      )

      // The printed list is black on white without controls.
      await adminPage.goto('/manager/order')
      const list = adminPage.getByRole('table').or(adminPage.getByText('No records')).first()
      await expect(list).toBeVisible()
      await adminPage.emulateMedia({ media: 'print' })
      await expect(adminPage.getByRole('button', { name: 'Export CSV' })).toBeHidden()
      await expect(adminPage.locator('[data-header]')).toBeHidden()
      await expect(list).toHaveCSS('color', 'rgb(0, 0, 0)')
    })
  })
})

test('the toolbar is operable by keyboard, in visual order', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await order.symbolButton.focus()
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
  const names: string[] = []
  for (let press = 0; press < 19; press++) {
    await page.keyboard.press('Tab')
    names.push(await focused())
  }
  expect(names).toEqual(
    [
      '5 minutes',
      'Cycle 5m',
      'Precision10',
      'Switch',
      'Indicators',
      'Alerts',
      'Watchlist',
      'Time & sales',
      'Order book ladder (DOM)',
      'Order book heatmap',
      'Volume profiles',
      'Layout',
      'Up and down colours',
      'Copy link',
      'Screenshot',
      'Download',
      'Full screen',
      'Keyboard shortcuts',
      expect.any(String),
    ].map((name) =>
      typeof name === 'string' && name.startsWith('Precision') ? expect.stringMatching(/^Precision/) : name,
    ),
  )

  // Arrow keys select a cycle, Enter on Switch applies, Escape closes a menu and restores the focus.
  await page.getByRole('radio', { name: '5 minutes', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '15 minutes' })).toBeFocused()
  await expect(page.getByRole('radio', { name: '15 minutes' })).toBeChecked()
  await order.switchButton.press('Enter')
  await expect(order.chart).toHaveAccessibleName(/cycle 15m/)
  await order.waitUntilReady()
  const layout = page.getByRole('button', { name: 'Layout' })
  await layout.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Volume and delta' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Cumulative delta (CVD)' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(layout).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
})

test('the order page has no layout shifts while loading and while live', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '15s' })
  const before = await order.getView()
  // Wait for a new bar, because by then every number on the page has changed.
  await expect
    .poll(
      async () => {
        await readReadout(page)
        return (await order.getView()).to
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(before.to)
  expect(await getLayoutShifts(page)).toEqual([])
})
