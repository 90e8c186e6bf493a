import { fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { expectHistory } from '../support/history.ts'
import { NetworkProxy } from '../support/network-proxy.ts'
import { PORT } from '../support/environment.ts'
import { readLastPrice } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

test(
  'shows a lost connection, reconnects automatically and leaves no gap in the chart',
  { tag: '@long' },
  async ({ page, order, request, faults }) => {
    test.setTimeout(150_000)
    faults.allow(/WebSocket connection .* failed/, /ERR_(CONNECTION|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|NETWORK)/)
    const proxy = await NetworkProxy.start(PORT)
    const query = {
      symbol: 'DEMO:BTCUSD',
      cycle: '15s',
      precision: await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', '15s'),
    }
    await page.goto(`${proxy.url}/order?${new URLSearchParams({ ...query, view: 'unit-base' }).toString()}`)
    await order.waitUntilReady()
    await expect(order.status).toContainText('Connected')

    proxy.cut()
    const lostAt = Date.now()
    await expect(order.status).toContainText(/Offline|Reconnecting/)
    await expect(page.getByText(/Connection lost, reconnecting/)).toBeVisible()
    const price = await readLastPrice(order)
    // Long enough to miss trades and to fail more than one attempt; the market trades slowly at some hours.
    const { last_seq: seq } = await fetchFootprint(request, { ...query, limit: '1' })
    await expect
      .poll(async () => (await fetchFootprint(request, { ...query, limit: '1' })).last_seq, { timeout: 40_000 })
      .toBeGreaterThan(seq + 10)
    expect(await readLastPrice(order), 'nothing changes while disconnected').toBe(price)

    proxy.restore()
    await expect(order.status).toContainText('Connected')
    await expect(page.getByText(/Connection lost/)).toBeHidden()
    await expect.poll(() => readLastPrice(order), { timeout: 30_000 }).not.toBe(price)

    // Once the bars of the outage are closed, the chart must equal the history.
    const from = Math.floor(lostAt / 15_000) * 15_000 - 15_000
    const to = Math.ceil(Date.now() / 15_000) * 15_000
    await expect
      .poll(
        async () => {
          const { bars } = await fetchFootprint(request, { ...query, limit: '1' })
          return bars[0].t
        },
        { timeout: 30_000, message: 'the bar after the gap' },
      )
      .toBeGreaterThanOrEqual(to)
    await expect.poll(async () => (await order.getView()).to).toBeGreaterThan(0)
    expect(await expectHistory(order, request, query, { from, to })).toBeGreaterThanOrEqual(2)
    await proxy.close()
  },
)
