import type { InviterParam, OrderQuote, UserInfo } from '@flowprint/contract'
import { AccountPages } from '../support/account-pages.ts'
import { expectCleanPage, logInAs, waitUntilLoaded } from '../support/back-office.ts'
import { Operator, createAddress, createTransactionId } from '../support/business.ts'
import { callAs, fetchDevAccounts, logIn, signUp, type Credentials, type Person } from '../support/accounts.ts'
import { BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** Lists are filtered to data created here, because other names and remarks may be in any language. */
const PLACES = [
  'overview',
  'dividend',
  'order?status=pending',
  'user?name=trader-',
  'content',
  'settings',
  'audit',
  'feeds',
]

let admin: Credentials
let operator: Operator
test.beforeAll(async () => {
  ;({ admin } = await fetchDevAccounts(BASE_URL))
  operator = await Operator.create(BASE_URL)
  await operator.openPayment()
})

/** Creates an inviter and an invited user who submits a payment. */
async function createPayer(): Promise<{ person: Person; inviter: Person; transaction: string; amount: string }> {
  const inviter = await signUp(BASE_URL)
  await operator.makeInviter(inviter.token)
  const { data: param } = await callAs<InviterParam>(BASE_URL, '/inviter_param', {
    body: {},
    token: await logIn(BASE_URL, inviter),
  })
  const person = await signUp(BASE_URL, param.invite_code ?? '')
  const transaction = createTransactionId()
  const { data: quote } = await callAs<OrderQuote>(BASE_URL, '/quote_order', {
    body: { network_type: 'TRC20' },
    token: person.token,
  })
  const claim = {
    network_type: 'TRC20',
    payment_address: createAddress(),
    transaction_id: transaction,
    quote_id: quote.quote_id,
  }
  const { code, message } = await callAs(BASE_URL, '/submit_order', { body: claim, token: person.token })
  expect(code, message).toBe(200)
  return { person, inviter, transaction, amount: quote.amount }
}

test.describe('in English, on a desktop', () => {
  test.use({ visitor: { ...LOGGED_OUT, language: 'en', theme: 'dark' } })

  test('reviews an order: shows the evidence and consequences, re-authenticates, extends the membership', async ({
    page,
  }) => {
    const { person, inviter, transaction } = await createPayer()
    await logInAs(page, admin)
    const account = new AccountPages(page, 'en')
    await page.goto('/setting/theme')
    await account.open('Management')
    await expect(page).toHaveURL(/\/manager\/dividend$/)
    await page.getByRole('navigation', { name: 'Management' }).getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('searchbox', { name: 'Transaction ID' }).fill(transaction)
    await expect(page).toHaveURL(new RegExp(`transaction_id=${transaction}`))
    const row = page.getByRole('row').filter({ hasText: person.email })
    await expect(row).toContainText('Pending')
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Transaction ID' })).toHaveValue(transaction)

    await row.getByRole('button', { name: 'Review' }).click()
    const dialog = page.getByRole('dialog', { name: /^Review order/ })
    await expect(dialog.getByText('Unavailable')).toBeVisible()
    await dialog.getByRole('button', { name: 'Submit review' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Please select order status' })).toBeVisible()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Please enter remark' })).toBeVisible()
    await dialog.getByRole('radio', { name: 'Pass' }).check()
    await expect(
      dialog.getByText(
        new RegExp(
          `Extends ${person.username}'s membership to \\d+ \\w{3} 20\\d\\d; share 19\\.\\d+ USDT \\(10%\\) to inviter ${inviter.username}`,
        ),
      ),
    ).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Remark' }).fill('Payment received')
    await expectCleanPage(page, 'en', 'the review')
    await dialog.getByRole('button', { name: 'Pass order' }).click()
    const stepUp = page.getByRole('dialog', { name: 'Confirm your identity' })
    await stepUp.getByRole('textbox', { name: 'Password' }).fill(admin.password)
    await stepUp.getByRole('button', { name: 'Confirm' }).click()
    await account.expectToast('Review successful')
    await expect(row).toContainText('Passed')
    const { data: user } = await callAs<UserInfo>(BASE_URL, '/user_info', { body: {}, token: person.token })
    expect(Date.parse(user.expire_time ?? '') - Date.now()).toBeGreaterThan(360 * 86_400_000)

    await page.goto('/manager/dividend')
    await page.getByRole('searchbox').fill(inviter.username)
    await page.getByRole('row').filter({ hasText: inviter.email }).getByRole('link', { name: 'Details' }).click()
    await expect(page.getByText('not configured')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: person.username })).toContainText('Pending settlement')
    await expect(page.getByRole('button', { name: 'Settle', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: `Share ratio of ${inviter.username}` }).click()
    await page.getByRole('radio', { name: 'Custom ratio' }).check()
    await page.getByRole('textbox', { name: 'Ratio (%)' }).fill('25')
    await expect(page.getByText(`New shares of ${inviter.username} use 25%; currently 10%`)).toBeVisible()
    await expectCleanPage(page, 'en', 'the dividends')

    await page.goto(`/manager/order?transaction_id=${transaction}`)
    await page.getByRole('row').filter({ hasText: person.email }).getByRole('button', { name: 'View' }).click()
    await expect(page.getByRole('dialog').getByText('Accepted amount', { exact: true })).toBeVisible()
    await expect(
      page
        .getByRole('dialog')
        .locator('strong')
        .filter({ hasText: /^199\.\d+ USDT$/ }),
    ).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
    await expect(
      page.getByText(new RegExp(`^Removes 36[56] days from ${person.username}'s membership: its? end`)),
    ).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Only unused days/ })).toBeChecked()
    await page.getByRole('radio', { name: /^All days of the order/ }).check()
    await expectCleanPage(page, 'en', 'the reversal')
    await expect(
      page.getByText(new RegExp(`^${inviter.username}'s unsettled share of 19\\.\\d+ USDT is voided$`)),
    ).toBeVisible()
  })

  test('changes a setting: rejects invalid values and records the change in the history and audit log', async ({
    page,
  }) => {
    await logInAs(page, admin)
    await page.goto('/manager/settings')
    const setting = page.locator('[data-setting=address_cooling_hours]')
    const before = Number.parseInt(await setting.getByText(/^\d+ hours$/).innerText(), 10)
    await setting.getByRole('button', { name: /^Change/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Change/ })
    const field = dialog.getByRole('textbox').first()
    await expect(dialog.getByRole('button', { name: 'Save setting' })).toBeDisabled()
    await field.fill('721')
    await dialog.getByRole('button', { name: 'Save setting' }).click()
    await expect(dialog.getByRole('alert')).toHaveText([
      'Please enter a whole number from 0 to 720',
      'Please enter remark',
    ])
    await dialog.getByRole('textbox', { name: 'Remark' }).fill('Agreed')
    const after = before === 25 ? 26 : 25
    await field.fill(String(after))
    await expectCleanPage(page, 'en', 'the change')
    await field.press('Enter')
    const stepUp = page.getByRole('dialog', { name: 'Confirm your identity' })
    await stepUp.getByRole('textbox', { name: 'Password' }).fill(admin.password)
    await stepUp.getByRole('textbox', { name: 'Password' }).press('Enter')
    await expect(setting).toContainText(`${after} hours`)
    await setting.getByRole('button', { name: /^History/ }).click()
    await expect(page.getByRole('dialog').getByRole('row')).toContainText([
      /Value/,
      new RegExp(`${after} hours.*dev-admin`),
      new RegExp(`${before} hours`),
    ])
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('combobox', { name: 'Action' }).selectOption('save_setting')
    await expect(page).toHaveURL(/action=save_setting/)
    await page
      .getByRole('row')
      .filter({ hasText: 'Setting New address cooldown' })
      .first()
      .getByRole('button', { name: 'View change' })
      .click()
    await expect(
      page
        .getByRole('dialog')
        .getByRole('row')
        .filter({ hasText: String(after) }),
    ).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: 'Agreed' })).toBeVisible()
  })

  test('exports lists as files; every page is accessible and translated', async ({ page }) => {
    await logInAs(page, admin)
    for (const place of PLACES) {
      await page.goto(`/manager/${place}`)
      await waitUntilLoaded(page)
      await expectCleanPage(page, 'en', place)
    }
    await page.goto('/manager/user')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  })
})

