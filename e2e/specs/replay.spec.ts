import { randomUUID } from 'node:crypto'
import type { AlertHistory, ReplayTarget } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@flowprint/orderflow'
import { fetchData, fetchFootprint } from '../support/api.ts'
import { ReplayWire } from '../support/replay-wire.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

const SELECTION = { symbol: 'DEMO:BTCUSD', cycle: '1m', precision: '10' }
test.use({ visitor: { ...REGULAR, symbol: SELECTION.symbol } })

const replayBar = (page: Page) => page.getByRole('region', { name: 'Replay', exact: true })
const cutoffOf = async (page: Page) => Number(await replayBar(page).getAttribute('data-cutoff'))

async function startReplay(page: Page, at: number): Promise<void> {
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Start a replay' })
  await dialog.getByLabel('Start (UTC)').fill(new Date(at).toISOString().slice(0, 19))
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  expect(await cutoffOf(page)).toBe(at)
}

const isQuiet = async (page: Page) => {
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
}

/** Chooses a target in the clock menu, and returns where the replay jumped to. */
async function jumpTo(page: Page, name: string): Promise<number> {
  const before = await cutoffOf(page)
  await page.getByRole('button', { name: 'Jump to', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await expect.poll(() => cutoffOf(page), { message: name, timeout: 30_000 }).not.toBe(before)
  await isQuiet(page)
  return cutoffOf(page)
}

test('replays, plays and steps back with nothing later than the cutoff, and returns to the live market', async ({
  page,
  order,
  request,
}) => {
  test.setTimeout(120_000)
  const wire = await ReplayWire.watch(page)
  await order.open(SELECTION)
  await page.getByRole('button', { name: 'Watchlist', exact: true }).click()
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 20 * MINUTE_MS + 30 * SECOND_MS

  await startReplay(page, start)
  await expect(order.status).toContainText('Replay')
  await expect(page.getByText("Today's values are hidden during a replay.")).toBeVisible()
  const { bars: shown } = await fetchFootprint(request, { ...SELECTION, as_of: String(start), limit: '2' })
  await order.leaveChart()
  await expect(order.readout).toContainText(shown.at(-1)!.close)

  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => cutoffOf(page)).toBe(start + 30 * SECOND_MS)
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  await order.leaveChart()
  const valuesOf = async () => (await order.readout.innerText()).replace(/\s+open$/, '')
  const closed = await valuesOf()
  await page.getByRole('button', { name: 'Next trade', exact: true }).click()
  await expect.poll(() => cutoffOf(page)).toBeGreaterThan(start + 30 * SECOND_MS)
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  // The trade opened a bar, which is gone before it.
  await order.leaveChart()
  await expect.poll(valuesOf).not.toBe(closed)
  await page.getByRole('button', { name: 'Previous trade', exact: true }).click()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  await order.leaveChart()
  await expect.poll(valuesOf).toBe(closed)
  // Whether it is closed depends on the time of the trade, which the cutoff now has.
  const at = String(await cutoffOf(page))
  const { bars: known } = await fetchFootprint(request, { ...SELECTION, as_of: at, limit: '1' })
  const state = known.at(-1)!.state
  expect((await order.readout.innerText()).endsWith('open')).toBe(state === 'open')

  await page.getByLabel('Speed', { exact: true }).selectOption('100')
  const before = await cutoffOf(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => cutoffOf(page), { intervals: [100] }).toBeGreaterThan(before + 3 * MINUTE_MS)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  const paused = await cutoffOf(page)
  const { bars: played } = await fetchFootprint(request, { ...SELECTION, as_of: String(paused), limit: '2' })
  await expect(order.readout).toContainText(played.at(-1)!.close)

  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => cutoffOf(page)).toBeLessThan(paused)
  await expect(replayBar(page)).toHaveAttribute('aria-busy', 'false')
  const back = await cutoffOf(page)
  expect(back % MINUTE_MS).toBe(0)
  const { bars: stepped } = await fetchFootprint(request, { ...SELECTION, as_of: String(back), limit: '2' })
  await expect(order.readout).toContainText(stepped.at(-1)!.close)

  const { paths, leaks } = await wire.finish()
  expect([...paths]).toEqual(expect.arrayContaining(['/footprint', '/trades']))
  expect(leaks).toEqual([])
  await page.getByRole('button', { name: 'Back to live', exact: true }).click()
  await expect(replayBar(page)).toBeHidden()
  await expect(order.status).not.toContainText('Replay')
  await expect(order.status).toContainText('Simulated')
})

test('stops at the present and offers the way back', async ({ page, order }) => {
  await order.open(SELECTION)
  await startReplay(page, Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 20 * SECOND_MS)
  await page.getByLabel('Speed', { exact: true }).selectOption('30')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(replayBar(page).getByRole('status')).toHaveText('Reached the live market')
  await page.getByRole('button', { name: 'Back to live', exact: true }).click()
  await expect(replayBar(page)).toBeHidden()
})

