import { expect, test as base, type Page } from '@playwright/test'
import { untilDemoIsThere } from './api.ts'
import { Faults } from './faults.ts'
import { OrderPage } from './order-page.ts'
import { PORT } from './places.ts'
import { prepare, REGULAR, type Visitor } from './visitor.ts'

interface Own {
  /** Who opens `page`. */
  readonly visitor: Visitor
  /** Checked to be empty at the end of each test. */
  readonly faults: Faults
  readonly order: OrderPage
  /** A page in a browser of its own, as somebody else would open it. */
  readonly somebody: (visitor: Visitor) => Promise<Page>
}

interface Shared {
  /** The simulated markets have their history; made once after the first start. */
  readonly demo: undefined
}

export const test = base.extend<Own, Shared>({
  visitor: [REGULAR, { option: true }],
  demo: [async ({ playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL: `http://127.0.0.1:${PORT}` })
    await untilDemoIsThere(request)
    await request.dispose()
    await use(undefined)
  }, { scope: 'worker', auto: true, timeout: 90_000 }],
  faults: [async ({ context }, use) => {
    const faults = new Faults()
    faults.watch(context)
    await use(faults)
    expect(faults.list(), 'errors of the pages').toEqual([])
  }, { auto: true }],
  context: async ({ context, visitor }, use) => {
    await prepare(context, visitor)
    await use(context)
  },
  order: async ({ page }, use) => use(new OrderPage(page)),
  somebody: async ({ browser, faults, baseURL }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async (visitor) => {
      const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
      contexts.push(context)
      faults.watch(context)
      await prepare(context, visitor)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
