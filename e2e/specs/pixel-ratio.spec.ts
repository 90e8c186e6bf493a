import { readAxisPrice, findLastPriceLabel, recordAxisTexts } from '../support/axis-texts.ts'
import { getBarsBox, readReadout } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

/** Tolerance of a label's position in CSS px: row edges are rounded to whole pixels. */
const TOLERANCE_PX = 2

for (const deviceScaleFactor of [1, 2, 3]) {
  test.describe(`at scale factor ${deviceScaleFactor}`, { tag: '@long' }, () => {
    test.use({ deviceScaleFactor })

    test('aligns the last price label and the rows with their prices on the axis', async ({ page, order }) => {
      await recordAxisTexts(page)
      await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
      const { left, right, top, bottom } = await getBarsBox(page)
      const x = (left + right) / 2
      const [high, low] = [await readAxisPrice(page, x, top + 60), await readAxisPrice(page, x, bottom - 60)]
      const pricePerPx = (high - low) / (bottom - top - 120)
      expect(pricePerPx).toBeGreaterThan(0)

      await expect
        .poll(
          async () => {
            const label = await findLastPriceLabel(page)
            if (label === undefined) return Infinity
            return Math.abs((await readAxisPrice(page, x, label.y)) - Number(label.text)) / pricePerPx
          },
          { message: 'CSS px between the label of the last price and its value on the axis' },
        )
        .toBeLessThan(TOLERANCE_PX)

      const step = Number(new URL(page.url()).searchParams.get('precision'))
      let found = 0
      for (let y = top + 20; y < bottom - 20 && found < 5; y += 7) {
        const axis = await readAxisPrice(page, x, y)
        const price = (await readReadout(page))?.cell?.Price
        if (price === undefined) continue
        found += 1
        expect(axis, `a row that begins at ${price}`).toBeGreaterThan(
          Number.parseFloat(price) - TOLERANCE_PX * pricePerPx,
        )
        expect(axis, `a row that begins at ${price}`).toBeLessThan(
          Number.parseFloat(price) + step + TOLERANCE_PX * pricePerPx,
        )
      }
      expect(found).toBe(5)
    })
  })
}
