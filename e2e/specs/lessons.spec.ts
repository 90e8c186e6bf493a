import type { Page } from '@playwright/test'
import { MINUTE_MS, SECOND_MS } from '@flowprint/orderflow'
import { getSeriousFindings } from '../support/accessibility.ts'
import { OrderPage } from '../support/order-page.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

const SELECTION = { symbol: 'DEMO:BTCUSD', cycle: '1m', precision: '10' }

const lessonBar = (page: Page) => page.getByRole('region', { name: 'Lesson', exact: true })
const replayBar = (page: Page) => page.getByRole('region', { name: 'Replay', exact: true })
const cutoffOf = async (page: Page) => Number(await replayBar(page).getAttribute('data-cutoff'))
const leaderOf = (page: Page) => page.locator('[data-chart]').getAttribute('data-leader')

test('followers see the cutoff, the crosshair and the market of the leader, and nothing later', async ({
  page,
  order,
  context,
  openAs,
}) => {
  test.setTimeout(120_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await order.open(SELECTION)
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 20 * MINUTE_MS + 30 * SECOND_MS
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Start a replay' })
  await dialog.getByLabel('Start (UTC)').fill(new Date(start).toISOString().slice(0, 19))
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')

  await replayBar(page).getByRole('button', { name: 'Start a lesson' }).click()
  await expect(lessonBar(page)).toContainText('You are leading')
  await lessonBar(page).getByRole('button', { name: 'Copy lesson link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/order\?lesson=[\w-]{22}$/)

  const student = await openAs(REGULAR)
  let isShown = false
  const late: string[] = []
  student.on('request', (sent) => {
    const url = new URL(sent.url())
    if (!isShown || !/\/api\/(footprint|trades|big_trades|profile|depth|book)$/.test(url.pathname)) return
    const asOf = Number(url.searchParams.get('as_of'))
    // The leader plays at most ten minutes further.
    if (!(asOf > 0 && asOf < start + 10 * MINUTE_MS)) late.push(sent.url())
  })
  await student.goto(link.replace(/^https?:\/\/[^/]+/, ''))
  await expect(lessonBar(student)).toContainText('Following the leader')
  await expect.poll(() => cutoffOf(student)).toBe(start)
  await expect(replayBar(student)).toHaveAttribute('aria-busy', 'false')
  await new OrderPage(student).expectApplied(SELECTION)
  await expect(new OrderPage(student).status).toContainText('Replay')
  await expect(lessonBar(page)).toContainText('Followers: 1')
  isShown = true

  // Steps.
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => cutoffOf(page)).toBe(start + 30 * SECOND_MS)
  await expect.poll(() => cutoffOf(student)).toBe(start + 30 * SECOND_MS)
  await page.getByRole('button', { name: 'Next trade', exact: true }).click()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  await expect.poll(async () => (await cutoffOf(student)) === (await cutoffOf(page))).toBe(true)

  // Plays, and stops at the same moment.
  await replayBar(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect(lessonBar(student)).toContainText('Playing 10×')
  await expect.poll(async () => (await cutoffOf(student)) > start + 35 * SECOND_MS).toBe(true)
  await replayBar(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(lessonBar(student)).not.toContainText('Playing')
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  await expect.poll(async () => (await cutoffOf(student)) === (await cutoffOf(page))).toBe(true)

  // The crosshair, and its absence.
  const box = (await page.locator('[data-chart]').boundingBox())!
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.3)
  await page.mouse.move(box.x + box.width * 0.5 + 3, box.y + box.height * 0.3)
  await expect.poll(() => leaderOf(student)).toMatch(/^\d{13} \d+(\.\d+)?$/)
  await order.leaveChart()
  await expect.poll(() => leaderOf(student)).toBe('')

  // Another market, on both.
  await order.symbolButton.click()
  await order.picker
    .getByRole('option', { name: /ETHUSD/ })
    .first()
    .click()
  await order.switchButton.click()
  await expect(student.getByRole('application', { name: /^Order flow chart of DEMO:ETHUSD, cycle 1m/ })).toBeVisible()
  await expect(lessonBar(student)).toContainText('Following the leader')
  await expect.poll(async () => (await cutoffOf(student)) === (await cutoffOf(page))).toBe(true)
  expect(late).toEqual([])
  expect(await getSeriousFindings(student)).toEqual([])

  // A follower who stops keeps their place; following again returns to the leader's.
  await lessonBar(student).getByRole('button', { name: 'Stop following' }).click()
  const kept = await cutoffOf(student)
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => cutoffOf(page)).toBeGreaterThan(kept)
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  expect(await cutoffOf(student)).toBe(kept)
  await lessonBar(student).getByRole('button', { name: 'Follow again' }).click()
  await expect.poll(async () => (await cutoffOf(student)) === (await cutoffOf(page))).toBe(true)

  // An own move stops following, too.
  await replayBar(student).getByRole('button', { name: 'Back 5 min' }).click()
  await expect(lessonBar(student)).toContainText('Not following')
  await lessonBar(student).getByRole('button', { name: 'Follow again' }).click()
  await expect.poll(async () => (await cutoffOf(student)) === (await cutoffOf(page))).toBe(true)

  // A reload continues on both sides.
  await student.reload()
  await expect.poll(async () => (await cutoffOf(student)) === (await cutoffOf(page))).toBe(true)
  await page.reload()
  await expect(lessonBar(page)).toContainText('You are leading')
  await expect(replayBar(student)).toHaveCount(0)
  await expect(lessonBar(student)).toContainText('Following the leader')

  await lessonBar(page).getByRole('button', { name: 'End lesson' }).click()
  await expect(lessonBar(page)).toHaveCount(0)
  await expect(lessonBar(student)).toContainText('The lesson has ended.')
  await lessonBar(student).getByRole('button', { name: 'Close' }).click()
  await expect(lessonBar(student)).toHaveCount(0)
})
