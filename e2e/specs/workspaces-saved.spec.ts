import { readFile } from 'node:fs/promises'
import type { Workspace, Workspaces } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { getSeriousFindings } from '../support/accessibility.ts'
import { callAs } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR, type Visitor } from '../support/visitor.ts'

// Other specs add markets: without a last visit, the first of all is shown.
const NEW_ACCOUNT: Visitor = { ...REGULAR, account: 'new', symbol: 'DEMO:BTCUSD' }
test.use({ visitor: NEW_ACCOUNT })

/** Calls the API in the name of the page's account. */
async function callAsPage<Data>(page: Page, path: string, body: object = {}): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('Authorization'))
  return (await callAs<Data>(new URL(page.url()).origin, path, { body, token: token ?? '' })).data
}
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Workspace' })
const tabs = (page: Page) => bar(page).getByRole('tab')
const list = (page: Page) => page.getByRole('dialog', { name: 'Workspaces' })
const unsavedMark = (page: Page) => bar(page).getByRole('img', { name: 'Unsaved changes' })

async function open(page: Page): Promise<void> {
  await page.goto('/workspace')
  await expect(tabs(page).first()).toBeVisible({ timeout: 30_000 })
}
async function openList(page: Page) {
  await bar(page).getByRole('button', { name: 'Workspaces' }).click()
  await expect(list(page)).toBeVisible()
  return list(page)
}
async function addTab(page: Page, preset: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'New tab' }).click()
  await page.getByRole('menuitem', { name: preset }).click()
}

test('a workspace is saved, reloaded, renamed, restored and deleted', async ({ page }) => {
  await open(page)
  await expect(tabs(page)).toHaveText(['Multi-timeframe'])
  await expect(unsavedMark(page)).toHaveCount(0)

  // Without a name, Ctrl S asks for one.
  await page.keyboard.press('Control+s')
  await expect(list(page).getByText('No saved workspaces yet.')).toBeVisible()
  expect(await getSeriousFindings(page)).toEqual([])
  await list(page).getByRole('textbox', { name: 'Name of the workspace' }).fill('Morning')
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('listitem', { name: 'Morning' })).toContainText('open')
  await list(page).getByRole('button', { name: 'Close' }).click()

  // Unsaved changes survive a reload and do not reach the account.
  await addTab(page, 'Single')
  await expect(tabs(page)).toHaveText(['Multi-timeframe', 'Single'])
  await expect(unsavedMark(page)).toBeVisible()
  await page.reload()
  await expect(tabs(page)).toHaveText(['Multi-timeframe', 'Single'])
  await expect(unsavedMark(page)).toBeVisible()
  expect((await callAsPage<Workspace>(page, '/workspace', { name: 'Morning' })).document.tabs).toHaveLength(1)
  await page.keyboard.press('Control+s')
  await expect(unsavedMark(page)).toHaveCount(0)
  expect((await callAsPage<Workspace>(page, '/workspace', { name: 'Morning' })).document.tabs).toHaveLength(2)

  // Renaming, then the version before the second tab.
  const dialog = await openList(page)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByRole('listitem').getByRole('textbox').fill('Evening')
  await page.keyboard.press('Enter')
  const row = dialog.getByRole('listitem', { name: 'Evening' })
  await row.getByRole('button', { name: 'Versions' }).click()
  await row.getByRole('button', { name: 'Preview' }).click()
  await expect(row.getByText('Tabs: 1 · Cells: 4')).toBeVisible()
  expect(await getSeriousFindings(page)).toEqual([])
  await row.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog).toBeHidden()
  await expect(tabs(page)).toHaveText(['Multi-timeframe'])
  await expect(unsavedMark(page)).toHaveCount(0)

  // Deleted, it stays on the page.
  await openList(page)
  await row.getByRole('button', { name: 'Delete' }).click()
  await row.getByRole('button', { name: 'Confirm deletion' }).click()
  await expect(dialog.getByText('No saved workspaces yet.')).toBeVisible()
  expect((await callAsPage<Workspaces>(page, '/workspaces')).list).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(tabs(page)).toHaveText(['Multi-timeframe'])
  await expect(unsavedMark(page)).toBeVisible()
})

