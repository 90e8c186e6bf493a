import { readFile } from 'node:fs/promises'
import { getSeriousFindings } from '../support/accessibility.ts'
import { AccountPages } from '../support/account-pages.ts'
import { Operator, createAddress } from '../support/business.ts'
import { logIn, signUp } from '../support/accounts.ts'
import { BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'
import { findLatinWords, getPageTexts } from '../support/words.ts'

test.use({ visitor: LOGGED_OUT })

test('only an inviter has the promotion page: link, QR codes, payout address with step-up, in both languages', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await signUp(BASE_URL)
  const account = new AccountPages(page, 'en')
  await page.goto('/login')
  await account.logIn(person.email, person.password)
  await expect(page).toHaveURL(/\/order/)
  await page.goto('/promotion-progress')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Promotion profit')

  await (await Operator.create(BASE_URL)).makeInviter(person.token)
  const token = await logIn(BASE_URL, person)
  await page.evaluate((mine) => localStorage.setItem('Authorization', mine), token)
  await page.goto('/setting/theme')
  await account.open('Promotion profit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promotion profit')
  await expect(page.getByText('No invitees yet')).toBeVisible()
  const link = await page.locator('[data-link]').innerText()
  expect(link).toMatch(/\/create\/\w+$/)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await account.expectToast('Copy Success')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(await getSeriousFindings(page)).toEqual([])

  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return readFile(await download.path())
  }
  expect((await save('Download PNG')).subarray(1, 4).toString()).toBe('PNG')
  expect((await save('Download SVG')).toString()).toMatch(/^<svg /)

  const trend = page.getByRole('slider')
  await trend.focus()
  const today = await trend.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(trend).not.toHaveAttribute('aria-valuetext', today ?? '')

  const address = createAddress()
  await page.getByRole('button', { name: 'Set payout address' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please enter the payout address' })).toBeVisible()
  await account.field('Payout address').fill(address)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm your identity' })
  await expect(stepUp).toBeVisible()
  expect(await getSeriousFindings(page)).toEqual([])
  await stepUp.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await account.expectToast('Payout address saved')
  await expect(page.locator('[data-payout]')).toHaveText(address)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => localStorage.setItem('language', 'zh'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('推广收益')
  await expect(page.getByText('暂无邀请记录')).toBeVisible()
  expect((await getPageTexts(page)).filter((text) => findLatinWords(text.replaceAll(/\S+@\S+/g, '')) !== '')).toEqual(
    [],
  )
  expect(await getSeriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.querySelector('#main')!.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
