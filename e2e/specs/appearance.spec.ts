import type { FootprintBar } from '@flowprint/contract'
import type { APIRequestContext, Page } from '@playwright/test'
import { fetchFootprint, fetchRecommendedPrecision } from '../support/api.ts'
import { getDrawnTexts, clearDrawnTexts, countPixels } from '../support/canvas.ts'
import { expect, test } from '../support/test.ts'
import { REGULAR } from '../support/visitor.ts'

const QUERY = { symbol: 'DEMO:BTCUSD', cycle: '5m' }

/** Returns the recent closed bar nearest to the last price, so that most of its rows are on the screen. */
async function findClosedBar(request: APIRequestContext): Promise<Record<'base' | 'quote', FootprintBar>> {
  const precision = await fetchRecommendedPrecision(request, QUERY.symbol, QUERY.cycle)
  const load = async (unit: 'base' | 'quote') =>
    (await fetchFootprint(request, { ...QUERY, precision, limit: '9', unit })).bars
  const quotes = await load('quote')
  const last = Number(quotes.at(-1)!.close)
  const reach = ({ low, high }: FootprintBar) => Math.max(Number(high) - last, last - Number(low))
  const quote = quotes
    .filter(({ state, levels }) => state === 'complete' && levels.length > 3)
    .sort((a, b) => reach(a) - reach(b))[0]
  return { quote, base: (await load('base')).find(({ t }) => t === quote.t)! }
}

/** Formats a number as the chart does: three significant digits with K or M. */
function formatShort(value: number): string {
  const size = Math.abs(value)
  const [scaled, suffix] = size >= 999_500 ? [size / 1e6, 'M'] : [size / 1e3, 'K']
  const text = scaled.toFixed(scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2)
  return `${value < 0 ? '-' : ''}${text}${suffix}`
}

/** Texts of the numbers from 10,000 on, whose short form is unambiguous. */
const formatLarge = (values: readonly number[]) => values.filter((value) => Math.abs(value) >= 10_000).map(formatShort)

test(
  'cells show bid and ask, delta, volume or trades, in base or quote units',
  { tag: '@long' },
  async ({ page, order, request }) => {
    await order.open(QUERY)
    await order.indicatorsButton.click()
    const mode = order.panel.getByRole('radiogroup', { name: 'Display' })
    const { quote, base } = await findClosedBar(request)
    const missing = async (expected: readonly string[]) => {
      const drawn = new Set(await getDrawnTexts(page))
      return expected.filter((text) => !drawn.has(text))
    }
    const expectDrawn = async (choose: () => Promise<void>, expected: readonly string[]) => {
      expect(expected.length).toBeGreaterThan(2)
      await clearDrawnTexts(page)
      await choose()
      // Some rows of a tall bar may be outside the visible price range.
      await expect
        .poll(async () => (await missing(expected)).length, {
          message: `numbers that are not on the chart of ${expected.join(' ')}`,
        })
        .toBeLessThan(expected.length / 2)
    }
    const choose = (name: string) => async () => mode.getByRole('radio', { name, exact: true }).click()
    const ofRows = (value: (level: FootprintBar['levels'][number]) => number, { levels }: FootprintBar) =>
      levels.map(value)

    await expectDrawn(choose('Delta'), formatLarge(ofRows(([, bid, ask]) => Number(ask) - Number(bid), quote)))
    await expectDrawn(choose('Volume'), formatLarge(ofRows(([, bid, ask]) => Number(ask) + Number(bid), quote)))
    await expectDrawn(choose('Trades'), ofRows(([, , , bids, asks]) => bids + asks, quote).map(String))
    await expectDrawn(
      choose('Bid × ask'),
      formatLarge(quote.levels.flatMap(([, bid, ask]) => [Number(bid), Number(ask)])),
    )

    // In base units all cells use the same number of decimals.
    const lots = ofRows(([, , ask]) => Number(ask), base).filter((value) => value > 0 && value < 99)
    await clearDrawnTexts(page)
    await order.panel.getByRole('radio', { name: 'Base' }).click()
    await expect
      .poll(
        async () => {
          const unmatched = await Promise.all(
            [1, 2, 3].map((decimals) => missing(lots.map((value) => value.toFixed(decimals)))),
          )
          return Math.min(...unmatched.map(({ length }) => length))
        },
        { message: 'numbers in lots that are not on the chart' },
      )
      .toBeLessThan(lots.length / 2)
    await choose('Profile')()
    await expect(mode.getByRole('radio', { name: 'Profile' })).toBeChecked()
    await expect(page).toHaveURL(/mode-profile/)
  },
)

test(
  'palettes change the up and down colours; the colour-blind palette uses blue and orange',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open(QUERY)
    const expectInUse = () =>
      expect
        .poll(async () => Math.min(await countPixels(page, 'positive'), await countPixels(page, 'negative')))
        .toBeGreaterThan(50)
    const hue = (token: string) =>
      page.evaluate((name) => {
        const context = new OffscreenCanvas(1, 1).getContext('2d')!
        context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
        context.fillRect(0, 0, 1, 1)
        const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
        return blue > red && blue > green
          ? 'blue'
          : green > red
            ? 'green'
            : green > 1.3 * blue && green > 90
              ? 'orange'
              : 'red'
      }, token)
    const choose = async (name: RegExp) => {
      await page.getByRole('button', { name: 'Up and down colours' }).click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    expect([await hue('positive'), await hue('negative')]).toEqual(['green', 'red'])
    await expectInUse()
    await choose(/^Chinese/)
    expect([await hue('positive'), await hue('negative')]).toEqual(['red', 'green'])
    await expectInUse()
    await choose(/^Colour-blind safe/)
    expect([await hue('positive'), await hue('negative')]).toEqual(['blue', 'orange'])
    await expectInUse()
    await page.reload()
    await order.waitUntilReady()
    expect(await hue('positive'), 'kept on this device').toBe('blue')
  },
)

test.describe('without a stored theme', () => {
  // A new account, because the theme is saved to it.
  test.use({ visitor: { ...REGULAR, theme: null, account: 'new' } })

  test('the page uses the system theme until one is chosen, and the chart uses the theme of the page', async ({
    page,
    order,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await order.open(QUERY)
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    const ground = async () => (await countPixels(page, 'surface-0')) > 10_000
    expect(await theme()).toBe('light')
    await expect.poll(ground).toBe(true)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(theme).toBe('dark')
    await expect.poll(ground).toBe(true)
    await chooseTheme(page, 'Light')
    expect(await theme()).toBe('light')
    await expect.poll(ground).toBe(true)
    await page.reload()
    await order.waitUntilReady()
    expect(await theme(), 'kept on this device').toBe('light')
    await chooseTheme(page, 'Follow system')
    expect(await theme()).toBe('dark')
  })
})

async function chooseTheme(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}
