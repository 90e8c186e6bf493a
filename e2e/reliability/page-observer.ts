import { MINUTE_MS } from '@flowprint/orderflow'
import { chromium, request, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from '../../tools/chromium.mjs'
import { fetchRecommendedPrecision } from '../support/api.ts'
import { expectHistory } from '../support/history.ts'
import { OrderPage } from '../support/order-page.ts'
import { prepareContext, REGULAR } from '../support/visitor.ts'

/** The newest bars in minutes; all but the last two are compared. */
const COMPARED_MINUTES = 10

/** A real page that shows one market for the whole run; its bars are compared at the end. */
export class PageObserver {
  readonly #symbol: string
  #browser: Browser | null = null
  #order: OrderPage | null = null

  constructor(symbol: string) {
    this.#symbol = symbol
  }

  async open(url: string, token: string): Promise<void> {
    const executablePath = await findChromium()
    if (executablePath === null) throw new Error(NO_BROWSER)
    this.#browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    const context = await this.#browser.newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      timezoneId: 'UTC',
    })
    await prepareContext(context, REGULAR, token)
    const page = await context.newPage()
    this.#order = new OrderPage(page)
    // There may be no trades yet: the page loads the chart once there are.
    await page.goto(`/order?${new URLSearchParams({ symbol: this.#symbol, cycle: '1m', view: 'unit-base' })}`)
  }

  /** Expects the last bars on the screen to equal the history; returns how many were compared. */
  async compare({ url, token, toMs }: { url: string; token: string; toMs: number }): Promise<number> {
    const order = this.#order
    if (order === null) throw new Error('Invariant: the page was opened')
    await order.waitUntilReady()
    const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { authorization: token } })
    try {
      const query = {
        symbol: this.#symbol,
        cycle: '1m',
        precision:
          new URL(order.page.url()).searchParams.get('precision') ??
          (await fetchRecommendedPrecision(api, this.#symbol, '1m')),
      }
      return await expectHistory(order, api, query, {
        from: toMs - COMPARED_MINUTES * MINUTE_MS,
        to: toMs - 2 * MINUTE_MS,
      })
    } finally {
      await api.dispose()
    }
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }
}
