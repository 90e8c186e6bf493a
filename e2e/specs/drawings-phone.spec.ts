import type { Page } from '@playwright/test'
import { DrawingTools } from '../support/drawings.ts'
import { getBarsBox, readReadout } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'
import { TouchInput } from '../support/touch.ts'
import { REGULAR } from '../support/visitor.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  visitor: { ...REGULAR, account: 'new' },
})

/** Right edge of the column at a point, where the readout changes to the next bar. */
async function findRightEdge(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  const timeAt = async (at: number) => {
    await page.mouse.move(at, y)
    return (await readReadout(page))?.time
  }
  const time = await timeAt(x)
  let edge = x
  while (edge - x < 120 && (await timeAt(edge + 2)) === time) edge += 2
  return edge
}

test(
  'a finger draws and moves a handle; a long press opens the menu',
  { tag: '@long' },
  async ({ page, order, request }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
    const tools = new DrawingTools(page)
    const touch = await TouchInput.create(page)
    const fetchPoints = async () => {
      const { data } = (await (await request.post('/api/drawings', { data: { symbol: 'DEMO:BTCUSD' } })).json()) as {
        data: { items: { points: { t: number; price: string }[] }[] }
      }
      return data.items.map(({ points }) => points)
    }
    const fold = page.getByRole('button', { name: 'Drawing tools' })

    const [handle, bars] = [(await fold.boundingBox())!, await getBarsBox(page)]
    expect(handle.y + handle.height, 'covers nothing of the panes below the bars').toBeLessThan(bars.bottom)
    const readout = (await order.readout.boundingBox())!
    await fold.tap()
    expect((await tools.rail.boundingBox())!.y, 'the tools leave the readout in view').toBeGreaterThanOrEqual(
      readout.y + readout.height - 1,
    )
    // Switch the magnet off, so that points are not snapped.
    await tools.rail.getByRole('button', { name: /^Magnet/ }).tap()
    await tools.rail.getByRole('button', { name: 'Rectangle' }).tap()
    await expect(tools.rail, 'the tools fold away').toBeHidden()
    const [from, to] = [await tools.at(0.08, 0.35), await tools.at(0.35, 0.55)]
    // A rectangle extends to the edges of its columns.
    const corner = { x: await findRightEdge(page, to), y: to.y }
    await touch.move([{ from, to }])
    await expect(tools.bar).toBeVisible()
    await expect.poll(fetchPoints).toHaveLength(1)
    const [[first, second]] = await fetchPoints()
    expect(Number(first.price), 'drawn from above').toBeGreaterThan(Number(second.price))

    // Dragging moves the corner and does not pan the chart.
    const view = await order.getView()
    await touch.move([{ from: { x: corner.x, y: corner.y + 4 }, to: { x: corner.x, y: corner.y + 74 } }])
    await expect.poll(async () => Number((await fetchPoints())[0][1].price)).toBeLessThan(Number(second.price))
    expect((await fetchPoints())[0][0]).toEqual(first)
    expect((await order.getView()).from).toBe(view.from)

    const remove = page.getByRole('menuitem', { name: 'Delete' })
    await touch.longPress({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, () => expect(remove).toBeVisible())
    await remove.tap()
    await expect(tools.bar).toBeHidden()
    await expect.poll(fetchPoints).toEqual([])
  },
)
