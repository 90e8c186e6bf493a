import type { SessionRow } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { AccountPages } from '../support/account-pages.ts'
import { setClockOffset } from '../support/clock.ts'
import { callAs, fetchDevAccounts, logIn, signUp } from '../support/accounts.ts'
import { BASE_URL } from '../support/environment.ts'
import { OrderPage } from '../support/order-page.ts'
import { expect, test } from '../support/test.ts'
import { computeTotpCode } from '../support/totp.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

test.use({ visitor: LOGGED_OUT })

/** Opens a page logged in with an existing token. */
async function openLoggedIn(page: Page, token: string, path: string): Promise<AccountPages> {
  await page.goto('/login')
  await page.evaluate((kept) => localStorage.setItem('Authorization', kept), token)
  await page.goto(path)
  return new AccountPages(page, 'en')
}

for (const [name, button, roles] of [
  ['member', 'Log in as member', []],
  ['administrator', 'Log in as administrator', ['admin']],
] as const) {
  test(
    `logs in the development ${name} with one click and returns to the requested page`,
    { tag: name === 'member' ? [] : '@long' },
    async ({ page, order }) => {
      await page.goto('/order?symbol=DEMO:ETHUSD&cycle=15m')
      await expect(page).toHaveURL(/\/login\?next=/)
      await page.getByRole('button', { name: button }).click()
      await order.waitUntilReady()
      await expect(order.chart).toHaveAccessibleName(/DEMO:ETHUSD, cycle 15m/)
      await expect(
        order.status.locator('[data-state=simulated]'),
        'the simulated market is available at once',
      ).toBeVisible()
      const token = await page.evaluate(() => localStorage.getItem('Authorization') ?? '')
      expect((await callAs<{ role: string[] }>(BASE_URL, '/user_info', { body: {}, token })).data.role).toEqual([
        ...roles,
      ])
    },
  )
}

test(
  'two tabs that rotate the token at the same time stay logged in with the same token',
  { tag: '@long' },
  async ({ page, context }) => {
    const person = await signUp(BASE_URL)
    const first = await openLoggedIn(page, person.token, '/restore-document')
    const second = new AccountPages(await context.newPage(), 'en')
    await second.page.goto('/restore-document')
    const chart = new OrderPage(await context.newPage())
    await chart.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
    for (const [account, name] of [
      [first, 'Grace'],
      [second, 'Hedy'],
    ] as const)
      await account.write({ [account.words.firstName]: name })
    await Promise.all([first, second].map((account) => account.submit(account.words.save).click()))
    for (const account of [first, second]) await account.expectToast(account.words.modified)

    await expect.poll(async () => new Set([await first.storedToken(), await second.storedToken()]).size).toBe(1)
    const token = (await first.storedToken()) ?? ''
    expect(token).not.toBe(person.token)
    expect((await callAs(BASE_URL, '/user_info', { body: {}, token })).code).toBe(200)
    expect((await callAs(BASE_URL, '/user_info', { body: {}, token: person.token })).code, 'calls in progress').toBe(
      200,
    )

    // Save from each tab in turn: neither may use a token that the other has replaced.
    for (const [account, name] of [
      [second, 'Mary'],
      [first, 'Joan'],
    ] as const) {
      await account.page.bringToFront()
      await account.write({ [account.words.firstName]: name })
      await account.submit(account.words.save).click()
      await expect
        .poll(
          async () =>
            (
              await callAs<{ first_name: string }>(BASE_URL, '/user_info', {
                body: {},
                token: (await account.storedToken()) ?? '',
              })
            ).data.first_name,
        )
        .toBe(name)
    }
    // The third tab keeps streaming: the stream is tied to the session, not to its first token.
    await chart.page.bringToFront()
    await expect(chart.status).toContainText('Connected')
    await chart.page.reload()
    await chart.waitUntilReady()

    // Logging out in one tab logs out all of them.
    await first.page.bringToFront()
    await first.logOut()
    // The specification lists this page as public: logged out, it asks for a login.
    await expect(second.page.getByRole('main').getByRole('link', { name: second.words.loginSubmit })).toBeVisible()
    await expect(second.field(second.words.firstName)).toBeHidden()
    await expect(chart.page).toHaveURL(/\/login/)
  },
)

