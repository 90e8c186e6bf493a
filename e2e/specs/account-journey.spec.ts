import { AccountPages } from '../support/account-pages.ts'
import { runCommand } from '../support/commands.ts'
import { fetchMailLink, fetchNewestMail, createCredentials } from '../support/accounts.ts'
import { DATA_DIR, BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'
import { hasHan } from '../support/words.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The life cycle of an account in each language, in Chinese on a phone. */
for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, { tag: language === 'zh' ? '@long' : [] }, () => {
    test.use({ ...(language === 'zh' ? PHONE : {}), visitor: { ...LOGGED_OUT, language } })

    test('registers, activates, opens the chart, changes the profile, recovers the password and logs out', async ({
      page,
      order,
    }) => {
      test.setTimeout(180_000)
      const account = new AccountPages(page, language, language === 'zh')
      const { words } = account
      const person = createCredentials()
      const delayBanner = order.page.locator('[data-state=delayed]')

      await page.goto('/')
      await account.openFromHeader(words.create)
      await expect(page).toHaveURL(/\/create\/direct$/)
      await expect(page).toHaveTitle(`${words.create} - Flowprint`)

      await test.step('register', async () => {
        await account.submit(words.createSubmit).click()
        await expect(page.getByRole('alert').filter({ hasText: words.registrationIncomplete })).toBeVisible()
        await account.write({
          [words.username]: person.username,
          [words.firstName]: 'Ada',
          [words.lastName]: 'Byron',
          [words.email]: 'invalid@',
          [words.password]: person.password,
          [words.confirmPassword]: `${person.password}!`,
        })
        await account.submit(words.createSubmit).click()
        await expect(page.getByText(words.emailFormat)).toBeVisible()
        await expect(page.getByText(words.passwordsDiffer)).toBeVisible()
        await account.write({ [words.email]: person.email, [words.confirmPassword]: person.password })
        await account.submit(words.createSubmit).click()
        await expect(page.getByRole('status').filter({ hasText: words.registered })).toBeVisible()
        expect(hasHan((await fetchNewestMail(BASE_URL, person.email, 'activate')).subject)).toBe(language === 'zh')
      })

      await test.step('log in before activation: offers another activation mail', async () => {
        await page.getByRole('link', { name: words.toLogin }).click()
        await account.submit(words.loginSubmit).click()
        await expect(page.getByRole('alert').filter({ hasText: words.loginIncomplete })).toBeVisible()
        await account.logIn(person.email, 'not the password of anybody')
        await expect(page.getByRole('alert').filter({ hasText: words.loginFailed })).toBeVisible()
        await account.logIn(person.email, person.password)
        await expect(page).toHaveURL(/\/send-active$/)
        await account.expectToast(words.notActivated)
        await expect(account.field(words.email)).toHaveValue(person.email)
        await account.submit(words.sendActivation).click()
        await expect(page.getByRole('status').filter({ hasText: words.linkSent })).toBeVisible()
      })

      await test.step('activate with the link in the development outbox', async () => {
        await page.goto('/dev/outbox')
        await page
          .getByRole('listitem')
          .filter({ hasText: person.email })
          .first()
          .getByRole('link', { name: words.openLink })
          .click()
        await expect(page.getByRole('status').filter({ hasText: words.activated })).toBeVisible()
        await expect(page, 'the secret is removed from the address bar').toHaveURL(/\/active$/)
        await page.getByRole('link', { name: words.toLogin }).click()
      })

      await test.step('chart: delayed without a membership, live once days are granted', async () => {
        await account.logIn(person.email, person.password)
        await expect(page).toHaveURL(/\/order/)
        await order.waitUntilReady()
        await expect(delayBanner).toContainText(words.delayed)
        const membership = page.locator('[data-membership]')
        await expect(membership).toHaveText(words.renew)
        const granted = await runCommand('admin', DATA_DIR, ['grant-days', '--email', person.email, '--days', '30'])
        expect(granted.code, granted.stderr).toBe(0)
        await expect(delayBanner, 'without a reload').toBeHidden({ timeout: 30_000 })
        await order.waitUntilReady()
        await expect(membership).toHaveText(/^20\d\d\.\d\d\.\d\d$/)
        await membership.click()
        await expect(page).toHaveURL(/\/activate$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.openMembership)
      })

      await test.step('change the profile', async () => {
        await account.open(words.profile)
        const before = await account.storedToken()
        await account.write({ [words.firstName]: '' })
        await account.submit(words.save).click()
        await expect(page.getByRole('alert').filter({ hasText: words.modificationIncomplete })).toBeVisible()
        await account.write({ [words.firstName]: 'Augusta', [words.lastName]: 'King' })
        await account.submit(words.save).click()
        await account.expectToast(words.modified)
        expect(await account.storedToken(), 'the token was replaced').not.toBe(before)
        await page.reload()
        await expect(account.field(words.firstName)).toHaveValue('Augusta')
      })

      const moved = `moved-${person.email}`
      await test.step('change the e-mail address: the old one stays in use until the new one is confirmed', async () => {
        await account.open(words.changeEmail)
        await account.write({ [words.newEmail]: moved, [words.password]: person.password })
        await account.submit(words.sendConfirmation).click()
        await expect(page.getByRole('status').filter({ hasText: moved })).toBeVisible()
        await page.goto(await fetchMailLink(BASE_URL, moved, 'confirm_email'))
        await expect(page.getByRole('status').filter({ hasText: words.modified })).toBeVisible()
        await expect
          .poll(async () => (await fetchNewestMail(BASE_URL, person.email)).template, {
            message: 'the old address is notified',
          })
          .toBe('email_changed')
      })

      const second = 'orchard 77 violins'
      await test.step('change the password: all devices have to log in again', async () => {
        await account.open(words.changePassword)
        await account.write({
          [words.oldPassword]: person.password,
          [words.newPassword]: second,
          [words.confirmPassword]: second,
        })
        await account.submit(words.changePassword).click()
        await expect(page).toHaveURL(/\/login$/)
        await account.expectToast(words.logInAgain)
        await account.logIn(moved, person.password)
        await expect(page.getByRole('alert').filter({ hasText: words.loginFailed })).toBeVisible()
        await account.logIn(moved, second)
        await expect(page).toHaveURL(/\/order/)
      })

      await test.step('log out: asks for confirmation and clears everything but the language', async () => {
        await order.waitUntilReady()
        await account.logOut()
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

      await test.step('recover the password', async () => {
        const third = 'seven green parasols'
        await page.getByRole('link', { name: words.forgot }).click()
        await account.write({ [words.email]: moved })
        await account.submit(words.sendMail).click()
        await expect(page).toHaveURL(/\/recovery-password-success$/)
        await expect(page.getByRole('status').filter({ hasText: words.resetMailSent })).toContainText(words.checkSpam)
        await page.goto(await fetchMailLink(BASE_URL, moved, 'reset'))
        await account.write({ [words.newPassword]: third, [words.confirmPassword]: third })
        await account.submit(words.resetPassword).click()
        await expect(page.getByRole('status').filter({ hasText: words.resetDone })).toBeVisible()
        await page.getByRole('link', { name: words.toLogin }).click()
        await account.logIn(moved, third)
        await order.waitUntilReady()
      })
    })
  })
}
