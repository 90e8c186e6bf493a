import type { Coverage, Footprint, Menus } from '@flowprint/contract'
import { expect, type APIRequestContext } from '@playwright/test'

/** Calls the API as JSON, with prices and quantities as exact decimal strings. */
export async function data<T>(
  request: APIRequestContext,
  path: string,
  query: Record<string, string> = {},
): Promise<T> {
  const answer = await request.get(`/api${path}`, {
    params: query,
    headers: { accept: 'application/json', language: 'en' },
  })
  expect(
    answer.ok(),
    `${path} ${JSON.stringify(query)}: ${answer.status()} ${answer.ok() ? '' : await answer.text()}`,
  ).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

export const menus = (request: APIRequestContext) => data<Menus>(request, '/menus')

export const coverage = (request: APIRequestContext, symbol: string) => data<Coverage>(request, '/coverage', { symbol })

export const footprint = (request: APIRequestContext, query: Record<string, string>) =>
  data<Footprint>(request, '/footprint', query)

/** Recommended precision of a symbol and cycle. */
export async function recommendedPrecision(request: APIRequestContext, symbol: string, cycle: string): Promise<string> {
  const { recommend } = await menus(request)
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
          const { to } = await coverage(request, symbol).catch(() => ({ to: null }))
          return (
            to !== null && Date.now() - to < 10_000 && (await menus(request)).recommend[symbol]?.['5m'] !== undefined
          )
        },
        { timeout: 60_000, message: `the history of ${symbol}` },
      )
      .toBe(true)
  }
}
