import { expect, test as base, type Page } from '@playwright/test'
import { waitForDemo } from './api.ts'
import { Faults } from './faults.ts'
import { OrderPage } from './order-page.ts'
import { memberToken, signUp } from './people.ts'
import { PORT } from './places.ts'
import { prepareContext, REGULAR, type Visitor } from './visitor.ts'

interface Own {
  /** The visitor that opens `page`. */
  readonly visitor: Visitor
  /** Token of `page` and `request`; null if logged out. */
  readonly token: string | null
  /** Must be empty at the end of each test. */
  readonly faults: Faults
  readonly order: OrderPage
  /** Opens a page for another visitor in a separate browser context. */
  readonly openAs: (visitor: Visitor) => Promise<Page>
}

interface Shared {
  /** Token of the development member. */
  readonly member: string
  /** Waits for the history of the simulated markets, once per worker. */
  readonly demo: undefined
}

const SUITE = `http://127.0.0.1:${PORT}`

async function getToken({ account }: Visitor, member: string): Promise<string | null> {
  if (account === 'own') return (await signUp(SUITE)).token
  return account === 'member' ? member : null
}

export const test = base.extend<Own, Shared>({
  visitor: [REGULAR, { option: true }],
  // Playwright requires an empty pattern for a fixture without dependencies.
  // eslint-disable-next-line no-empty-pattern
  member: [async ({}, use) => use(await memberToken(SUITE)), { scope: 'worker' }],
  demo: [
    async ({ playwright, member }, use) => {
      const request = await playwright.request.newContext({
        baseURL: SUITE,
        extraHTTPHeaders: { authorization: member },
      })
      await waitForDemo(request)
      await request.dispose()
      await use(undefined)
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
  token: async ({ visitor, member }, use) => use(await getToken(visitor, member)),
  faults: [
    async ({ context }, use) => {
      const faults = new Faults()
      faults.watch(context)
      await use(faults)
      expect(faults.list(), 'errors of the pages').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, visitor, token }, use) => {
    await prepareContext(context, visitor, token)
    await use(context)
  },
  request: async ({ playwright, baseURL, token }, use) => {
    const request = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: token === null ? {} : { authorization: token },
    })
    await use(request)
    await request.dispose()
  },
  order: async ({ page }, use) => use(new OrderPage(page)),
  openAs: async ({ browser, faults, baseURL, member }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async (visitor) => {
      const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
      contexts.push(context)
      faults.watch(context)
      await prepareContext(context, visitor, await getToken(visitor, member))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
