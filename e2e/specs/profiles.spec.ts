import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

// Drawings are saved to the account.
test.use({ visitor: { ...REGULAR, account: 'new' } })

const SYMBOL = 'DEMO:BTCUSD'
const shown = (page: Page, kind: string) => page.locator(`[data-profiles] [data-kind=${kind}]`)

/** POC, VAH and VAL of a profile from its accessible description. */
async function readLevels(item: Locator): Promise<{ from: number; to: number; poc: number; vah: number; val: number }> {
  const { text, from, to } = await item.evaluate((li) => {
    const { from, to } = (li as HTMLElement).dataset
    return { text: li.textContent ?? '', from, to }
  })
  const [, poc, vah, val] = /POC ([\d.]+), VAH ([\d.]+), VAL ([\d.]+)/.exec(text) ?? []
  return { from: Number(from), to: Number(to), poc: Number(poc), vah: Number(vah), val: Number(val) }
}

test('a profile drawn on the chart matches the API and persists across a reload', async ({ page, order, request }) => {
  await order.open({ symbol: SYMBOL, cycle: '5m', precision: '10' })
  await order.chart.focus()
  for (let i = 0; i < 6; i++) await page.keyboard.press('-')
  await page.getByRole('button', { name: 'Volume profiles', exact: true }).click()
  await page.getByRole('button', { name: 'Draw fixed range' }).click()
  const box = (await order.chart.boundingBox())!
  const at = (across: number, down: number) => [box.x + box.width * across, box.y + box.height * down] as const
  await page.mouse.move(...at(0.3, 0.2))
  await page.mouse.down()
  await page.mouse.move(...at(0.4, 0.3), { steps: 4 })
  await page.mouse.move(...at(0.6, 0.3), { steps: 4 })
  await page.mouse.up()

  const fixed = shown(page, 'fixed')
  await expect(fixed).toHaveCount(1)
  const { from, to, poc, vah, val } = await readLevels(fixed)
  expect(to - from).toBeGreaterThan(5 * 60_000)
  const { data } = await (await request.get(`/api/profile?symbol=${SYMBOL}&from=${from}&to=${to}&precision=10`)).json()
  expect({ poc, vah, val }).toEqual({ poc: Number(data.poc), vah: Number(data.vah) + 10, val: Number(data.val) })

  await expect
    .poll(async () => {
      const response = await request.post('/api/drawings', { data: { symbol: SYMBOL } })
      return (await response.json()).data.items.length
    })
    .toBe(1)
  await page.reload()
  await order.waitUntilReady()
  await expect(fixed).toHaveCount(1)
  expect(await readLevels(fixed)).toEqual({ from, to, poc, vah, val })
})

test(
  'the toolbar switches session and visible range profiles on and saves them; custom hours split the day',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '15m' })
    const open = () => page.getByRole('button', { name: 'Volume profiles', exact: true }).click()
    await open()
    const menu = page.getByRole('dialog', { name: 'Volume profiles' })
    await menu.getByRole('switch', { name: 'Session profiles' }).click()
    await menu.getByRole('switch', { name: 'Visible range' }).click()
    await expect(shown(page, 'visible')).toHaveCount(1)
    await expect(shown(page, 'session').first()).toHaveAttribute('data-from', /00000$/)
    const days = await shown(page, 'session').count()
    expect(days).toBeGreaterThanOrEqual(2)

    await menu.getByRole('combobox', { name: 'Session' }).selectOption('Custom hours')
    await menu.getByLabel('From', { exact: true }).fill('02:07')
    await menu.getByLabel('To', { exact: true }).fill('05:30')
    // 02:07 is inside a 15-minute bar, so the server computes these profiles.
    const profile = shown(page, 'session').first()
    await expect
      .poll(async () => Number(await profile.getAttribute('data-from')) % 86_400_000)
      .toBe((2 * 60 + 7) * 60_000)
    await expect(profile).toContainText(/POC [\d.]+/)

    await page.reload()
    await order.waitUntilReady()
    await expect(shown(page, 'visible')).toHaveCount(1)
    await expect
      .poll(async () => Number(await profile.getAttribute('data-from')) % 86_400_000)
      .toBe((2 * 60 + 7) * 60_000)
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('opens the profiles from the menu', { tag: '@long' }, async ({ page, order }) => {
    await order.open({ symbol: SYMBOL, cycle: '5m' })
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Volume profiles' }).tap()
    const visible = order.panel.getByRole('switch', { name: 'Visible range' })
    await expect(visible).toBeInViewport()
    await visible.tap()
    await expect(shown(page, 'visible')).toHaveCount(1)
    await order.panel.getByRole('button', { name: 'Draw fixed range' }).tap()
    await expect(order.panel).toBeHidden()
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0)
  })
})