test(
  'ending a session from another device redirects its page to login with a reason and keeps the others',
  { tag: '@long' },
  async ({ page, openAs, faults }) => {
    faults.allow(/status of 401/)
    const person = await signUp(BASE_URL)
    const here = await openLoggedIn(page, person.token, '/setting/security')
    const there = await openAs(LOGGED_OUT)
    const elsewhere = await openLoggedIn(there, await logIn(BASE_URL, person), '/order?symbol=DEMO:BTCUSD&cycle=1m')
    await new OrderPage(there).waitUntilReady()
    await page.reload()
    const rows = page.getByRole('listitem').filter({ hasText: 'Last used' })
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('This device')
    await expect(rows.first().getByRole('button')).toHaveCount(0)

    await rows
      .nth(1)
      .getByRole('button', { name: /^Log out / })
      .click()
    await here.expectToast('Device logged out')
    await expect(rows).toHaveCount(1)
    await expect(page.getByText('No other devices are logged in.')).toBeVisible()
    // Ended by the stream, without interaction on that page.
    await expect(there).toHaveURL(/\/login\?next=/, { timeout: 30_000 })
    await elsewhere.expectToast(elsewhere.words.identityExpired)

    for (let login = 0; login < 3; login++) await logIn(BASE_URL, person)
    await page.reload()
    await expect(rows).toHaveCount(4)
    await page.getByRole('button', { name: 'Log out all other devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out all', exact: true }).click()
    await expect(rows).toHaveCount(1)
    const { data } = await callAs<{ list: SessionRow[] }>(BASE_URL, '/sessions', {
      body: {},
      token: (await here.storedToken()) ?? '',
    })
    expect(data.list.map(({ current }) => current)).toEqual([true])
  },
)

test('two-factor authentication is set up by key, required at login, recovered by a code and switched off', async ({
  page,
  order,
}) => {
  test.setTimeout(120_000)
  // Each code works once, so every later code is taken from the next 30 s step.
  let steps = 0
  const next = (secret: string) => computeTotpCode(secret, Date.now() + 30_000 * Math.min(1, steps++))
  const person = await signUp(BASE_URL)
  const account = await openLoggedIn(page, person.token, '/setting/security')
  const { words } = account
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words.password }).fill('not this one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: words.password }).fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'Two-factor authentication QR code' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Enable two-factor' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(next(secret))
  await dialog.getByRole('button', { name: 'Enable two-factor' }).click()

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(
    (await callAs(BASE_URL, '/user_info', { body: {}, token: person.token })).code,
    'every session has ended',
  ).toBe(401)
  await page.getByRole('button', { name: "I've saved them, log in" }).click()

  const enterCode = async (otp: string, recovery = false) => {
    await account.logIn(person.email, person.password)
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    if (recovery) await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await account.write({ [recovery ? 'Recovery code' : 'Code']: otp })
    await account.submit('Verify').click()
  }
  await enterCode('123456')
  await expect(page.getByRole('alert')).toBeVisible()
  await account.write({ Code: next(secret) })
  await account.submit('Verify').click()
  await order.waitUntilReady()
  await account.logOut()
  await enterCode(codes[3], true)
  await order.waitUntilReady()
  await account.logOut()
  await enterCode(codes[3], true)
  await expect(page.getByRole('alert'), 'a recovery code works once').toBeVisible()
  await account.write({ 'Recovery code': codes[4].toLowerCase().replaceAll('-', ' ') })
  await account.submit('Verify').click()
  await order.waitUntilReady()

  await page.goto('/setting/security')
  await page.getByRole('button', { name: 'Disable two-factor' }).click()
  await dialog.getByRole('textbox', { name: words.password }).fill(person.password)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codes[5])
  await dialog.getByRole('button', { name: 'Disable two-factor' }).click()
  await account.expectToast('Two-factor authentication is off')
  expect(await logIn(BASE_URL, person)).toMatch(/^ofs_/)
})

test('exports the account data and cancels an account deletion on login', async ({ page }) => {
  const person = await signUp(BASE_URL)
  const account = await openLoggedIn(page, person.token, '/setting/security')
  const dialog = page.getByRole('dialog')
  const confirm = async (button: string) => {
    await dialog.getByRole('textbox', { name: account.words.password }).fill(person.password)
    await dialog.getByRole('button', { name: button, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Export data' }).click()
  const downloading = page.waitForEvent('download')
  await confirm('Export data')
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  expect(JSON.stringify(JSON.parse(text))).toContain(person.email)
  expect(text).not.toContain(person.token)

  await page.getByRole('button', { name: 'Delete account' }).click()
  await confirm('Delete my account')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status').filter({ hasText: /will be deleted on .*20\d\d/ })).toBeVisible()
  expect((await callAs(BASE_URL, '/user_info', { body: {}, token: person.token })).code).toBe(401)
  await account.logIn(person.email, person.password)
  await account.expectToast('Your account deletion has been cancelled')
  await expect(page).toHaveURL(/\/order/)
})

test('offers the development accounts only to clients on the same machine', { tag: '@long' }, async ({ request }) => {
  expect((await fetchDevAccounts(BASE_URL)).member.email).toContain('@')
  const foreign: Record<string, string>[] = [{ 'x-forwarded-for': '203.0.113.5' }, { host: 'evil.example' }]
  for (const headers of foreign) {
    for (const path of ['/api/dev/accounts', '/api/dev/outbox'])
      expect((await request.get(path, { headers })).status(), path).toBe(404)
  }
  await expect(setClockOffset(BASE_URL, 0)).resolves.toBeUndefined()
})
