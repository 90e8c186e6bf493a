import { readFileSync } from 'node:fs'
import { getSeriousFindings } from '../support/accessibility.ts'
import { AccountPages } from '../support/account-pages.ts'
import { Operator, createAddress, createTransactionId } from '../support/business.ts'
import { getLayoutShifts } from '../support/canvas.ts'
import { BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR, LOGGED_OUT } from '../support/visitor.ts'
import { hasHan, isKey, findLatinWords, getPageTexts } from '../support/words.ts'

/** Texts of the pages from the specification. */
const WORDS = {
  zh: {
    orders: '订单中心',
    export: '导出 CSV',
    none: '暂无订单',
    renew: '开通或续费',
    heading: '开通会员',
    pay: '转账付款',
    copyAmount: '复制金额',
    copied: '复制成功',
    address: '付款地址',
    transaction: '交易 ID',
    badAddress: '地址无效，请检查是否完整',
    recognised: '已识别：',
    incomplete: '请填写完整信息',
    submit: '提交',
    success: '提交成功，请耐心等待审核',
    waiting: '付款正在审核',
    toOrders: '查看订单中心',
    pending: '待审核',
    passed: '已通过',
    noMatch: '没有符合条件的订单',
    clear: '清除筛选',
    search: '搜索交易 ID',
    explorer: '在区块浏览器中查看',
    active: '审核已通过，会员已生效',
  },
  en: {
    orders: 'Order centre',
    export: 'Export CSV',
    none: 'No orders yet',
    renew: 'Open or renew',
    heading: 'Open membership',
    pay: 'Send the payment',
    copyAmount: 'Copy amount',
    copied: 'Copy Success',
    address: 'Payment address',
    transaction: 'Transaction ID',
    badAddress: 'Invalid address. Check that it is complete',
    recognised: 'Recognised: ',
    incomplete: 'Please fill in complete information',
    submit: 'Submit',
    success: 'Submission successful, please wait patiently for review',
    waiting: 'Your payment is under review',
    toOrders: 'Go to the order centre',
    pending: 'Pending',
    passed: 'Passed',
    noMatch: 'No matching orders',
    clear: 'Clear filters',
    search: 'Search transaction ID',
    explorer: 'View in the block explorer',
    active: 'Payment approved. Your membership is active',
  },
} as const

let operator: Operator
let receiving = ''
test.beforeAll(async () => {
  operator = await Operator.create(BASE_URL)
  receiving = await operator.openPayment()
})

for (const { language, theme, isPhone } of [
  { language: 'zh', theme: 'light', isPhone: true },
  { language: 'en', theme: 'dark', isPhone: false },
] as const) {
  test.describe(`in ${language}, ${isPhone ? 'on a phone' : 'on a desktop'}`, { tag: isPhone ? '@long' : [] }, () => {
    const device = isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}
    test.use({ visitor: { ...REGULAR, account: 'new', language, theme }, ...device })
    const words = WORDS[language]

    test('pays the exact amount, submits the order and becomes a member after the review', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const account = new AccountPages(page, language, isPhone)
      const expectCleanPage = async (where: string) => {
        expect(await getSeriousFindings(page), where).toEqual([])
        const texts = (await getPageTexts(page)).map((text) =>
          text.replaceAll(/\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b[0-9a-f]{64}\b|\S+@\S+|[0-9a-f]+…[0-9a-f]+/g, ''),
        )
        expect(texts.filter(isKey), where).toEqual([])
        expect(
          texts.filter((text) => (language === 'zh' ? findLatinWords(text) !== '' : hasHan(text) && text !== '中文')),
          where,
        ).toEqual([])
        expect(
          await page.evaluate(() => document.querySelector('#main')!.scrollWidth - innerWidth),
          `${where} overflows horizontally`,
        ).toBeLessThanOrEqual(0)
      }

      await page.goto('/setting/theme')
      await account.open(words.orders)
      await expect(page).toHaveURL(/\/order\/center$/)
      await expect(page.getByText(words.none)).toBeVisible()
      await page.getByRole('link', { name: words.renew }).click()

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.heading)
      await expect(page.getByRole('heading', { name: words.pay })).toBeVisible()
      await expect(page.locator('[data-address]')).toHaveText(receiving)
      await expect(page.locator('[data-amount]')).toHaveText(/^199\.\d{2,3}$/)
      const amount = await page.locator('[data-amount]').innerText()
      await page.getByRole('button', { name: words.copyAmount }).click()
      await account.expectToast(words.copied)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(amount)

      const transaction = createTransactionId()
      await account.submit(words.submit).click()
      await expect(page.getByRole('alert').filter({ hasText: words.incomplete })).toBeVisible()
      await account.write({
        [words.address]: receiving.slice(0, -1),
        [words.transaction]: `https://tronscan.org/#/transaction/${transaction}`,
      })
      await expect(page.getByRole('alert').filter({ hasText: words.badAddress })).toBeVisible()
      await expect(page.getByText(words.recognised)).toBeVisible()
      await expectCleanPage('the payment page with faults')
      await account.write({ [words.address]: createAddress() })
      await account.submit(words.submit).click()
      await account.expectToast(words.success)
      await expect(page.getByText(words.waiting)).toBeVisible()
      await page.reload()
      await expect(page.getByText(words.waiting)).toBeVisible()
      await expect(page.locator('[data-address]'), 'the address is hidden after submitting').toHaveCount(0)
      await expectCleanPage('a payment under review')

      await page.getByRole('link', { name: words.toOrders }).click()
      const row = page.locator(isPhone ? '#main li' : 'tbody tr')
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(amount)
      await expect(row.locator('[data-status=pending]')).toHaveText(words.pending)
      await expect(row.getByRole('link', { name: words.explorer })).toHaveAttribute(
        'href',
        new RegExp(`/${transaction}$`),
      )
      await row.locator('[data-copy]').first().click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(transaction)
      await expectCleanPage('the order centre')
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words.export }).click(),
      ])
      expect(readFileSync(await file.path(), 'utf8')).toContain(`,${transaction},`)

      await page.getByRole('radio', { name: words.passed }).click()
      await expect(page).toHaveURL(/\?status=passed$/)
      await expect(page.getByText(words.noMatch)).toBeVisible()
      await operator.review(transaction, 'passed', '已核对 199')
      await page.reload()
      await expect(row.locator('[data-status=passed]')).toHaveText(words.passed)
      await page.getByRole('searchbox', { name: words.search }).fill(createTransactionId())
      await expect(page).toHaveURL(/transaction_id=/)
      await expect(page.getByText(words.noMatch)).toBeVisible()
      await page.getByRole('button', { name: words.clear }).click()
      await expect(page).toHaveURL(/\/order\/center$/)
      await expect(row).toHaveCount(1)
      await expect(page.locator('[data-membership]')).toHaveText(/^20\d\d\.\d\d\.\d\d$/)
    })
  })
}

