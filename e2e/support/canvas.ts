import type { JSHandle, Page } from '@playwright/test'

/** Number of colours on the chart's canvases, and a hash of their pixels. */
export interface Picture {
  readonly colours: number
  readonly hash: number
}

/** Pixels of every canvas of the chart, read from copies because reading a canvas can change how it is rendered. */
function chartPixels(page: Page): Promise<JSHandle<Uint32Array[]>> {
  return page.evaluateHandle(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('[data-chart] canvas')].map((canvas) => {
      const width = Math.max(1, canvas.width)
      const height = Math.max(1, canvas.height)
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
      copy.drawImage(canvas, 0, 0)
      return new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer)
    }),
  )
}

export async function readCanvases(page: Page): Promise<Picture> {
  const pixels = await chartPixels(page)
  const found = await pixels.evaluate((canvases) => {
    const seen = new Set<number>()
    let hash = 2166136261
    for (const words of canvases) {
      for (const word of words) {
        seen.add(word)
        hash = Math.imul(hash ^ word, 16777619)
      }
    }
    return { colours: seen.size, hash: hash >>> 0 }
  })
  await pixels.dispose()
  return found
}

/** Number of pixels with exactly the current colour of a design token. */
export async function countPixels(page: Page, token: string): Promise<number> {
  const pixels = await chartPixels(page)
  const count = await pixels.evaluate((canvases, name) => {
    const probe = new OffscreenCanvas(1, 1).getContext('2d')!
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
    probe.fillRect(0, 0, 1, 1)
    const [wanted] = new Uint32Array(probe.getImageData(0, 0, 1, 1).data.buffer)
    let found = 0
    for (const words of canvases) for (const word of words) if (word === wanted) found++
    return found
  }, token)
  await pixels.dispose()
  return count
}

interface Watching {
  readonly watched: { readonly drawnTexts: Set<string>; readonly shifts: { value: number; sources: string[] }[] }
}

/** Texts drawn on canvases since the last `clearDrawnTexts`; a text with two numbers is split in two. */
export async function getDrawnTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => [...(globalThis as unknown as Watching).watched.drawnTexts])
  return texts.flatMap((text) => text.split(/\s{2,}/))
}

export async function clearDrawnTexts(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as Watching).watched.drawnTexts.clear())
}

/** Layout shifts without recent user input. */
export async function getLayoutShifts(page: Page): Promise<{ value: number; sources: string[] }[]> {
  return page.evaluate(() => (globalThis as unknown as Watching).watched.shifts)
}
