import type { Footprint } from '@flowprint/contract'
import { footprint, recommended } from '../support/api.ts'
import type { OrderPage } from '../support/order-page.ts'
import { barsBox, reading } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

/** Rules so loose that most bars have a mark. */
const LOOSE = Buffer.from(JSON.stringify({
  absorption: { minRows: 2, relVolume: '1', opposite: '0', share: '0', retreat: '0' }, exhaustion: { show: false },
})).toString('base64url')

/** The card under the pointer once the frames after its last move are drawn; empty without one. */
async function cardNextFrame(): Promise<string> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return document.querySelector<HTMLElement>('[role=tooltip]')?.innerText ?? ''
}

/** The start of a bar as the readout writes it. */
const written = (t: number) =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', hourCycle: 'h23', year: 'numeric', month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit' }).format(t)

/** The middles of the columns of these bars, where they are on the screen: the crosshair says where each begins and ends. */
async function columnsOf({ page }: OrderPage, times: readonly number[]): Promise<number[]> {
  const { left, right, bottom } = await barsBox(page)
  const wanted = new Map(times.map((t) => [written(t), [] as number[]]))
  for (let x = Math.max(left + 130, right - 820); x < right - 10; x += 8) {
    await page.mouse.move(x, bottom - 20)
    wanted.get((await reading(page))?.time ?? '')?.push(x)
  }
  return [...wanted.values()].filter((xs) => xs.length > 6).map((xs) => (xs[0] + xs.at(-1)!) / 2)
}

/** Moves down through the columns until the card of a mark opens; its text. */
async function cardOfSomeMark({ page }: OrderPage, columns: readonly number[]): Promise<string> {
  const { top, bottom } = await barsBox(page)
  for (const x of columns) {
    for (let y = top + 12; y < bottom - 12; y += 7) {
      await page.mouse.move(x, y)
      const card = await page.evaluate(cardNextFrame)
      if (/Absorption/.test(card)) return card
    }
  }
  return ''
}

test('a mark of absorption says every input, and leaves the chart with its switch', async ({ page, order, request }) => {
  test.setTimeout(150_000)
  // The market is made by the hour: the last bars of one cycle may have no mark on the screen, those of another will.
  let card = ''
  for (const cycle of ['5m', '1m', '3m', '15m', '30s', '30m']) {
    const precision = await recommended(request, 'DEMO:BTCUSD', cycle)
    await order.open({ symbol: 'DEMO:BTCUSD', cycle, precision, settings: LOOSE })
    const { indicators } = await footprint(request, { symbol: 'DEMO:BTCUSD', cycle, precision, limit: '12', indicators: '1', settings: LOOSE })
    card = await cardOfSomeMark(order, await columnsOf(order, indicators!.absorption.map(({ t }) => t)))
    if (card !== '') break
  }
  expect(card, 'a mark on the screen').toMatch(
    /Absorption at the (high|low).*the median of 50 bars.*Known at the close of the bar/s)

  await order.indicatorsButton.click()
  const on = (name: string) => order.panel.getByRole('switch', { name: `Show ${name}`, exact: true })
  await expect(on('Exhaustion')).not.toBeChecked()
  await expect(on('Unfinished auction')).not.toBeChecked()
  await on('Absorption').click()
  await on('Unfinished auction').click()
  await order.ready()
  const link = new URL(page.url()).searchParams.get('settings')!
  expect(JSON.parse(Buffer.from(link, 'base64url').toString())).toMatchObject({ absorption: { show: false }, unfinished: { show: true } })
  await page.reload()
  await order.ready()
  await expect(on('Absorption')).not.toBeChecked()
  await expect(on('Unfinished auction')).toBeChecked()
  await order.panel.getByRole('button', { name: 'Settings of Unfinished auction', exact: true }).click()
  await order.panel.getByRole('textbox', { name: 'Opposite side ≥ that ×' }).fill('2')
  await page.keyboard.press('Enter')
  await expect(order.panel.getByRole('alert')).toHaveText('From 0 to 1')
})

test('the call answers the marks of single bars with their numbers', async ({ request }) => {
  const precision = await recommended(request, 'DEMO:BTCUSD', '1m')
  const { indicators, bars }: Footprint = await footprint(request, {
    symbol: 'DEMO:BTCUSD', cycle: '1m', precision, limit: '300', indicators: '1', settings: LOOSE,
  })
  expect(indicators!.absorption.length).toBeGreaterThan(20)
  for (const { t, side, low, high, known } of indicators!.absorption) {
    const at = bars.findIndex((bar) => bar.t === t)
    const [bar, next] = [bars[at], bars[at + 1]]
    expect(next.t).toBe(known)
    if (side === 'high') expect([Number(bar.high) < Number(high), Number(next.high) <= Number(bar.high)]).toEqual([true, true])
    else expect([Number(bar.low) >= Number(low), Number(next.low) >= Number(bar.low)]).toEqual([true, true])
  }
  expect(indicators!.exhaustion).toEqual([])
})
