import type { Coverage, Footprint, Menus } from '@flowprint/contract'
import { expect, type APIRequestContext } from '@playwright/test'

/** Calls the API as JSON, with prices and quantities as exact decimal strings. */
export async function fetchData<T>(
  request: APIRequestContext,
  path: string,
  query: Record<string, string> = {},
): Promise<T> {
  const response = await request.get(`/api${path}`, {
    params: query,
    headers: { accept: 'application/json', language: 'en' },
  })
  expect(
    response.ok(),
    `${path} ${JSON.stringify(query)}: ${response.status()} ${response.ok() ? '' : await response.text()}`,
  ).toBe(true)
  return ((await response.json()) as { data: T }).data
}

export const fetchMenus = (request: APIRequestContext) => fetchData<Menus>(request, '/menus')

export const fetchCoverage = (request: APIRequestContext, symbol: string) =>
  fetchData<Coverage>(request, '/coverage', { symbol })

export const fetchFootprint = (request: APIRequestContext, query: Record<string, string>) =>
  fetchData<Footprint>(request, '/footprint', query)

/** Recommended precision of a symbol and cycle. */
export async function fetchRecommendedPrecision(
  request: APIRequestContext,
  symbol: string,
  cycle: string,
): Promise<string> {
  const { recommend } = await fetchMenus(request)
  const step = recommend[symbol]?.[cycle]
  expect(step, `a recommended precision of ${symbol} ${cycle}`).toBeDefined()
  return step!
}

/** Waits until the simulated markets are live and have their history (three days, generated at the first start). */
export async function waitForDemo(request: APIRequestContext): Promise<void> {
  for (const symbol of ['DEMO:BTCUSD', 'DEMO:ETHUSD']) {
    await expect
      .poll(
        async () => {
          const { to } = await fetchCoverage(request, symbol).catch(() => ({ to: null }))
          return (
            to !== null &&
            Date.now() - to < 10_000 &&
            (await fetchMenus(request)).recommend[symbol]?.['5m'] !== undefined
          )
        },
        { timeout: 60_000, message: `the history of ${symbol}` },
      )
      .toBe(true)
  }
}
