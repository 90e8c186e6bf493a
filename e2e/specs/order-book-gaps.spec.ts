import type { Depth } from '@flowprint/contract'
import { SECOND_MS } from '@flowprint/orderflow'
import { callAs, fetchMemberToken } from '../support/accounts.ts'
import { BookVenue } from '../support/book-venue.ts'
import { Operator } from '../support/business.ts'
import { SPEC_PORT } from '../support/environment.ts'
import { findSpots, heatmapStrip, readPatch } from '../support/heatmap.ts'
import { SpecServer } from '../support/spec-server.ts'
import { expect, test } from '../support/test.ts'
import { LOGGED_OUT, prepareContext, REGULAR } from '../support/visitor.ts'

const venue = new BookVenue()
const server = new SpecServer('books', SPEC_PORT)
let token = ''

// Logged out at first, because the member is created at the server's first start.
test.use({ baseURL: server.url, visitor: LOGGED_OUT })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  await venue.start()
  Object.assign(server.env, venue.env)
  await server.start({ empty: true })
  token = await fetchMemberToken(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await venue.stop()
})

/** Columns of a second from a moment on. */
async function fetchColumns(from: number): Promise<Depth> {
  const path = `/depth?symbol=${venue.symbol}&from=${from}&interval=1s`
  const { code, message, data } = await callAs<Depth>(server.url, path, { token })
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** Waits until so many seconds of the book after this moment are known; returns the end of the last one. */
async function waitForKnown(from: number, seconds: number): Promise<number> {
  let until = from
  await expect
    .poll(
      async () => {
        const { columns } = await fetchColumns(from)
        const known = columns.filter(({ state }) => state !== 'missing')
        until = Math.max(from, ...known.map(({ t }) => t + SECOND_MS))
        return known.length
      },
      { timeout: 60_000, message: `${seconds} known seconds of the book` },
    )
    .toBeGreaterThanOrEqual(seconds)
  return until
}

test(
  'shows known, unknown and missing parts of the book differently, also in the ladder',
  { tag: '@long' },
  async ({ page, context, order }) => {
    test.setTimeout(180_000)
    await prepareContext(context, REGULAR, token)
    const operator = await Operator.create(server.url)
    const start = Date.now()
    const knownUntil = await waitForKnown(start, 20)
    await operator.setBookRecording(venue.symbol, 'off')
    // The recorder ends its run within seconds; then time without a book passes.
    let gapFrom = 0
    await expect
      .poll(
        async () => {
          const { coverage } = await fetchColumns(knownUntil)
          gapFrom = coverage.until ?? 0
          return coverage.state
        },
        { timeout: 30_000 },
      )
      .toBe('lost')
    await expect.poll(() => Date.now() - gapFrom, { timeout: 30_000 }).toBeGreaterThan(10 * SECOND_MS)
    await operator.setBookRecording(venue.symbol, 'columns')
    const to = await waitForKnown(gapFrom + 10 * SECOND_MS, 8)
    const { columns } = await fetchColumns(gapFrom - 5 * SECOND_MS)
    const missing = columns.filter(({ state }) => state === 'missing')
    expect(missing.length, 'missing seconds stay missing').toBeGreaterThanOrEqual(8)
    expect(missing.flatMap(({ rows }) => rows)).toEqual([])

    await order.open({ symbol: venue.symbol, cycle: '15s', from: String(gapFrom - 20_000), to: String(to) })
    await page.keyboard.press('h')
    await expect(heatmapStrip(page).getByRole('status')).toContainText('Snapshots')
    await order.indicatorsButton.click()
    await order.panel.getByRole('button', { name: /Order book heatmap/ }).click()
    await order.panel.getByRole('switch', { name: 'Bars and footprint on top' }).click()
    await order.panel.getByRole('switch', { name: 'Best bid and ask line' }).click()
    await order.indicatorsButton.click()

    await expect(async () => {
      const spots = await findSpots(page, ['known', 'unknown', 'missing'])
      const [known, unknown, gap] = (['known', 'unknown', 'missing'] as const).map((kind) => spots.get(kind)!)
      expect([...spots.keys()].toSorted()).toEqual(['known', 'missing', 'unknown'])
      expect(known.text).toMatch(/(Bid|Ask)\s*[\d.]+ BTC/)
      expect(unknown.text).toContain('This price is beyond the snapshot of the book')
      expect(gap.text).toContain('The book was not recorded at this time')
      for (const { text } of [unknown, gap]) expect(text).not.toMatch(/\d BTC/)
      await order.leaveChart()
      await expect(heatmapStrip(page).getByRole('group', { name: 'Heatmap legend' })).toBeVisible()
      const hatches = { unknown: await readPatch(page, unknown), missing: await readPatch(page, gap) }
      // Lines of the unknown rise, those of the missing fall; what is known has neither.
      expect(hatches.unknown.rising).toBeGreaterThan(hatches.unknown.falling + 0.1)
      expect(hatches.missing.falling).toBeGreaterThan(hatches.missing.rising + 0.1)
      const { rising, falling } = await readPatch(page, known)
      expect(Math.abs(rising - falling)).toBeLessThan(0.1)
    }).toPass({ timeout: 60_000 })

    // The ladder marks rows beyond the snapshot instead of showing them as empty.
    await page.keyboard.press('d')
    const grid = page.getByRole('complementary', { name: 'Ladder', exact: true }).getByRole('grid')
    await expect(grid.locator('[data-touch]').first()).toBeVisible()
    await expect(grid.locator('[role=row][data-known=true]').first()).toBeVisible()
    await grid.hover()
    await page.mouse.wheel(0, -3000)
    await expect(grid.locator('[role=row][data-known=false]').first()).toContainText('unknown')
  },
)

test(
  'refuses an alert on a book that is not recorded, and says why in the dialog',
  { tag: '@long' },
  async ({ page, context, order }) => {
    test.setTimeout(120_000)
    await prepareContext(context, REGULAR, token)
    const operator = await Operator.create(server.url)
    await operator.setBookRecording(venue.symbol, 'columns')
    await waitForKnown(Date.now() - 60_000, 1)
    await order.open({ symbol: venue.symbol, cycle: '15s' })
    await page.keyboard.press('b')
    await page.getByRole('complementary', { name: 'Alerts' }).getByRole('button', { name: 'New alert' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New alert · BTC/USDC' })
    const condition = dialog.getByRole('combobox', { name: 'Condition' })
    await condition.selectOption('Wall in the order book')
    await operator.setBookRecording(venue.symbol, 'off')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const reason = `The order book of ${venue.symbol} is not recorded: an administrator has turned it off, so this alert could not fire`
    await expect(dialog.getByRole('alert')).toHaveText(reason)
    await expect(condition).toHaveAttribute('aria-invalid', 'true')
    await expect(condition).toHaveAccessibleDescription(reason)
    await condition.selectOption('Price')
    await expect(dialog.getByText(reason)).toBeHidden()
    await condition.selectOption('Wall in the order book')
    await operator.setBookRecording(venue.symbol, 'columns')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  },
)
