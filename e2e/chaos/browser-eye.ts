import { chromium, request, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium, NO_BROWSER } from '../../tools/chromium.mjs'
import { recommended } from '../support/api.ts'
import { expectHistory } from '../support/history.ts'
import { OrderPage } from '../support/order-page.ts'
import { prepare, REGULAR } from '../support/visitor.ts'
import type { ChaosReport } from './run-chaos.ts'

const MINUTE = 60_000
/** Bars that are compared, the newest two apart. */
const SEEN = 10

/** A real page that watches one market through the whole run, and is read at the end. */
export class BrowserEye {
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
    await prepare(context, REGULAR, token)
    const page = await context.newPage()
    this.#order = new OrderPage(page)
    // There may be no trade yet: the page comes alive by itself.
    await page.goto(`/order?${new URLSearchParams({ symbol: this.#symbol, cycle: '1m', view: 'unit-base' })}`)
  }

  /** The last bars on the screen are those of the history; how many there were. */
  async compare({ url, token, toMs }: ChaosReport): Promise<number> {
    const order = this.#order
    if (order === null) throw new Error('Invariant: the page was opened')
    await order.ready()
    const asked = await request.newContext({ baseURL: url, extraHTTPHeaders: { authorization: token } })
    try {
      const query = {
        symbol: this.#symbol,
        cycle: '1m',
        precision:
          new URL(order.page.url()).searchParams.get('precision') ?? (await recommended(asked, this.#symbol, '1m')),
      }
      return await expectHistory(order, asked, query, { from: toMs - SEEN * MINUTE, to: toMs - 2 * MINUTE })
    } finally {
      await asked.dispose()
    }
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }
}