test.describe('in Chinese, on a phone', () => {
  test.use({ visitor: { ...LOGGED_OUT, language: 'zh', theme: 'light' }, ...PHONE })

  test('assigns the inviter role through the menu, the search and the dialog', { tag: '@long' }, async ({ page }) => {
    const person = await signUp(BASE_URL)
    await logInAs(page, admin)
    await page.goto('/manager')
    await page.getByRole('button', { name: /^后台管理/ }).click()
    await page.getByRole('menuitem', { name: '用户管理' }).click()
    await page.getByRole('searchbox').fill(person.username)
    const card = page.getByRole('listitem').filter({ hasText: person.email })
    await expect(card).toContainText('普通用户')
    await card.getByRole('button', { name: '分配角色' }).click()
    const dialog = page.getByRole('dialog', { name: `分配角色：${person.username}` })
    await expect(dialog.getByRole('button', { name: '保存角色' })).toBeDisabled()
    await dialog.getByRole('radio', { name: '推广人' }).check()
    await expect(dialog.getByText('成为推广人')).toBeVisible()
    await expect(dialog.getByText('无需重新登录')).toBeVisible()
    await dialog.getByRole('button', { name: '保存角色' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('请输入备注')
    await dialog.getByRole('textbox', { name: '备注' }).fill('本人申请')
    await expectCleanPage(page, 'zh', 'the role')
    await dialog.getByRole('button', { name: '保存角色' }).click()
    const stepUp = page.getByRole('dialog', { name: '身份验证' })
    await stepUp.getByRole('textbox', { name: '密码' }).fill(admin.password)
    await stepUp.getByRole('button', { name: '确认' }).click()
    await expect(card).toContainText('推广人')
  })

  test('every page is accessible and translated', { tag: '@long' }, async ({ page }) => {
    await logInAs(page, admin)
    for (const place of PLACES) {
      await page.goto(`/manager/${place}`)
      await waitUntilLoaded(page)
      await expectCleanPage(page, 'zh', place)
      const pager = page.getByRole('navigation', { name: '分页' })
      if ((await pager.count()) > 0) expect((await pager.boundingBox())!.height, `${place}: one line`).toBeLessThan(40)
    }
  })
})
