// The invitation of an invite link, from the first page to the activation.
import type { InviterParam } from '@flowprint/contract'
import { getSeriousFindings } from '../support/accessibility.ts'
import { AccountPages } from '../support/account-pages.ts'
import { Operator } from '../support/business.ts'
import { callAs, fetchMailLink, fetchNewestMail, signUp, createCredentials } from '../support/accounts.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

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
    invalid: 'Invite code NOBODY99 is not valid',
    terms: 'service terms',
  },
} as const

for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, { tag: language === 'zh' ? '@long' : [] }, () => {
    const isPhone = language === 'zh'
    test.use({
      visitor: { ...LOGGED_OUT, language },
      ...(isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}),
    })
    const words = WORDS[language]

    test('shows the inviter and the trial, and persists across pages until activation', async ({ page }) => {
      const inviter = await signUp(BASE_URL)
      await (await Operator.create(BASE_URL)).makeInviter(inviter.token)
      const { data } = await callAs<InviterParam>(BASE_URL, '/inviter_param', { body: {}, token: inviter.token })
      const account = new AccountPages(page, language, isPhone)
      await page.goto(`/create/${data.invite_code}`)
      await expect(page.getByText(words.invites(inviter.username))).toBeVisible()
      await expect(page.locator('main').getByRole('link', { name: words.terms })).toHaveAttribute(
        'href',
        '/others/service-term',
      )
      expect(await getLayoutShifts(page)).toEqual([])
      expect(await getSeriousFindings(page)).toEqual([])

      await page.goto('/help')
      await page.goto('/')
      await account.openFromHeader(account.words.create)
      await expect(page).toHaveURL(/\/create\/direct$/)
      await expect(page.getByText(words.invites(inviter.username))).toBeVisible()

      const person = createCredentials()
      await account.write({
        [account.words.username]: person.username,
        [account.words.firstName]: 'Ada',
        [account.words.lastName]: 'Byron',
        [account.words.email]: person.email,
        [account.words.password]: person.password,
        [account.words.confirmPassword]: person.password,
      })
      await account.submit(account.words.createSubmit).click()
      await expect(page.getByText(words.follows)).toBeVisible()
      await page.goto(await fetchMailLink(BASE_URL, person.email, 'activate'))
      await expect(page.getByText(words.started)).toBeVisible()
      expect((await fetchNewestMail(BASE_URL, person.email, 'trial_started')).subject).toMatch(/7/)

      await page.goto('/create')
      await expect(page).toHaveURL(/\/create\/direct$/)
      await expect(account.field(account.words.username)).toBeVisible()
      await expect(page.getByText(inviter.username), 'the registration consumed the code').toHaveCount(0)
    })

    test('reports an invalid code without preventing registration', { tag: '@long' }, async ({ page }) => {
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

  test('stays logged in and opens the promotion page from the link in the mail', { tag: '@long' }, async ({ page }) => {
    const person = await signUp(BASE_URL)
    await page.goto('/login')
    const account = new AccountPages(page, 'en')
    await account.logIn(person.email, person.password)
    await expect(page).toHaveURL(/\/order/)
    await (await Operator.create(BASE_URL)).makeInviter(person.token)
    expect((await fetchNewestMail(BASE_URL, person.email, 'became_inviter')).subject).toBe(
      'You are now a Flowprint inviter',
    )
    await page.goto('/promotion-progress')
    await expect(page).toHaveTitle('Promotion details - Flowprint')
    await expect(page.locator('[data-link]')).toContainText('/create/')
  })
})
