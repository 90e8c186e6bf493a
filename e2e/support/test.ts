import { expect, test as base, type Page } from '@playwright/test'
import { untilDemoIsThere } from './api.ts'
import { Faults } from './faults.ts'
import { OrderPage } from './order-page.ts'
import { memberToken, signUp } from './people.ts'
import { PORT } from './places.ts'
import { prepare, REGULAR, type Visitor } from './visitor.ts'

interface Own {
  /** Who opens `page`. */
  readonly visitor: Visitor
  /** The token of `page` and `request`; null for strangers. */
  readonly token: string | null
  /** Checked to be empty at the end of each test. */
  readonly faults: Faults
  readonly order: OrderPage
  /** A page in a browser of its own, as somebody else would open it. */
  readonly somebody: (visitor: Visitor) => Promise<Page>
}

interface Shared {
  /** A token of the member of development. */
  readonly member: string
  /** The simulated markets have their history; made once after the first start. */
  readonly demo: undefined
}

const SUITE = `http://127.0.0.1:${PORT}`

async function tokenOf({ account }: Visitor, member: string): Promise<string | null> {
  if (account === 'own') return (await signUp(SUITE)).token
  return account === 'member' ? member : null
}

export const test = base.extend<Own, Shared>({
  visitor: [REGULAR, { option: true }],
  // An empty pattern is how Playwright is told that nothing else is needed.
  // eslint-disable-next-line no-empty-pattern
  member: [async ({}, use) => use(await memberToken(SUITE)), { scope: 'worker' }],
  demo: [
    async ({ playwright, member }, use) => {
      const request = await playwright.request.newContext({
        baseURL: SUITE,
        extraHTTPHeaders: { authorization: member },
      })
      await untilDemoIsThere(request)
      await request.dispose()
      await use(undefined)
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
  token: async ({ visitor, member }, use) => use(await tokenOf(visitor, member)),
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
    await prepare(context, visitor, token)
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
  somebody: async ({ browser, faults, baseURL, member }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = []
    await use(async (visitor) => {
      const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
      contexts.push(context)
      faults.watch(context)
      await prepare(context, visitor, await tokenOf(visitor, member))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
