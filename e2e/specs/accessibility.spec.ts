import { ROUTES, type UserInfo, type Who } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { findingsInBothThemes, seriousFindings } from '../support/accessibility.ts'
import { Operator } from '../support/business.ts'
import { callAs, developmentAccounts, logIn, signUp } from '../support/people.ts'
import { shifts } from '../support/picture.ts'
import { PORT } from '../support/places.ts'
import { readReadout } from '../support/readout.ts'
import { SITE } from '../support/site-map.ts'
import { expect, test } from '../support/test.ts'
import { NEWCOMER, REGULAR, LOGGED_OUT } from '../support/visitor.ts'
import { navigateTo } from '../support/navigate.ts'

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ visitor: { ...REGULAR, theme } })

    test('axe finds nothing serious on the order page, its picker, panel and menus, and the 404 page', async ({
      page,
      order,
      faults,
    }) => {
      faults.allow(/status of 404/)
      await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
      expect(await seriousFindings(page), 'order page').toEqual([])
      await order.symbolButton.click()
      await expect(order.picker).toBeVisible()
      expect(await seriousFindings(page), 'symbol picker').toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('i')
      await expect(order.panel).toBeVisible()
      const folded = order.panel.getByRole('button', { expanded: false })
      while (await folded.count()) await folded.first().click()
      expect(await seriousFindings(page), 'indicator panel').toEqual([])
      await page.keyboard.press('i')
      await page.keyboard.press('t')
      await expect(order.tape.getByRole('row').first()).toBeVisible()
      expect(await seriousFindings(page), 'time and sales').toEqual([])
      await page.keyboard.press('t')
      await page.getByRole('button', { name: /^Completeness of the data/ }).click()
      await expect(page.getByRole('dialog', { name: 'Completeness of the data' })).toBeVisible()
      expect(await seriousFindings(page), 'completeness').toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Precision / }).click()
      expect(await seriousFindings(page), 'precision menu').toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      expect(await seriousFindings(page), 'keyboard sheet').toEqual([])

      await page.goto('/no/such/page')
      await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
      await expect(page).toHaveTitle('Page not found - Flowprint')
      expect(await seriousFindings(page), 'page not found').toEqual([])
      await page.getByRole('link', { name: 'Open the order flow chart' }).click()
      await order.ready()
    })
  })
}

test.describe('a newcomer', () => {
  test.use({ visitor: { ...NEWCOMER, language: 'en' } })

  test('sees a tour without serious findings', async ({ page, order }) => {
    await order.open()
    await expect(page.getByRole('dialog', { name: 'Introduction to the chart' })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })
})

const SUITE = `http://127.0.0.1:${PORT}`
/** Values of the route parameters. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ':inviteCode': 'direct',
  ':topic': 'footprint',
  ':key': 'read-a-footprint',
}
/** The style guide shows loading and error states on purpose. */
const SHOWS_STATES = '/dev/style'
/** The chart has a separate test; the other two redirect. */
const ELSEWHERE = ['/order', '/logout', '/manager']

/** Checked by account-pages.spec.ts, in both themes too. */
const LOOKED_AT = SITE.map(({ path }) => path.replace(/\?.*/, ''))

const pathsOf = (who: Who) =>
  ROUTES.filter((rule) => rule.kind === 'page' && rule.who === who && !ELSEWHERE.includes(rule.path))
    .map(({ path }) => path.replaceAll(/:\w+/g, (name) => PARAMETERS[name] ?? name))
    .filter((path) => !LOOKED_AT.includes(path))

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
    expect.soft(await findingsInBothThemes(page), path).toEqual([])
  }
  expect(await shifts(page)).toEqual([])
}

test.describe('every route has no axe findings in both themes', () => {
  test.describe('for visitors', () => {
    test.use({ visitor: LOGGED_OUT })
    test('public pages outside the account', async ({ page }) => checkPages(page, pathsOf('P')))
  })

  test.describe('for roles', () => {
    test.use({ visitor: LOGGED_OUT })
    test('pages of inviters and administrators', async ({ page, openAs }) => {
      const inviter = await signUp(SUITE)
      await (await Operator.create(SUITE)).makeInviter(inviter.token)
      const token = await logIn(SUITE, inviter)
      const {
        data: { id },
      } = await callAs<UserInfo>(SUITE, '/user_info', { body: {}, token })
      const storeToken = (to: Page, own: string) =>
        to.addInitScript((text) => localStorage.setItem('Authorization', text), own)
      await storeToken(page, token)
      await checkPages(page, pathsOf('I'))
      const adminPage = await openAs(LOGGED_OUT)
      await storeToken(adminPage, await logIn(SUITE, (await developmentAccounts(SUITE)).admin))
      await checkPages(
        adminPage,
        pathsOf('A').map((path) => path.replace(':id', String(id))),
      )

      // Printed, the list is black on white without controls.
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

test('the toolbar works by keyboard alone, in visual order', async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await order.symbolButton.focus()
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
  const names: string[] = []
  for (let press = 0; press < 17; press++) {
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
  await order.ready()
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

test('the page has no layout shifts while loading and while live', async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '15s' })
  const before = await order.view()
  // Wait for a new bar: every number of the page has changed by then.
  await expect
    .poll(
      async () => {
        await readReadout(page)
        return (await order.view()).to
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(before.to)
  expect(await shifts(page)).toEqual([])
})
