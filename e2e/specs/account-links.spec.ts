import { MINUTE_MS } from '@flowprint/orderflow'
import type { Page } from '@playwright/test'
import { AccountPages } from '../support/account-pages.ts'
import { setClockOffset } from '../support/clock.ts'
import { SpecServer } from '../support/spec-server.ts'
import {
  callAs,
  fetchMailLink,
  logIn,
  fetchNewestMail,
  signUp,
  createCredentials,
  type Person,
} from '../support/accounts.ts'
import { SPEC_PORT } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

// A separate server, because these tests move its clock.
const server = new SpecServer('links', SPEC_PORT, { DEMO: '0' })

test.use({ baseURL: server.url, visitor: LOGGED_OUT })
test.beforeAll(() => server.start({ empty: true }))
test.afterAll(() => server.stop())
test.afterEach(() => setClockOffset(server.url, 0))

/** Registers without activating; returns the activation link of the mail. */
async function register(): Promise<{ link: string; email: string; password: string }> {
  const { username, email, password } = createCredentials()
  const names = { first_name: 'Ada', last_name: 'Byron' }
  await callAs(server.url, '/register', { body: { username, email, password, confirm_password: password, ...names } })
  return { email, password, link: await fetchMailLink(server.url, email, 'activate') }
}

const canLogIn = (person: { email: string; password: string }) =>
  logIn(server.url, person).then(
    () => true,
    () => false,
  )

/** The link with its last character changed. */
function tamperWith(link: string): string {
  const last = link.at(-1)
  return `${link.slice(0, -1)}${last === 'A' ? 'B' : 'A'}`
}

async function expectOutcome(page: Page, link: string, text: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  expect(new URL(page.url()).search, 'the secret is removed from the address bar').toBe('')
}

test('an activation link is valid for 30 minutes, for any number of uses', { tag: '@long' }, async ({ page }) => {
  const { words } = new AccountPages(page, 'en')
  const [early, late] = [await register(), await register()]
  await setClockOffset(server.url, 29 * MINUTE_MS)
  await expectOutcome(page, early.link, words.activated)
  await expectOutcome(page, early.link, words.activated)
  expect(await canLogIn(early)).toBe(true)
  await setClockOffset(server.url, 30 * MINUTE_MS + 1000)
  await expectOutcome(page, late.link, words.activationFailed)
  expect(await canLogIn(late)).toBe(false)

  // The page offers a new link, which works.
  await page.getByRole('link', { name: words.sendActivation }).click()
  const account = new AccountPages(page, 'en')
  await account.write({ [words.email]: late.email })
  await account.submit(words.sendActivation).click()
  await expect(page.getByRole('status').filter({ hasText: words.linkSent })).toBeVisible()
  const next = await fetchMailLink(server.url, late.email, 'activate')
  expect(next).not.toBe(late.link)
  await expectOutcome(page, next, words.activated)
  expect(await canLogIn(late)).toBe(true)
})

test(
  'rejects wrong, shortened, missing and replaced activation links with the same error',
  { tag: '@long' },
  async ({ page }) => {
    const { words } = new AccountPages(page, 'en')
    const person = await register()
    const refused = [
      tamperWith(person.link),
      person.link.slice(0, -5),
      '/active?token=',
      '/active',
      `${person.link}${'x'.repeat(500)}`,
      '/active?token=%3Cb%3E',
    ]
    for (const link of refused) await expectOutcome(page, link, words.activationFailed)
    await setClockOffset(server.url, 2 * MINUTE_MS)
    await callAs(server.url, '/send_activation_code', { body: { email: person.email } })
    await expectOutcome(page, person.link, words.activationFailed)
    expect(await canLogIn(person)).toBe(false)
  },
)

test(
  'fetching an activation link without running scripts does not activate the account',
  { tag: '@long' },
  async ({ request }) => {
    const person = await register()
    for (let visit = 0; visit < 3; visit++) expect((await request.get(person.link)).status()).toBe(200)
    await request.head(person.link)
    expect(await canLogIn(person)).toBe(false)
  },
)

