import { expect, test as base, type Page } from '@playwright/test'
import { waitForDemo } from './api.ts'
import { Faults } from './faults.ts'
import { OrderPage } from './order-page.ts'
import { fetchMemberToken, signUp } from './accounts.ts'
import { BASE_URL } from './environment.ts'
import { prepareContext, REGULAR, type Visitor } from './visitor.ts'

interface TestFixtures {
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

interface WorkerFixtures {
  /** Token of the development member. */
  readonly member: string
  /** Waits for the history of the simulated markets, once per worker. */
  readonly demo: undefined
}

async function getToken({ account }: Visitor, member: string): Promise<string | null> {
  if (account === 'new') return (await signUp(BASE_URL)).token
  return account === 'member' ? member : null
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  visitor: [REGULAR, { option: true }],
  // Playwright requires an empty pattern for a fixture without dependencies.
  // eslint-disable-next-line no-empty-pattern
  member: [async ({}, use) => use(await fetchMemberToken(BASE_URL)), { scope: 'worker' }],
  demo: [
    async ({ playwright, member }, use) => {
      const request = await playwright.request.newContext({
        baseURL: BASE_URL,
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
      const context = await browser.newContext({
        baseURL,
        viewport: { width: 1440, height: 900 },
        timezoneId: 'UTC',
        serviceWorkers: 'block',
      })
      contexts.push(context)
      faults.watch(context)
      await prepareContext(context, visitor, await getToken(visitor, member))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
