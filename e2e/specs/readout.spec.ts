import type { FootprintBar } from '@flowprint/contract'
import { fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { getBarsBox, readReadout, scanReadout, formatBarTime, type Reading } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

/** Formats an exact decimal as the readout does: grouped, without trailing zeros. */
function formatGrouped(text: string): string {
  const [whole, decimals = ''] = text.split('.')
  const fraction = decimals.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',') + (fraction && `.${fraction}`)
}

const signed = (text: string) => (text.startsWith('-') || Number(text) === 0 ? text : `+${text}`)

function expected(bar: FootprintBar, unit: string) {
  const amount = (text: string | null) => `${text === null ? '—' : signed(formatGrouped(text))} ${unit}`
  return {
    bar: { O: bar.open, H: bar.high, L: bar.low, C: bar.close, POC: bar.poc },
    exact: {
      Vol: `${formatGrouped(bar.volume)} ${unit}`,
      Delta: amount(bar.delta),
      'Min Δ': amount(bar.min_delta),
      'Max Δ': amount(bar.max_delta),
      Trades: bar.trades.toLocaleString('en'),
    },
  }
}

for (const [unit, currency] of [
  ['base', 'BTC'],
  ['quote', 'USD'],
] as const) {
  test(
    `the readout of every bar matches the API in ${unit} units`,
    { tag: unit === 'base' ? [] : '@long' },
    async ({ page, order, request }) => {
      const precision = await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', '1m')
      await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m', precision, view: `unit-${unit}` })
      const { left, right, top } = await getBarsBox(page)
      const readings = await scanReadout(order, {
        from: [left + 60, top + 220],
        to: [right - 20, top + 220],
        stepPx: 40,
      })
      const { bars } = await fetchFootprint(request, {
        symbol: 'DEMO:BTCUSD',
        cycle: '1m',
        precision,
        limit: '60',
        unit,
      })
      const closed = new Map(bars.filter(({ state }) => state !== 'open').map((bar) => [formatBarTime(bar.t), bar]))
      const compared = new Map<string, Reading>()
      for (const reading of readings) {
        const bar = closed.get(reading.time)
        // Skip a bar that was open when it was read, since it may have changed.
        if (!bar || bar.t >= bars.at(-1)!.t - 60_000) continue
        compared.set(reading.time, reading)
        expect(reading, reading.time).toMatchObject(expected(bar, currency))
        expect(reading.bar.Vol).toMatch(new RegExp(`^[\\d.]{1,5}[KMB]? ${currency}$`))
      }
      // All on the screen except the newest ones and those at the edges: how many fit depends on the widest number.
      const { count } = await order.getView()
      expect(compared.size, `bars compared of ${count}`).toBeGreaterThanOrEqual(Math.max(3, count - 4))
    },
  )
}

test('the readout of every cell of a bar matches the API', { tag: '@long' }, async ({ page, order, request }) => {
  const precision = await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', '5m')
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m', precision, view: 'unit-base' })
  const { left, right, top, bottom } = await getBarsBox(page)
  // From the newest closed bars back, until one is inside the visible price range.
  let bar: FootprintBar | undefined
  let cells = new Map<string, Record<string, string>>()
  for (let x = right - 120; x > left + 300 && cells.size < 4; x -= 90) {
    const readings = await scanReadout(order, { from: [x, top + 80], to: [x, bottom - 16], stepPx: 12 })
    const { bars } = await fetchFootprint(request, { symbol: 'DEMO:BTCUSD', cycle: '5m', precision, limit: '60' })
    bar = bars.find(({ t, state }) => state !== 'open' && formatBarTime(t) === readings.at(-1)?.time)
    cells = new Map(
      readings.flatMap(({ time, cell }) =>
        cell && bar && time === formatBarTime(bar.t) ? [[cell.Price.split(' ')[0], cell]] : [],
      ),
    )
  }
  expect(cells.size, 'cells read').toBeGreaterThan(3)
  if (!bar) throw new Error('No closed bar was read')
  for (const [low, bid, ask, bidTrades, askTrades] of bar.levels) {
    const cell = cells.get(low)
    if (!cell) continue
    expect(cell, low).toMatchObject({
      Bid: `${formatGrouped(bid)} (${bidTrades})`,
      Ask: `${formatGrouped(ask)} (${askTrades})`,
    })
    expect(cell.Price.includes('POC'), `POC at ${low}`).toBe(bar.poc === low)
  }
  const edges = bar.levels.map(([edge]) => edge)
  expect(
    [...cells.keys()].filter((low) => !edges.includes(low)),
    'rows that the API does not return',
  ).toEqual([])
})

test('readout values do not move while the crosshair moves between bars', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  const { left, right, top } = await getBarsBox(page)
  await page.mouse.move(left + 60, top + 120)
  await expect.poll(() => readReadout(page)).not.toBeNull()
  const seen = new Set<string>()
  for (let x = left + 60; x < right - 20; x += 60) {
    await page.mouse.move(x, top + 120)
    await readReadout(page)
    seen.add(
      JSON.stringify(
        await order.readout
          .locator('dl')
          .first()
          .locator('dt')
          .evaluateAll((terms) => terms.map((term) => Math.round(term.getBoundingClientRect().left))),
      ),
    )
  }
  expect([...seen]).toHaveLength(1)
})

test(
  'hovering the readout shows exact amounts of the bar last under the crosshair',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
    const { left, right, top } = await getBarsBox(page)
    await page.mouse.move((left + right) / 2, top + 120)
    await expect.poll(() => readReadout(page)).not.toBeNull()
    const reading = (await readReadout(page))!
    const volume = order.readout.locator('dl > div').filter({ hasText: 'Vol' })
    const box = (await volume.boundingBox())!
    await page.mouse.move(box.x + 10, box.y + box.height / 2)
    await expect.poll(async () => (await readReadout(page))?.time).toBe(reading.time)
    await expect(page.locator('[data-tooltip]')).toHaveText(reading.exact.Vol)
  },
)

test('the legend has a separate row above the bars', { tag: '@long' }, async ({ page, order }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
  const [legend, { top }] = [(await order.legend.boundingBox())!, await getBarsBox(page)]
  expect(legend.y + legend.height).toBeLessThanOrEqual(top)
})
