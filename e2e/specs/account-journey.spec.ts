import { AccountPages } from '../support/account-pages.ts'
import { runCommand } from '../support/commands.ts'
import { linkOf, newestMail, newCredentials } from '../support/people.ts'
import { DATA_DIR, PORT } from '../support/places.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'
import { hasHan } from '../support/words.ts'

const SUITE = `http://127.0.0.1:${PORT}`
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The life cycle of an account in each language, in Chinese on a phone. */
for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ ...(language === 'zh' ? PHONE : {}), visitor: { ...LOGGED_OUT, language } })

    test('registers, activates, opens the chart, changes the profile, recovers the password and logs out', async ({
      page,
      order,
    }) => {
      test.setTimeout(180_000)
      const at = new AccountPages(page, language, language === 'zh')
      const { words } = at
      const who = newCredentials()
      const onDelay = order.page.locator('[data-state=delayed]')

      await page.goto('/')
      await at.openFromHeader(words.create)
      await expect(page).toHaveURL(/\/create\/direct$/)
      await expect(page).toHaveTitle(`${words.create} - Flowprint`)

      await test.step('register', async () => {
        await at.submit(words.createSubmit).click()
        await expect(page.getByRole('alert').filter({ hasText: words.registrationIncomplete })).toBeVisible()
        await at.write({
          [words.username]: who.username,
          [words.firstName]: 'Ada',
          [words.lastName]: 'Byron',
          [words.email]: 'invalid@',
          [words.password]: who.password,
          [words.confirmPassword]: `${who.password}!`,
        })
        await at.submit(words.createSubmit).click()
        await expect(page.getByText(words.emailFormat)).toBeVisible()
        await expect(page.getByText(words.passwordsDiffer)).toBeVisible()
        await at.write({ [words.email]: who.email, [words.confirmPassword]: who.password })
        await at.submit(words.createSubmit).click()
        await expect(page.getByRole('status').filter({ hasText: words.registered })).toBeVisible()
        expect(hasHan((await newestMail(SUITE, who.email, 'activate')).subject)).toBe(language === 'zh')
      })

      await test.step('a login before activation offers another activation mail', async () => {
        await page.getByRole('link', { name: words.toLogin }).click()
        await at.submit(words.loginSubmit).click()
        await expect(page.getByRole('alert').filter({ hasText: words.loginIncomplete })).toBeVisible()
        await at.logIn(who.email, 'not the password of anybody')
        await expect(page.getByRole('alert').filter({ hasText: words.loginFailed })).toBeVisible()
        await at.logIn(who.email, who.password)
        await expect(page).toHaveURL(/\/send-active$/)
        await at.expectToast(words.notActivated)
        await expect(at.field(words.email)).toHaveValue(who.email)
        await at.submit(words.sendActivation).click()
        await expect(page.getByRole('status').filter({ hasText: words.linkSent })).toBeVisible()
      })

      await test.step('the link in the development outbox activates the account', async () => {
        await page.goto('/dev/outbox')
        await page
          .getByRole('listitem')
          .filter({ hasText: who.email })
          .first()
          .getByRole('link', { name: words.openLink })
          .click()
        await expect(page.getByRole('status').filter({ hasText: words.activated })).toBeVisible()
        await expect(page, 'the secret is removed from the address bar').toHaveURL(/\/active$/)
        await page.getByRole('link', { name: words.toLogin }).click()
      })

      await test.step('the chart is delayed without a membership and live after days are granted', async () => {
        await at.logIn(who.email, who.password)
        await expect(page).toHaveURL(/\/order/)
        await order.ready()
        await expect(onDelay).toContainText(words.delayed)
        const membership = page.locator('[data-membership]')
        await expect(membership).toHaveText(words.renew)
        const granted = await runCommand('admin', DATA_DIR, ['grant-days', '--email', who.email, '--days', '30'])
        expect(granted.code, granted.stderr).toBe(0)
        await expect(onDelay, 'without a reload').toBeHidden({ timeout: 30_000 })
        await order.ready()
        await expect(membership).toHaveText(/^20\d\d\.\d\d\.\d\d$/)
        await membership.click()
        await expect(page).toHaveURL(/\/activate$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.openMembership)
      })

      await test.step('profile', async () => {
        await at.open(words.profile)
        const before = await at.storedToken()
        await at.write({ [words.firstName]: '' })
        await at.submit(words.save).click()
        await expect(page.getByRole('alert').filter({ hasText: words.modificationIncomplete })).toBeVisible()
        await at.write({ [words.firstName]: 'Augusta', [words.lastName]: 'King' })
        await at.submit(words.save).click()
        await at.expectToast(words.modified)
        expect(await at.storedToken(), 'the token was replaced').not.toBe(before)
        await page.reload()
        await expect(at.field(words.firstName)).toHaveValue('Augusta')
      })

      const moved = `moved-${who.email}`
      await test.step('e-mail: the old address stays in use until the new one is confirmed', async () => {
        await at.open(words.changeEmail)
        await at.write({ [words.newEmail]: moved, [words.password]: who.password })
        await at.submit(words.sendConfirmation).click()
        await expect(page.getByRole('status').filter({ hasText: moved })).toBeVisible()
        await page.goto(await linkOf(SUITE, moved, 'confirm_email'))
        await expect(page.getByRole('status').filter({ hasText: words.modified })).toBeVisible()
        await expect
          .poll(async () => (await newestMail(SUITE, who.email)).template, { message: 'the old address is notified' })
          .toBe('email_changed')
      })

      const second = 'orchard 77 violins'
      await test.step('password: all devices have to log in again', async () => {
        await at.open(words.changePassword)
        await at.write({
          [words.oldPassword]: who.password,
          [words.newPassword]: second,
          [words.confirmPassword]: second,
        })
        await at.submit(words.changePassword).click()
        await expect(page).toHaveURL(/\/login$/)
        await at.expectToast(words.logInAgain)
        await at.logIn(moved, who.password)
        await expect(page.getByRole('alert').filter({ hasText: words.loginFailed })).toBeVisible()
        await at.logIn(moved, second)
        await expect(page).toHaveURL(/\/order/)
      })

      await test.step('logout asks for confirmation and clears everything but the language', async () => {
        await order.ready()
        await at.logOut()
        expect(
          await page.evaluate(() =>
            Object.keys(localStorage).filter(
              (key) => !key.startsWith('test:') && !['flowprint:theme', 'flowprint:tour'].includes(key),
            ),
          ),
        ).toEqual(['language'])
        await page.goto('/setting/security')
        await expect(page).toHaveURL(/\/login\?next=%2Fsetting%2Fsecurity$/)
      })

      await test.step('recover', async () => {
        const third = 'seven green parasols'
        await page.getByRole('link', { name: words.forgot }).click()
        await at.write({ [words.email]: moved })
        await at.submit(words.sendMail).click()
        await expect(page).toHaveURL(/\/recovery-password-success$/)
        await expect(page.getByRole('status').filter({ hasText: words.resetMailSent })).toContainText(words.checkSpam)
        await page.goto(await linkOf(SUITE, moved, 'reset'))
        await at.write({ [words.newPassword]: third, [words.confirmPassword]: third })
        await at.submit(words.resetPassword).click()
        await expect(page.getByRole('status').filter({ hasText: words.resetDone })).toBeVisible()
        await page.getByRole('link', { name: words.toLogin }).click()
        await at.logIn(moved, third)
        await order.ready()
      })
    })
  })
}
