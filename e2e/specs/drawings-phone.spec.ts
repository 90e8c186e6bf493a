import type { Page } from '@playwright/test'
import { DrawingTools } from '../support/drawings.ts'
import { barsBox, reading } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'
import { Fingers } from '../support/touch.ts'
import { REGULAR } from '../support/visitor.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, visitor: { ...REGULAR, account: 'own' } })

/** Middle of the column that holds a point: where the readout of one bar begins and ends. */
async function middleOfColumn(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  const timeAt = async (at: number) => {
    await page.mouse.move(at, y)
    return (await reading(page))?.time
  }
  const time = await timeAt(x)
  const edge = async (step: number) => {
    let at = x
    while (Math.abs(at - x) < 120 && (await timeAt(at + step)) === time) at += step
    return at
  }
  return ((await edge(-2)) + (await edge(2))) / 2
}

test('a finger draws, moves a handle, and a finger that rests opens the menu', async ({ page, order, request }) => {
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  const tools = new DrawingTools(page)
  const fingers = await Fingers.of(page)
  const kept = async () => {
    const { data } = await (await request.post('/api/drawings', { data: { symbol: 'DEMO:BTCUSD' } })).json() as
      { data: { items: { points: { t: number; price: string }[] }[] } }
    return data.items.map(({ points }) => points)
  }
  const fold = page.getByRole('button', { name: 'Drawing tools' })

  const [handle, bars] = [(await fold.boundingBox())!, await barsBox(page)]
  expect(handle.y + handle.height, 'covers nothing of the panes below the bars').toBeLessThan(bars.bottom)
  const readout = (await order.readout.boundingBox())!
  await fold.tap()
  expect((await tools.rail.boundingBox())!.y, 'the tools leave the readout in view').toBeGreaterThanOrEqual(readout.y + readout.height - 1)
  await tools.rail.getByRole('button', { name: 'Rectangle' }).tap()
  await expect(tools.rail, 'makes room').toBeHidden()
  const [from, aimed] = [await tools.at(0.24, 0.35), await tools.at(0.57, 0.55)]
  // Points are drawn at the middle of a column.
  const to = { x: await middleOfColumn(page, aimed), y: aimed.y }
  await fingers.move([{ from, to }])
  await expect(tools.bar).toBeVisible()
  await expect.poll(kept).toHaveLength(1)
  const [[first, second]] = await kept()
  expect(Number(first.price), 'drawn from above').toBeGreaterThan(Number(second.price))

  // The corner under the finger follows it; the chart stays where it is.
  const view = await order.view()
  await fingers.move([{ from: { x: to.x + 6, y: to.y + 4 }, to: { x: to.x + 6, y: to.y + 74 } }])
  await expect.poll(async () => Number((await kept())[0][1].price)).toBeLessThan(Number(second.price))
  expect((await kept())[0][0]).toEqual(first)
  expect((await order.view()).from).toBe(view.from)

  const remove = page.getByRole('menuitem', { name: 'Delete' })
  await fingers.rest({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, () => expect(remove).toBeVisible())
  await remove.tap()
  await expect(tools.bar).toBeHidden()
  await expect.poll(kept).toEqual([])
})
