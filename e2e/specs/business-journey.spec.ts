import type { UserInfo } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import type { Page } from '@playwright/test'
import { AccountPages } from '../support/account-pages.ts'
import { Operator, createAddress, createTransactionId } from '../support/business.ts'
import { callAs, fetchDevAccounts, signUp, createCredentials } from '../support/accounts.ts'
import { BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

/** Texts of the pages from the specification. */
const WORDS = {
  zh: {
    promotion: '推广收益',
    setAddress: '设置收款地址',
    payoutAddress: '收款地址',
    save: '保存',
    addressSaved: '收款地址已保存',
    overview: '推广概况',
    identity: '身份验证',
    password: '密码',
    confirm: '确认',
    paymentAddress: '付款地址',
    transaction: '交易 ID',
    submit: '提交',
    submitted: '提交成功，请耐心等待审核',
    waiting: '付款正在审核',
    toOrders: '查看订单中心',
    management: '后台管理',
    review: '审核',
    reviewOf: /^审核订单/,
    pass: '通过',
    remark: '备注',
    passOrder: '通过订单',
    reviewed: '审核成功',
    effect: (buyer: string, until: string, share: string, inviter: string) =>
      `${buyer} 的会员延长至 ${until}；分成 ${share} USDT（10%）记给邀请人 ${inviter}`,
    dividends: '分红管理',
    searchInviters: '用户名或 ID',
    details: '详情',
    pendingOrders: '待结算订单',
    settleable: '可结算金额',
    settle: '结算',
    settleWith: (name: string) => `与 ${name} 结算`,
    settlementId: '结算 ID（转账的交易 ID）',
    transferred: '已转账，确认结算',
    settledShares: (share: string) => `已结算 ${share} USDT（1 笔）`,
    pending: '待结算',
    settled: '已结算',
    orderPassed: '已通过',
  },
  en: {
    promotion: 'Promotion profit',
    setAddress: 'Set payout address',
    payoutAddress: 'Payout address',
    save: 'Save',
    addressSaved: 'Payout address saved',
    overview: 'Overview',
    identity: 'Confirm your identity',
    password: 'Password',
    confirm: 'Confirm',
    paymentAddress: 'Payment address',
    transaction: 'Transaction ID',
    submit: 'Submit',
    submitted: 'Submission successful, please wait patiently for review',
    waiting: 'Your payment is under review',
    toOrders: 'Go to the order centre',
    management: 'Management',
    review: 'Review',
    reviewOf: /^Review order/,
    pass: 'Pass',
    remark: 'Remark',
    passOrder: 'Pass order',
    reviewed: 'Review successful',
    effect: (buyer: string, until: string, share: string, inviter: string) =>
      `Extends ${buyer}'s membership to ${until}; share ${share} USDT (10%) to inviter ${inviter}`,
    dividends: 'Dividends',
    searchInviters: 'Username or ID',
    details: 'Details',
    pendingOrders: 'Pending orders',
    settleable: 'Settlement amount',
    settle: 'Settle',
    settleWith: (name: string) => `Settle with ${name}`,
    settlementId: 'Settlement ID (transaction ID of the transfer)',
    transferred: 'Transferred, settle now',
    settledShares: (share: string) => `Settled ${share} USDT (shares: 1)`,
    pending: 'Pending settlement',
    settled: 'Settled',
    orderPassed: 'Passed',
  },
} as const

/** A tenth of an amount of at most five decimals, with at least two decimals. */
function divideByTen(amount: string): string {
  const [whole, part = ''] = amount.split('.')
  return `${whole.slice(0, -1)}.${(whole.slice(-1) + part).replace(/0+$/, '').padEnd(2, '0')}`
}

/** The same day a year later; the 28th for the 29th of February. */
function addYear(day: string): string {
  const [year, month, date] = day.split('.')
  return `${Number(year) + 1}.${month}.${month === '02' && date === '29' ? '28' : date}`
}

/** Formats "2027.11.20" as "20 Nov 2027". */
function formatEnglishDate(day: string): string {
  const date = new Date(`${day.replaceAll('.', '-')}T00:00:00Z`)
  return `${date.getUTCDate()} ${date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })} ${date.getUTCFullYear()}`
}

/** One payment with buyer, inviter and administrator, each in a separate browser context. */
for (const language of ['zh', 'en'] as const) {
  test.describe(`in ${language}`, { tag: language === 'zh' ? '@long' : [] }, () => {
    const visitor = { ...LOGGED_OUT, language }
    test.use({ visitor })
    const words = WORDS[language]

    async function reauthenticate(page: Page, password: string): Promise<void> {
      const dialog = page.getByRole('dialog', { name: words.identity })
      await dialog.getByRole('textbox', { name: words.password, exact: true }).fill(password)
      await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
    }

    test('an invited user starts a trial, pays and becomes a member; the inviter earns a share and is paid', async ({
      page,
      openAs,
    }) => {
      test.setTimeout(120_000)
      const operator = await Operator.create(BASE_URL)
      const receiving = await operator.openPayment()
      const { admin } = await fetchDevAccounts(BASE_URL)
      const inviter = await signUp(BASE_URL)
      await operator.makeInviter(inviter.token)
      const buyer = createCredentials()
      const [transaction, payout, payoutAddress] = [createTransactionId(), createTransactionId(), createAddress()]

      const inviterPage = await openAs(visitor)
      const inviterAccount = new AccountPages(inviterPage, language)
      const link = await test.step('the inviter sets a payout address and copies the link', async () => {
        await inviterPage.goto('/promotion-progress')
        await expect(inviterPage).toHaveURL(/\/login\?next=%2Fpromotion-progress$/)
        await inviterAccount.logIn(inviter.email, inviter.password)
        await expect(inviterPage).toHaveURL(/\/promotion-progress$/)
        await expect(inviterPage.getByRole('heading', { level: 1 })).toHaveText(words.promotion)
        await inviterPage.getByRole('button', { name: words.setAddress }).click()
        await inviterAccount.field(words.payoutAddress).fill(payoutAddress)
        await inviterPage.getByRole('button', { name: words.save, exact: true }).click()
        await reauthenticate(inviterPage, inviter.password)
        await inviterAccount.expectToast(words.addressSaved)
        await expect(inviterPage.locator('[data-payout]')).toHaveText(payoutAddress)
        return inviterPage.locator('[data-link]').innerText()
      })

      const account = new AccountPages(page, language)
      const membership = page.locator('[data-membership]')
      const trialEnd =
        await test.step('the buyer registers through the link, activates and gets the trial', async () => {
          await page.goto(new URL(link).pathname)
          await account.write({
            [account.words.username]: buyer.username,
            [account.words.firstName]: 'Ada',
            [account.words.lastName]: 'Byron',
            [account.words.email]: buyer.email,
            [account.words.password]: buyer.password,
            [account.words.confirmPassword]: buyer.password,
          })
          await account.submit(account.words.createSubmit).click()
          await expect(page.getByRole('status').filter({ hasText: account.words.registered })).toBeVisible()
          await page.goto('/dev/outbox')
          await page
            .getByRole('listitem')
            .filter({ hasText: buyer.email })
            .first()
            .getByRole('link', { name: account.words.openLink })
            .click()
          await expect(page.getByRole('status').filter({ hasText: account.words.activated })).toBeVisible()
          await page.getByRole('link', { name: account.words.toLogin }).click()
          await account.logIn(buyer.email, buyer.password)
          await expect(page).toHaveURL(/\/order/)
          await expect(membership).toHaveText(/^20\d\d\.\d\d\.\d\d$/)
          const { data: user } = await callAs<UserInfo>(BASE_URL, '/user_info', {
            body: {},
            token: (await account.storedToken()) ?? '',
          })
          expect(user).toMatchObject({ username: buyer.username, is_trial: true, expired: false })
          const left = Date.parse(user.expire_time ?? '') - Date.parse(user.server_time)
          expect(left, 'seven days, less a moment').toBeLessThanOrEqual(7 * DAY_MS)
          expect(left).toBeGreaterThan(6 * DAY_MS)
          return membership.innerText()
        })

      const amount = await test.step('the buyer pays the quoted amount and submits the order', async () => {
        await membership.click()
        await expect(page).toHaveURL(/\/activate$/)
        await expect(page.locator('[data-address]')).toHaveText(receiving)
        await expect(page.locator('[data-amount]')).toHaveText(/^199\.\d{2,3}$/)
        const quoted = await page.locator('[data-amount]').innerText()
        await account.write({ [words.paymentAddress]: createAddress(), [words.transaction]: transaction })
        await account.submit(words.submit).click()
        await account.expectToast(words.submitted)
        await expect(page.getByText(words.waiting)).toBeVisible()
        await expect(membership, 'not before the review').toHaveText(trialEnd)
        return quoted
      })
      const share = divideByTen(amount)
      const end = addYear(trialEnd)

      const adminPage = await openAs(visitor)
      const adminAccount = new AccountPages(adminPage, language)
      await test.step('the administrator sees the consequences and passes the order', async () => {
        await adminPage.goto('/manager/order')
        await adminAccount.logIn(admin.email, admin.password)
        await expect(adminPage).toHaveURL(/\/manager\/order$/)
        await adminPage.getByRole('searchbox', { name: words.transaction }).fill(transaction)
        const row = adminPage.getByRole('row').filter({ hasText: buyer.email })
        await expect(row).toContainText(amount)
        await row.getByRole('button', { name: words.review, exact: true }).click()
        const dialog = adminPage.getByRole('dialog', { name: words.reviewOf })
        await dialog.getByRole('radio', { name: words.pass }).check()
        await expect(
          dialog.getByText(
            words.effect(buyer.username, language === 'zh' ? end : formatEnglishDate(end), share, inviter.username),
          ),
        ).toBeVisible()
        await dialog.getByRole('textbox', { name: words.remark }).fill('199')
        await dialog.getByRole('button', { name: words.passOrder }).click()
        await reauthenticate(adminPage, admin.password)
        await adminAccount.expectToast(words.reviewed)
        await expect(row).toContainText(words.orderPassed)
      })

      await test.step('the membership ends a year after the trial', async () => {
        await page.getByRole('link', { name: words.toOrders }).click()
        await expect(page.locator('tbody tr').locator('[data-status=passed]')).toHaveText(words.orderPassed)
        await page.reload()
        await expect(membership).toHaveText(end)
      })

      const totalOf = (name: string) =>
        inviterPage
          .getByRole('region', { name: words.overview })
          .locator('div')
          .filter({ has: inviterPage.getByText(name, { exact: true }) })
          .locator('dd')
          .first()
      const invitees = inviterPage.locator('tbody tr').filter({ has: inviterPage.locator('[data-status]') })
      await test.step('the inviter sees one pending share', async () => {
        await inviterPage.reload()
        await expect(invitees).toHaveCount(1)
        await expect(invitees.locator('[data-status=pending]')).toHaveText(words.pending)
        await expect(invitees.getByRole('cell').filter({ hasText: /^[\d.]+%?$/ })).toHaveText([amount, '10%', share])
        await expect(totalOf(words.pending)).toHaveText(`${share} USDT`)
        await expect(totalOf(words.settled)).toHaveText('0.00 USDT')
      })

      await test.step('the administrator settles the share', async () => {
        await adminPage
          .getByRole('navigation', { name: words.management })
          .getByRole('link', { name: words.dividends })
          .click()
        await adminPage.getByRole('searchbox', { name: words.searchInviters, exact: true }).fill(inviter.username)
        await adminPage
          .getByRole('row')
          .filter({ hasText: inviter.email })
          .getByRole('link', { name: words.details })
          .click()
        const number = (name: string) =>
          adminPage
            .locator('dl > div')
            .filter({ has: adminPage.getByText(name, { exact: true }) })
            .locator('dd')
        const row = adminPage.getByRole('row').filter({ hasText: buyer.username })
        await expect(row).toHaveCount(1)
        await expect(row).toContainText(words.pending)
        await expect(row.getByRole('cell', { name: share, exact: true })).toBeVisible()
        await expect(number(words.pendingOrders)).toHaveText('1')
        await expect(number(words.settleable)).toHaveText(`${share} USDT`)

        await adminPage.getByRole('button', { name: words.settle, exact: true }).click()
        const dialog = adminPage.getByRole('dialog', { name: words.settleWith(inviter.username) })
        await expect(dialog.getByText(payoutAddress)).toBeVisible()
        await dialog.getByRole('textbox', { name: words.settlementId }).fill(payout)
        await dialog.getByRole('textbox', { name: words.remark }).fill('7')
        await dialog.getByRole('button', { name: words.transferred }).click()
        await adminAccount.expectToast(words.settledShares(share))

        await expect(row).toHaveCount(1)
        await expect(row).toContainText(words.settled)
        await expect(row).toContainText(payout)
        await expect(number(words.settled)).toHaveText(`${share} USDT`)
        await expect(number(words.settleable)).toHaveText('0.00 USDT')
        await expect(adminPage.getByRole('button', { name: words.settle, exact: true })).toBeDisabled()
      })

      await test.step('the inviter sees the settled share and the transfer', async () => {
        await inviterPage.reload()
        await expect(invitees).toHaveCount(1)
        await expect(invitees.locator('[data-status=settled]')).toHaveText(words.settled)
        await expect(invitees).toContainText(payout)
        await expect(totalOf(words.settled)).toHaveText(`${share} USDT`)
        await expect(totalOf(words.pending)).toHaveText('0.00 USDT')
      })
    })
  })
}