test(
  'a password reset link is valid once, for 30 minutes, and until a newer one is requested',
  { tag: '@long' },
  async ({ page }) => {
    const account = new AccountPages(page, 'en')
    const { words } = account
    const person = await signUp(server.url)
    const ask = async () => {
      await callAs(server.url, '/forget_password', { body: { email: person.email } })
      return fetchMailLink(server.url, person.email, 'reset')
    }
    const reset = async (link: string, password: string) => {
      await page.goto(link)
      await account.write({ [words.newPassword]: password, [words.confirmPassword]: password })
      await account.submit(words.resetPassword).click()
    }
    const refused = () => expect(page.getByRole('alert').filter({ hasText: words.parameterError })).toBeVisible()

    const first = await ask()
    await reset(tamperWith(first), 'the link was changed')
    await refused()
    await setClockOffset(server.url, 2 * MINUTE_MS)
    const second = await ask()
    await reset(first, 'replaced by the second')
    await refused()
    await setClockOffset(server.url, 33 * MINUTE_MS)
    await reset(second, 'three minutes too late')
    await refused()
    const third = await ask()
    await reset(third, 'four yellow submarines')
    await expect(page.getByRole('status').filter({ hasText: words.resetDone })).toBeVisible()
    await reset(third, 'used up by now, sorry')
    await refused()
    expect(await canLogIn(person)).toBe(false)
    expect(await canLogIn({ ...person, password: 'four yellow submarines' })).toBe(true)
    expect(
      (await callAs(server.url, '/user_info', { body: {}, token: person.token })).code,
      'every session has ended',
    ).toBe(401)
  },
)

test(
  'an e-mail change link is valid for 30 minutes in any browser; an invalid one is rejected',
  { tag: '@long' },
  async ({ page }) => {
    const { words } = new AccountPages(page, 'en')
    const [person, slow] = [await signUp(server.url), await signUp(server.url)]
    const move = async ({ password, token }: Person, email: string) => {
      const { code } = await callAs(server.url, '/reset_email', { body: { email, password }, token })
      expect(code).toBe(200)
      return fetchMailLink(server.url, email, 'confirm_email')
    }
    const [link, late] = [await move(person, `new-${person.email}`), await move(slow, `new-${slow.email}`)]
    for (const wrong of [tamperWith(link), '/change-email', '/change-email?token=x'])
      await expectOutcome(page, wrong, words.parameterError)
    expect(await canLogIn(person), 'the old address stays in use until then').toBe(true)
    await expectOutcome(page, link, words.modified)
    await expectOutcome(page, link, words.modified)
    expect([await canLogIn(person), await canLogIn({ ...person, email: `new-${person.email}` })]).toEqual([false, true])
    expect((await fetchNewestMail(server.url, person.email)).template).toBe('email_changed')
    await setClockOffset(server.url, 31 * MINUTE_MS)
    await expectOutcome(page, late, words.parameterError)
    expect(await canLogIn(slow)).toBe(true)
  },
)

test('a session expires after seven days of inactivity and redirects to login with a reason', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of 401/)
  const { words } = new AccountPages(page, 'en')
  const person = await signUp(server.url)
  await page.goto('/login')
  await page.evaluate((token) => localStorage.setItem('Authorization', token), person.token)
  await page.goto('/setting/theme')
  await expect(page.getByRole('heading', { level: 1, name: 'Page configuration' })).toBeVisible()
  await setClockOffset(server.url, 7 * 24 * 60 * MINUTE_MS + MINUTE_MS)
  await page.reload()
  await expect(page).toHaveURL(/\/login\?next=%2Fsetting%2Ftheme$/)
  await expect(page.getByRole('status').filter({ hasText: words.identityExpired })).toBeVisible()
  expect(
    await context
      .storageState()
      .then(({ origins }) => origins[0].localStorage.some(({ name }) => name === 'Authorization')),
  ).toBe(false)
})
