import { footprint, recommended } from '../support/api.ts'
import { expectHistory } from '../support/history.ts'
import { Line } from '../support/line.ts'
import { PORT } from '../support/places.ts'
import { lastPrice } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

test('a lost connection is said, comes back by itself, and leaves no gap in the chart', async ({
  page,
  order,
  request,
  faults,
}) => {
  test.setTimeout(150_000)
  faults.allow(/WebSocket connection .* failed/, /ERR_(CONNECTION|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|NETWORK)/)
  const line = await Line.to(PORT)
  const query = { symbol: 'DEMO:BTCUSD', cycle: '15s', precision: await recommended(request, 'DEMO:BTCUSD', '15s') }
  await page.goto(`${line.url}/order?${new URLSearchParams({ ...query, view: 'unit-base' }).toString()}`)
  await order.ready()
  await expect(order.status).toContainText('Connected')

  line.cut()
  const lostAt = Date.now()
  await expect(order.status).toContainText(/Offline|Reconnecting/)
  await expect(page.getByText(/The connection is lost and being restored/)).toBeVisible()
  const price = await lastPrice(order)
  // Long enough that trades are missed, and more than one attempt fails. There are hours in which the market trades slowly.
  const { last_seq: seq } = await footprint(request, { ...query, limit: '1' })
  await expect
    .poll(async () => (await footprint(request, { ...query, limit: '1' })).last_seq, { timeout: 40_000 })
    .toBeGreaterThan(seq + 10)
  expect(await lastPrice(order), 'nothing moves while the line is cut').toBe(price)

  line.mend()
  await expect(order.status).toContainText('Connected')
  await expect(page.getByText(/The connection is lost/)).toBeHidden()
  await expect.poll(() => lastPrice(order), { timeout: 30_000 }).not.toBe(price)

  // Once the bars of that time are closed, what stands on the chart must be what the history says.
  const from = Math.floor(lostAt / 15_000) * 15_000 - 15_000
  const to = Math.ceil(Date.now() / 15_000) * 15_000
  await expect
    .poll(
      async () => {
        const { bars } = await footprint(request, { ...query, limit: '1' })
        return bars[0].t
      },
      { timeout: 30_000, message: 'the bar after the gap' },
    )
    .toBeGreaterThanOrEqual(to)
  await expect.poll(async () => (await order.view()).to).toBeGreaterThan(0)
  expect(await expectHistory(order, request, query, { from, to })).toBeGreaterThanOrEqual(2)
  await line.close()
})
