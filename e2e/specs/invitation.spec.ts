// The invitation of an invite link, from the first page to the activation.
import type { InviterParam } from '@flowprint/contract'
import { seriousFindings } from '../support/accessibility.ts'
import { AccountPages } from '../support/account-pages.ts'
import { Operator } from '../support/business.ts'
import { callAs, linkOf, newestMail, signUp, newCredentials } from '../support/people.ts'
import { shifts } from '../support/picture.ts'
import { PORT } from '../support/places.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

const SUITE = `http://127.0.0.1:${PORT}`
const WORDS = {
  zh: {
    invites: (name: string) => `${name} 邀请您：注册并激活账号，即可免费使用 7 天会员。`,
    follows: '激活后，7 天会员免费试用随即开始。',
    started: '您的会员免费试用已开始',
    invalid: '邀请码 NOBODY99 无效',
    terms: '《服务条款》',
  },
  en: {
    invites: (name: string) => `${name} invites you: register and activate your account for a free 7-day membership.`,
    follows: 'Your free 7-day membership trial starts',
    started: 'Your free membership trial has started',
    invalid: 'The invite code NOBODY99 is not valid',
    terms: 'service terms',
  },
} as const

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    const isPhone = language === 'zh'
    test.use({
      visitor: { ...LOGGED_OUT, language },
      ...(isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}),
    })
    const words = WORDS[language]

    test('an invitation names the inviter and the trial, and persists across pages until activation', async ({
      page,
    }) => {
      const inviter = await signUp(SUITE)
      await (await Operator.create(SUITE)).makeInviter(inviter.token)
      const { data } = await callAs<InviterParam>(SUITE, '/inviter_param', { body: {}, token: inviter.token })
      const at = new AccountPages(page, language, isPhone)
      await page.goto(`/create/${data.invite_code}`)
      await expect(page.getByText(words.invites(inviter.username))).toBeVisible()
      await expect(page.locator('main').getByRole('link', { name: words.terms })).toHaveAttribute(
        'href',
        '/others/service-term',
      )
      expect(await shifts(page)).toEqual([])
      expect(await seriousFindings(page)).toEqual([])

      await page.goto('/help')
      await page.goto('/')
      await at.openFromHeader(at.words.create)
      await expect(page).toHaveURL(/\/create\/direct$/)
      await expect(page.getByText(words.invites(inviter.username))).toBeVisible()

      const who = newCredentials()
      await at.write({
        [at.words.username]: who.username,
        [at.words.firstName]: 'Ada',
        [at.words.lastName]: 'Byron',
        [at.words.email]: who.email,
        [at.words.password]: who.password,
        [at.words.confirmPassword]: who.password,
      })
      await at.submit(at.words.createSubmit).click()
      await expect(page.getByText(words.follows)).toBeVisible()
      await page.goto(await linkOf(SUITE, who.email, 'activate'))
      await expect(page.getByText(words.started)).toBeVisible()
      expect((await newestMail(SUITE, who.email, 'trial_started')).subject).toMatch(/7/)

      await page.goto('/create')
      await expect(page).toHaveURL(/\/create\/direct$/)
      await expect(at.field(at.words.username)).toBeVisible()
      await expect(page.getByText(inviter.username), 'the registration consumed the code').toHaveCount(0)
    })

    test('an invalid code is reported and does not prevent registration', async ({ page }) => {
      await page.goto('/create/NOBODY99')
      await expect(page.getByRole('alert').filter({ hasText: words.invalid })).toBeVisible()
      await page.goto('/create/direct')
      await expect(page.locator('form')).toBeVisible()
      await expect(page.getByText('NOBODY99')).toHaveCount(0)
    })
  })
}

test.describe('a new inviter', () => {
  test.use({ visitor: LOGGED_OUT })

  test('stays logged in and opens the promotion page from the link in the mail', async ({ page }) => {
    const who = await signUp(SUITE)
    await page.goto('/login')
    const at = new AccountPages(page, 'en')
    await at.logIn(who.email, who.password)
    await expect(page).toHaveURL(/\/order/)
    await (await Operator.create(SUITE)).makeInviter(who.token)
    expect((await newestMail(SUITE, who.email, 'became_inviter')).subject).toBe('You are now a Flowprint inviter')
    await page.goto('/promotion-progress')
    await expect(page).toHaveTitle('Promotion details - Flowprint')
    await expect(page.locator('[data-link]')).toContainText('/create/')
  })
})
