import type { Locator, Page } from '@playwright/test'
import { getBarsBox } from './readout.ts'

export type Knowledge = 'known' | 'seen' | 'unknown' | 'missing'

export interface Spot {
  readonly x: number
  readonly y: number
  /** What the strip says about the level under the cursor. */
  readonly text: string
}

export const heatmapStrip = (page: Page): Locator => page.locator('[data-heatmap-strip]')

/** The level under the cursor after two frames; null without one. */
function readLevel(page: Page): Promise<{ knowledge: Knowledge; text: string } | null> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const level = document.querySelector<HTMLElement>('[data-heatmap-strip] [data-level]')
    return level ? { knowledge: level.dataset.level as Knowledge, text: level.innerText } : null
  })
}

/** Distance of the spots that are read, and size of a patch of pixels, px. */
const GRID_PX = 22
const PATCH_PX = 16

/**
 * One spot of each kind whose surroundings, a patch, are of that kind: along the middle from the right, since times without
 * a book are as high as the chart, then up and down the columns of it.
 */
export async function findSpots(page: Page, kinds: readonly Knowledge[]): Promise<Map<Knowledge, Spot>> {
  const { left, right, top, bottom } = await getBarsBox(page)
  const found = new Map<Knowledge, Spot>()
  const look = async (x: number, y: number): Promise<boolean> => {
    await page.mouse.move(x, y)
    const level = await readLevel(page)
    if (level !== null && kinds.includes(level.knowledge) && !found.has(level.knowledge))
      if (await isWhole(page, { x, y }, level.knowledge)) found.set(level.knowledge, { x, y, text: level.text })
    return found.size === kinds.length
  }
  const columns = range(right - 2 * GRID_PX, left + GRID_PX, -2 * GRID_PX)
  const middle = (top + bottom) / 2
  for (const x of columns) if (await look(x, middle)) return found
  for (const x of columns) {
    if (found.get('missing')?.x === x) continue
    for (const y of range(top + 4 * GRID_PX, bottom - 2 * GRID_PX, GRID_PX)) if (await look(x, y)) return found
  }
  return found
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step)
}

/** Whether the corners of a patch are of the same kind as its middle. */
async function isWhole(page: Page, { x, y }: { x: number; y: number }, knowledge: Knowledge): Promise<boolean> {
  for (const [right, down] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ]) {
    await page.mouse.move(x + (right * PATCH_PX) / 2, y + (down * PATCH_PX) / 2)
    if ((await readLevel(page))?.knowledge !== knowledge) return false
  }
  return true
}

export interface Patch {
  /** Share of neighbours along a rising and a falling diagonal that have the same colour: hatches run along one. */
  readonly rising: number
  readonly falling: number
  readonly colours: number
}

/** The pixels of the screen around a spot. */
export async function readPatch(page: Page, { x, y }: Spot): Promise<Patch> {
  const half = PATCH_PX / 2
  const picture = await page.screenshot({ clip: { x: x - half, y: y - half, width: PATCH_PX, height: PATCH_PX } })
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!)
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
    let [rising, falling, count] = [0, 0, 0]
    for (let row = 1; row < height - 1; row++) {
      for (let column = 0; column < width - 1; column++) {
        const pixel = pixels[row * width + column]
        if (pixels[(row - 1) * width + column + 1] === pixel) rising++
        if (pixels[(row + 1) * width + column + 1] === pixel) falling++
        count++
      }
    }
    return { rising: rising / count, falling: falling / count, colours: new Set(pixels).size }
  }, picture.toString('base64'))
}
