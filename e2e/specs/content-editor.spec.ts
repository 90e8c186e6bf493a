import { randomUUID } from 'node:crypto'
import type { Content } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { expectCleanPage, logInAs, waitUntilLoaded } from '../support/back-office.ts'
import { callAs, fetchDevAccounts, logIn, type Credentials } from '../support/accounts.ts'
import { BASE_URL } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT } from '../support/visitor.ts'

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let admin: Credentials
test.beforeAll(async () => {
  ;({ admin } = await fetchDevAccounts(BASE_URL))
})

/** The text that visitors see; null if none is published. */
async function fetchPublished(key: string, language: string): Promise<string | null> {
  const { code, data } = await callAs<Content>(BASE_URL, `/content?key=${key}&language=${language}`)
  return code === 200 ? data.markdown : null
}

async function reauthenticate(page: Page): Promise<void> {
  const stepUp = page.getByRole('dialog', { name: 'Confirm your identity' })
  await stepUp.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await stepUp.getByRole('textbox', { name: 'Password' }).press('Enter')
}

test.describe('in English, on a desktop', () => {
  test.use({ visitor: { ...LOGGED_OUT, language: 'en', theme: 'dark' } })

  test('writes, illustrates and publishes an article, resolves an edit conflict and restores an old version', async ({
    page,
  }) => {
    const key = `article-${randomUUID().slice(0, 8)}`
    await logInAs(page, admin)
    await page.goto('/manager/content')
    await page.getByRole('button', { name: 'New article' }).click()
    await page.getByRole('textbox', { name: 'Key' }).fill('team')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('This key is already in use')
    await page.getByRole('textbox', { name: 'Key' }).fill(key)
    await page.keyboard.press('Enter')

    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    const preview = page.getByRole('group', { name: 'Preview' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Reading the tape')
    await text.fill('Sweeps')
    await text.selectText()
    await page.keyboard.press('Control+b')
    await expect(preview.getByText('Sweeps')).toHaveJSProperty('tagName', 'STRONG')
    await page.keyboard.press('Control+End')
    await page
      .getByLabel('Insert picture')
      .setInputFiles({ name: 'sweep-of-asks.png', mimeType: 'image/png', buffer: PICTURE })
    await reauthenticate(page)
    await expect(preview.getByRole('img', { name: 'sweep of asks' })).toHaveAttribute(
      'src',
      /^\/api\/pictures\/[0-9a-f]{64}\.png$/,
    )
    await page
      .getByLabel('Insert picture')
      .setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByRole('alert')).toContainText('false.png was not uploaded')
    await page.getByRole('button', { name: 'Dismiss' }).click()

    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Not visible to visitors')).toBeVisible()
    expect(await fetchPublished(key, 'en')).toBeNull()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Remark' }).fill('Approved')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Visitors see version 2')).toBeVisible()
    expect(await fetchPublished(key, 'en')).toContain('**Sweeps**')

    const other = await logIn(BASE_URL, admin)
    await callAs(BASE_URL, '/step_up', { body: { password: admin.password }, token: other })
    const theirs = { key, language: 'en', title: 'Theirs', markdown: 'Theirs', publish: false, version: 2 }
    expect(await callAs(BASE_URL, '/admin_save_content', { body: theirs, token: other })).toMatchObject({ code: 200 })
    await text.fill('Mine')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('alert')).toContainText('saved version 3 while you were writing')
    await expect(text).toHaveValue('Mine')
    await expectCleanPage(page, 'en', 'the other version')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Visitors see version 2; the draft is version 4')).toBeVisible()

    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'View version 2' }).click()
    await expectCleanPage(page, 'en', 'an old version')
    await page.getByRole('button', { name: 'Use this text' }).click()
    await expect(text).toHaveValue(/^\*\*Sweeps\*\*/)
    await page.reload()
    await expect(page.getByText(/Unsaved text from .* has been restored/)).toBeVisible()
    await page.getByRole('button', { name: 'Discard and use the saved text' }).click()
    await expect(text).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Remark' }).fill('Approved')
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await expect(page.getByText('Not visible to visitors')).toBeVisible()
    expect(await fetchPublished(key, 'en')).toBeNull()
  })
})

test.describe('in Chinese, on a phone', { tag: '@long' }, () => {
  test.use({
    visitor: { ...LOGGED_OUT, language: 'zh', theme: 'light' },
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })

  test('opens a page from its card and switches between text and preview', async ({ page }) => {
    await logInAs(page, admin)
    await page.goto('/manager/content')
    await page.getByRole('listitem').filter({ hasText: 'team' }).getByRole('link', { name: /^编辑/ }).click()
    await waitUntilLoaded(page)
    await page.getByRole('textbox', { name: '标题' }).fill('谁写下这些代码')
    await page.getByRole('radio', { name: '预览' }).click()
    await expect(page.getByRole('heading', { level: 2, name: '谁写下这些代码' })).toBeVisible()
    await page.getByRole('radio', { name: '编辑' }).click()
    await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue('谁写下这些代码')
    // page.goBack() would wait for a navigation, which the dialog blocks.
    await page.evaluate(() => history.back())
    await page.getByRole('dialog', { name: '不保存就离开？' }).getByRole('button', { name: '不保存并离开' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '内容管理' })).toBeVisible()
  })
})
