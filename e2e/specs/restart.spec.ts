import { fetchCoverage, fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { expectHistory } from '../support/history.ts'
import { SpecServer } from '../support/spec-server.ts'
import { SPEC_PORT } from '../support/environment.ts'
import { fetchMemberToken } from '../support/accounts.ts'
import { readLastPrice } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'
import { prepareContext, REGULAR, LOGGED_OUT } from '../support/visitor.ts'

const server = new SpecServer('restart', SPEC_PORT)

// Logged out at first, because the member is created at the server's first start.
test.use({ baseURL: server.url, visitor: LOGGED_OUT })
test.afterAll(() => server.stop())

test(
  'a page opened during the first start loads once data exists and recovers from a killed server without a gap',
  { tag: '@long' },
  async ({ page, context, order, playwright, faults }) => {
    test.setTimeout(120_000)
    faults.allow(/WebSocket connection .* failed/, /ERR_CONNECTION_(REFUSED|RESET)/, /status of 503/)
    await server.start({ empty: true })
    const token = await fetchMemberToken(server.url)
    await prepareContext(context, REGULAR, token)
    const request = await playwright.request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { authorization: token },
    })
    // The history is still being generated.
    await page.goto('/order?symbol=DEMO:BTCUSD&cycle=15s&view=unit-base')
    await expect(order.area).toHaveAttribute('data-chart-state', 'ready', { timeout: 45_000 })
    await expect
      .poll(() => order.getBarsLoaded(), { timeout: 30_000, message: 'bars once the history is there' })
      .toBeGreaterThan(400)
    await expect(order.status).toContainText('Connected')
    const query = {
      symbol: 'DEMO:BTCUSD',
      cycle: '15s',
      precision: await fetchRecommendedPrecision(request, 'DEMO:BTCUSD', '15s'),
    }
    // The page waited for the recommended precision instead of starting with one tick.
    await order.expectApplied(query)

    await server.kill()
    const killedAt = Date.now()
    await expect(order.status).toContainText(/Offline|Reconnecting/)
    const price = await readLastPrice(order)
    await server.start()
    await expect(order.status).toContainText('Connected', { timeout: 40_000 })
    await expect
      .poll(() => readLastPrice(order), { timeout: 30_000, message: 'the last price after the restart' })
      .not.toBe(price)

    const from = Math.floor(killedAt / 15_000) * 15_000 - 15_000
    const to = Math.ceil(Date.now() / 15_000) * 15_000
    await expect
      .poll(async () => (await fetchFootprint(request, { ...query, limit: '1' })).bars[0].t, {
        timeout: 30_000,
        message: 'the bar after the restart',
      })
      .toBeGreaterThanOrEqual(to)
    const { gaps } = await fetchCoverage(request, 'DEMO:BTCUSD')
    expect(gaps).toEqual([])
    expect(await expectHistory(order, request, query, { from, to })).toBeGreaterThanOrEqual(2)
  },
)
