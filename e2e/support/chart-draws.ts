import type { Page } from '@playwright/test'

interface Counting {
  chartDraws: number
}

/** Init script: counts every drawing operation on the chart's canvases. */
function countDraws(): void {
  const counting = globalThis as unknown as Counting
  counting.chartDraws = 0
  for (const name of ['clearRect', 'fillRect', 'fillText', 'drawImage', 'stroke', 'fill'] as const) {
    const draw = CanvasRenderingContext2D.prototype[name] as (...args: unknown[]) => void
    Object.assign(CanvasRenderingContext2D.prototype, {
      [name](this: CanvasRenderingContext2D, ...args: unknown[]) {
        if (this.canvas instanceof HTMLCanvasElement && this.canvas.closest('[data-chart]')) counting.chartDraws += 1
        return Reflect.apply(draw, this, args)
      },
    })
  }
}

export async function countChartDraws(page: Page): Promise<void> {
  await page.addInitScript(countDraws)
}

/** Drawing operations on the chart since the page was opened, after two more frames. */
export async function getChartDraws(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return (globalThis as unknown as Counting).chartDraws
  })
}