test('a name that is entered while the list loads is saved', async ({ page }) => {
  await open(page)
  const { promise: isEntered, resolve: enter } = Promise.withResolvers<void>()
  await page.route('**/api/workspaces', async (route) => {
    await isEntered
    await route.continue()
  })
  await openList(page)
  await list(page).getByRole('textbox', { name: 'Name of the workspace' }).fill('Early')
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('button', { name: 'Save as' })).toBeDisabled()
  enter()
  await expect(list(page).getByRole('listitem', { name: 'Early' })).toContainText('open')
})

test('changes made elsewhere are noticed, and neither side is lost', async ({ page }) => {
  await open(page)
  await openList(page)
  await list(page).getByRole('textbox', { name: 'Name of the workspace' }).fill('Shared')
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('listitem', { name: 'Shared' })).toBeVisible()
  await list(page).getByRole('button', { name: 'Close' }).click()
  const { version, document } = await callAsPage<Workspace>(page, '/workspace', { name: 'Shared' })
  const theirs = { ...document, tabs: [{ ...document.tabs[0], name: 'Theirs' }] }
  await callAsPage(page, '/save_workspace', { name: 'Shared', version, document: theirs })

  await addTab(page, 'Single')
  await page.keyboard.press('Control+s')
  const conflict = page.getByRole('dialog', { name: 'The workspace was changed elsewhere' })
  await expect(conflict).toBeVisible()
  expect(await getSeriousFindings(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Open the other one' }).click()
  await expect(tabs(page)).toHaveText(['Theirs'])
  await openList(page)
  await list(page).getByRole('button', { name: 'Continue editing' }).click()
  await expect(tabs(page)).toHaveText(['Multi-timeframe', 'Single'])
  await page.keyboard.press('Control+s')
  await conflict.getByRole('button', { name: 'Replace with mine' }).click()
  // What is behind a dialog has no roles.
  await expect(conflict).toHaveCount(0)
  await expect(unsavedMark(page)).toHaveCount(0)
  const versions = await callAsPage<{ list: unknown[] }>(page, '/workspace_versions', { name: 'Shared' })
  expect(versions.list).toHaveLength(2)
})

test('a file and a link carry a workspace to another member', async ({ page, context, openAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await addTab(page, 'Scalping')
  await openList(page)
  const downloading = page.waitForEvent('download')
  await list(page).getByRole('button', { name: 'Export file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Workspace.flowprint.json')
  const text = await readFile(await download.path(), 'utf8')
  await list(page).getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/workspace#w=1\./)
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // A wrong file is refused with the path of the field.
  const chooser = list(page).locator('input[type=file]')
  const choose = (content: string) =>
    chooser.setInputFiles({ name: 'w.flowprint.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await choose(text.replace('"kind": "ladder"', '"kind": "clock"'))
  await expect(list(page).getByRole('alert')).toContainText('tabs.1.cells.1.kind must be one of chart')
  await choose(text.replace('"format": 1', '"format": 2'))
  await expect(list(page).getByRole('alert')).toContainText('a newer version of the site')
  await choose(text.replaceAll('Scalping', 'From file'))
  await expect(list(page)).toBeHidden()
  await expect(tabs(page)).toHaveText(['Multi-timeframe', 'From file'])

  // Another member opens the link: unsaved, and it leaves the address.
  const other = await openAs(REGULAR)
  await other.goto(link)
  await expect(tabs(other)).toHaveText(['Multi-timeframe', 'Scalping'], { timeout: 30_000 })
  await expect(other).toHaveURL('/workspace')
  await expect(unsavedMark(other)).toBeVisible()
  await other.reload()
  await expect(tabs(other)).toHaveText(['Multi-timeframe', 'Scalping'])

  // A damaged one changes nothing.
  await page.goto('about:blank')
  await page.goto('/workspace#w=1.damaged')
  const refused = page.getByRole('dialog', { name: 'The workspace of the link cannot be opened' })
  await expect(refused).toContainText('The current workspace is unchanged.')
  await refused.getByRole('button', { name: 'OK' }).click()
  await expect(tabs(page)).toHaveText(['Multi-timeframe', 'From file'])
  await expect(page).toHaveURL('/workspace')
  expect((await callAsPage<Workspaces>(page, '/workspaces')).list).toEqual([])
})