test('plays both ways at any speed and jumps, with the book, time and sales and perpetuals of the cutoff', async ({
  page,
  order,
  request,
}) => {
  test.setTimeout(150_000)
  const wire = await ReplayWire.watch(page)
  await order.open(SELECTION)
  // The heatmap, the ladder, the panes of perpetuals, and time and sales.
  for (const key of ['h', 'd', 'p']) await page.keyboard.press(key)
  await order.tapeButton.click()
  await expect(page.getByRole('complementary', { name: 'Ladder', exact: true })).toBeVisible()
  await expect(order.tape).toBeVisible()
  const start = Date.now() - 12 * MINUTE_MS
  const second = Math.floor(start / SECOND_MS) * SECOND_MS
  await startReplay(page, second)
  await isQuiet(page)

  for (const speed of ['60', '1000']) {
    await page.getByLabel('Speed', { exact: true }).selectOption(speed)
    const before = await cutoffOf(page)
    await page.getByRole('button', { name: 'Play backwards', exact: true }).click()
    await expect.poll(() => cutoffOf(page), { intervals: [50] }).toBeLessThan(before - 2 * MINUTE_MS)
    await page.keyboard.press('Escape')
    await isQuiet(page)
  }
  const back = await cutoffOf(page)
  const { bars: shown } = await fetchFootprint(request, { ...SELECTION, as_of: String(back), limit: '1' })
  await order.leaveChart()
  await expect(order.readout).toContainText(shown.at(-1)!.close)
  // The panels follow within a second.
  await expect.poll(() => wire.countOf('/book')).toBeGreaterThan(0)
  await expect.poll(() => wire.countOf('/depth')).toBeGreaterThan(0)
  await expect.poll(() => wire.countOf('/liquidations')).toBeGreaterThan(0)

  // Steps of the chosen minutes, by button and by key, remembered for the next replay.
  await page.getByLabel('Step of the minute buttons').selectOption('15')
  await page.getByRole('button', { name: 'Back 15 min', exact: true }).click()
  await expect.poll(() => cutoffOf(page)).toBe(back - 15 * MINUTE_MS)
  await isQuiet(page)
  await page.keyboard.press(']')
  await expect.poll(() => cutoffOf(page)).toBe(back)
  await isQuiet(page)
  expect(await page.evaluate(() => localStorage.getItem('flowprint:replayMinutes'))).toBe('15')

  // A jump goes where the server says.
  const query = { ...SELECTION, kind: 'signal', from: String(back), direction: 'previous' }
  const signal = await fetchData<ReplayTarget>(request, '/replay_target', query)
  expect(await jumpTo(page, 'Previous signal')).toBe(signal.t)
  expect(await jumpTo(page, 'Previous day (UTC)')).toBe(Math.floor((signal.t! - 1) / DAY_MS) * DAY_MS)
  await page.getByLabel('Speed', { exact: true }).selectOption('1000')
  const midnight = await cutoffOf(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  // Shortly after midnight, less than an hour has passed.
  const wanted = Math.min(midnight + HOUR_MS, Date.now() - 5 * MINUTE_MS)
  await expect.poll(() => cutoffOf(page), { intervals: [50], timeout: 30_000 }).toBeGreaterThan(wanted)
  await page.keyboard.press('Escape')
  await isQuiet(page)
  const played = await cutoffOf(page)
  const { bars } = await fetchFootprint(request, { ...SELECTION, as_of: String(played), limit: '1' })
  await order.leaveChart()
  await expect(order.readout).toContainText(bars.at(-1)!.close)

  const { paths, leaks } = await wire.finish()
  expect([...paths]).toEqual(
    expect.arrayContaining([
      '/footprint',
      '/trades',
      '/book',
      '/depth',
      '/liquidations',
      '/open_interest',
      '/funding',
      '/replay_target',
    ]),
  )
  expect(leaks).toEqual([])
})

test('labels alerts that fire during a replay as live, and jumps to them', async ({ page, order, request }) => {
  test.setTimeout(120_000)
  const name = `Live ${randomUUID().slice(0, 8)}`
  const wire = await ReplayWire.watch(page)
  await order.open(SELECTION)
  const start = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 5 * MINUTE_MS
  await startReplay(page, start)
  const saved = await request.post('/api/save_alert', {
    data: {
      symbol: SELECTION.symbol,
      name,
      rule: { kind: 'volume', at_least: '0.001', cycle: '15s' },
      repeat: 'once',
      cooldown: 0,
      expires_at: null,
      channels: ['page'],
      sound: 'none',
      enabled: true,
    },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^Live · ${name} · BTC/USD`) })).toBeVisible({
    timeout: 40_000,
  })
  expect(await cutoffOf(page)).toBe(start)

  const { data } = (await (
    await request.post('/api/alert_history', { data: { symbol: SELECTION.symbol } })
  ).json()) as {
    data: AlertHistory
  }
  const times = data.list.map(({ t }) => t + 1).toSorted((a, b) => a - b)
  const next = times.find((t) => t > start)!
  expect(await jumpTo(page, 'My next alert')).toBe(next)
  const { leaks } = await wire.finish()
  expect(leaks).toEqual([])
  const { id } = (await (await request.post('/api/alerts', { data: {} })).json()).data.list.find(
    (alert: { name: string }) => alert.name === name,
  )
  await request.post('/api/delete_alert', { data: { id } })
})

test.describe('a reader with a delay', () => {
  test.use({ visitor: { ...REGULAR, account: 'new' } })

  test('replays up to their own present', async ({ page, order, request }) => {
    const wire = await ReplayWire.watch(page)
    await order.open(SELECTION)
    const { watermark, delayed } = await fetchFootprint(request, { ...SELECTION, limit: '1' })
    expect(delayed).toBe(true)
    const delayMs = Date.now() - watermark!
    expect(delayMs).toBeGreaterThan(MINUTE_MS)
    await startReplay(page, Math.floor(watermark! / SECOND_MS) * SECOND_MS - 15 * SECOND_MS)
    await page.getByLabel('Speed', { exact: true }).selectOption('30')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(replayBar(page).getByRole('status')).toHaveText('Reached the live market')
    const reached = await cutoffOf(page)
    expect(Math.abs(Date.now() - reached - delayMs)).toBeLessThan(10 * SECOND_MS)
    const { leaks } = await wire.finish()
    expect(leaks).toEqual([])
    await page.getByRole('button', { name: 'Back to live', exact: true }).click()
    await expect(replayBar(page)).toBeHidden()
  })
})

test('replays a workspace: all its charts and panels show one cutoff', async ({ page, order, request }) => {
  test.setTimeout(150_000)
  const wire = await ReplayWire.watch(page)
  await page.goto('/workspace')
  await page.getByRole('button', { name: 'New tab' }).click()
  await page.getByRole('menuitem', { name: 'Multi-timeframe' }).click()
  for (const kind of ['Ladder', 'Time and sales']) {
    await page.getByRole('button', { name: /Add$/ }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  const charts = page.locator('section[data-cell][data-kind=chart]')
  await expect(charts.locator('[data-chart-state="ready"]')).toHaveCount(4, { timeout: 30_000 })
  await charts.first().locator('[data-chart]').click()
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 12 * MINUTE_MS + 20 * SECOND_MS
  await startReplay(page, start)

  // A bar of the active chart, of one minute; then some minutes forwards and backwards.
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => cutoffOf(page)).toBe(start + 40 * SECOND_MS)
  await isQuiet(page)
  await page.getByLabel('Speed', { exact: true }).selectOption('100')
  for (const [name, ms] of [
    ['Play', 3 * MINUTE_MS],
    ['Play backwards', -2 * MINUTE_MS],
  ] as const) {
    const from = await cutoffOf(page)
    await page.getByRole('button', { name, exact: true }).click()
    await expect
      .poll(async () => Math.sign(ms) * ((await cutoffOf(page)) - from - ms), { intervals: [50] })
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await isQuiet(page)
  }

  const cutoff = await cutoffOf(page)
  expect(await wire.arrivedCutoffs()).toEqual(Array.from({ length: 4 }, () => ({ t: cutoff, trades: 0 })))
  for (const [i, cycle] of ['1m', '5m', '15m', '1h'].entries()) {
    const query = { ...SELECTION, cycle, as_of: String(cutoff), limit: '1' }
    const { bars } = await fetchFootprint(request, query)
    await charts
      .nth(i)
      .getByRole('button', { name: /^Symbol|BTC\/USD/ })
      .first()
      .focus()
    await expect(charts.nth(i)).toHaveAttribute('data-active', 'true')
    await order.leaveChart()
    await expect(order.readout).toContainText(bars.at(-1)!.close)
  }
  // The newest row of time and sales is the last trade before the cutoff.
  const last = await fetchFootprint(request, { ...SELECTION, as_of: String(cutoff), limit: '1' })
  await expect(order.tape.locator('[role=row][aria-rowindex="1"]')).toContainText(last.bars.at(-1)!.close)
  await expect(page.getByRole('complementary', { name: 'Ladder', exact: true })).toBeVisible()
  await expect.poll(() => wire.countOf('/book')).toBeGreaterThan(0)

  // Another tab opens at the same cutoff, with the cycle of the active chart.
  await page.getByRole('button', { name: 'New tab' }).click()
  await page.getByRole('menuitem', { name: 'Single' }).click()
  await expect(charts).toHaveCount(1)
  await expect(charts.locator('[data-chart-state="ready"]')).toHaveCount(1)
  await isQuiet(page)
  expect(await cutoffOf(page)).toBe(cutoff)
  await order.leaveChart()
  const hour = await fetchFootprint(request, { ...SELECTION, cycle: '1h', as_of: String(cutoff), limit: '1' })
  await expect(order.readout).toContainText(hour.bars.at(-1)!.close)
  await expect(order.readout).toContainText('1h')

  const { leaks } = await wire.finish()
  expect(leaks).toEqual([])
  await page.getByRole('button', { name: 'Back to live', exact: true }).click()
  await expect(replayBar(page)).toBeHidden()
})
