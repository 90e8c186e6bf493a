import { readFile } from 'node:fs/promises'
import { seriousFindings } from '../support/accessibility.ts'
import { AccountPages } from '../support/account-pages.ts'
import { Operator, randomAddress } from '../support/business.ts'
import { logIn, signUp } from '../support/people.ts'
import { PORT } from '../support/places.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'
import { latinWords, pageTexts } from '../support/words.ts'

const SUITE = `http://127.0.0.1:${PORT}`

test.use({ visitor: LOGGED_OUT })

test('only an inviter has the promotion page: link, QR codes, payout address with step-up, in both languages', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const who = await signUp(SUITE)
  const at = new AccountPages(page, 'en')
  await page.goto('/login')
  await at.logIn(who.email, who.password)
  await expect(page).toHaveURL(/\/order/)
  await page.goto('/promotion-progress')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Promotion profit')

  await (await Operator.create(SUITE)).makeInviter(who.token)
  const token = await logIn(SUITE, who)
  await page.evaluate((mine) => localStorage.setItem('Authorization', mine), token)
  await page.goto('/setting/theme')
  await at.open('Promotion profit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promotion profit')
  await expect(page.getByText('Nobody has come through your link yet')).toBeVisible()
  const link = await page.locator('[data-link]').innerText()
  expect(link).toMatch(/\/create\/\w+$/)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await at.expectToast('Copy Success')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(await seriousFindings(page)).toEqual([])

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

  const address = randomAddress()
  await page.getByRole('button', { name: 'Set payout address' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please enter the payout address' })).toBeVisible()
  await at.field('Payout address').fill(address)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' })
  expect(await seriousFindings(page)).toEqual([])
  await stepUp.getByRole('textbox', { name: 'Password', exact: true }).fill(who.password)
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await at.expectToast('The payout address is saved')
  await expect(page.locator('[data-payout]')).toHaveText(address)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => localStorage.setItem('language', 'zh'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('推广收益')
  await expect(page.getByText('还没有邀请记录')).toBeVisible()
  expect((await pageTexts(page)).filter((text) => latinWords(text.replaceAll(/\S+@\S+/g, '')) !== '')).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.querySelector('#main')!.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
