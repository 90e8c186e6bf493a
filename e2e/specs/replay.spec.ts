import { FOOTPRINT_MIME } from '@flowprint/contract'
import type { Page } from '@playwright/test'
import { MINUTE_MS, SECOND_MS } from '@flowprint/orderflow'
import { fetchFootprint } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

const SELECTION = { symbol: 'DEMO:BTCUSD', cycle: '1m', precision: '10' }

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

/** Moments in ms anywhere in a text. */
const momentsIn = (text: string) => [...text.matchAll(/\b1[78]\d{11}\b/g)].map(([digits]) => Number(digits))

test('replays, plays and steps back with nothing later than the cutoff, and returns to the live market', async ({
  page,
  order,
  request,
}) => {
  // Frames of the stream while replaying: trades are binary, summaries and book states are text.
  const frames: string[] = []
  let isReplaying = false
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (!isReplaying) return
      const text = typeof payload === 'string' ? payload : 'binary'
      if (text === 'binary' || momentsIn(text).length > 0) frames.push(text.slice(0, 200))
    }),
  )
  await order.open(SELECTION)
  await page.getByRole('button', { name: 'Watchlist', exact: true }).click()
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 20 * MINUTE_MS + 30 * SECOND_MS

  // Every read of the market names a moment long past, and its answer contains nothing later.
  const reads: string[] = []
  const late: string[] = []
  page.on('request', (sent) => {
    const url = new URL(sent.url())
    if (!isReplaying || !/\/api\/(footprint|trades|big_trades|coverage|profile|depth|book)$/.test(url.pathname)) return
    reads.push(url.pathname)
    // A step by trade asks for one trade, whenever it was, and the cutoff moves to it.
    if (url.pathname.endsWith('/trades') && url.searchParams.get('limit') === '1') return
    const asOf = Number(url.searchParams.get('as_of'))
    if (!(asOf > 0 && asOf < Date.now() - MINUTE_MS)) late.push(sent.url())
  })
  page.on('response', async (response) => {
    if (!isReplaying || !/\/api\/(footprint|trades|coverage|big_trades)/.test(response.url())) return
    const asOf = Number(new URL(response.url()).searchParams.get('as_of'))
    if (response.headers()['content-type']?.includes(FOOTPRINT_MIME)) return
    const text = await response.text().catch(() => '')
    if (momentsIn(text).some((t) => t > asOf)) late.push(`${response.url()}: ${text.slice(0, 200)}`)
  })

  await startReplay(page, start)
  isReplaying = true
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

  expect(reads.length, 'requests during the replay').toBeGreaterThan(0)
  expect(late).toEqual([])
  expect(frames).toEqual([])
  isReplaying = false
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