test.describe('while a payment is under review', () => {
  test.use({ visitor: { ...REGULAR, account: 'new' } })

  test('the page updates when the order is approved', { tag: '@long' }, async ({ page }) => {
    const transaction = createTransactionId()
    const account = new AccountPages(page, 'en')
    await page.clock.install()
    await page.goto('/activate')
    await account.write({ [WORDS.en.address]: createAddress(), [WORDS.en.transaction]: transaction })
    await account.submit(WORDS.en.submit).click()
    await expect(page.getByText(WORDS.en.waiting)).toBeVisible()
    await operator.review(transaction, 'passed', 'Checked')
    await page.clock.runFor(16_000)
    await expect(page.getByText(WORDS.en.active)).toBeVisible()
    await expect(page.locator('[data-membership]')).toHaveText(/^20/)
  })
})

test.describe('after a review', () => {
  test.use({ visitor: { ...REGULAR, account: 'new' } })

  test(
    'shows why the last order was rejected, above the form, until the next one is submitted',
    { tag: '@long' },
    async ({ page }) => {
      const transaction = createTransactionId()
      const account = new AccountPages(page, 'en')
      await page.goto('/activate')
      await account.write({ [WORDS.en.address]: createAddress(), [WORDS.en.transaction]: transaction })
      await account.submit(WORDS.en.submit).click()
      await expect(page.getByText(WORDS.en.waiting)).toBeVisible()
      await operator.review(transaction, 'refused', 'The amount is too low')
      await page.reload()
      const notice = page.getByRole('alert').filter({ hasText: 'Your last order was refused' })
      await expect(notice).toContainText('Reason: The amount is too low')
      await expect(page.locator('form')).toBeVisible()
      expect((await notice.boundingBox())!.y).toBeLessThan((await page.locator('form').boundingBox())!.y)
      expect(await getLayoutShifts(page)).toEqual([])
      await account.write({ [WORDS.en.address]: createAddress(), [WORDS.en.transaction]: createTransactionId() })
      await account.submit(WORDS.en.submit).click()
      await expect(page.getByText(WORDS.en.waiting)).toBeVisible()
      await expect(notice).toHaveCount(0)
      // A pending order is shown even if payment is closed.
      await page.route('**/api/quote_order', (route) =>
        route.fulfill({ json: { code: 412, message: 'Payment is not open yet', data: { error: 'ADDRESS_NOT_SET' } } }),
      )
      await page.reload()
      await expect(page.getByText(WORDS.en.waiting)).toBeVisible()
    },
  )
})

test.describe('for visitors', () => {
  test.use({ visitor: LOGGED_OUT })

  test(
    'shows the price, asks for a login to submit and hides the receiving address',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/activate')
      await expect(page.getByText('199', { exact: true })).toBeVisible()
      await expect(page.locator('[data-address]')).toHaveCount(0)
      expect(await page.content()).not.toContain(receiving)
      await page.locator('form').getByRole('button', { name: 'Log in to submit' }).click()
      await expect(page).toHaveURL(/\/login\?next=%2Factivate$/)
    },
  )
})

test('shows that payment is not open without a receiving address', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/quote_order', (route) =>
    route.fulfill({ json: { code: 412, message: 'Payment is not open yet', data: { error: 'ADDRESS_NOT_SET' } } }),
  )
  await page.goto('/activate')
  await expect(page.getByText('Payment is not open yet')).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  expect(await getLayoutShifts(page)).toEqual([])
})
