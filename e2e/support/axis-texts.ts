import type { Page } from '@playwright/test'

/** A text on the price axis of the bars, and its middle in CSS px of the page. */
export interface AxisText {
  readonly text: string
  readonly y: number
  /** Drawn by the chart (the last price), not by the charting library (the axis and the crosshair). */
  readonly isFromChart: boolean
}

interface Recording {
  axisTexts: { readonly text: string; readonly canvas: HTMLCanvasElement; readonly y: number }[]
}

/** Init script: records every text drawn on the chart's price axis. */
function record(): void {
  const recording = globalThis as unknown as Recording
  recording.axisTexts = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    if (this.canvas instanceof HTMLCanvasElement && this.canvas.closest('[data-chart] td:nth-child(3)')) {
      const place = this.getTransform().transformPoint({ x, y })
      recording.axisTexts.push({ text, canvas: this.canvas, y: place.y / this.canvas.height })
    }
    fillText.call(this, text, x, y, ...rest)
  }
}

export async function recordAxisTexts(page: Page): Promise<void> {
  await page.addInitScript(record)
}

/** Texts drawn on the price axis of the bars in the next frames, latest last. */
export async function getAxisTexts(page: Page): Promise<readonly AxisText[]> {
  return page.evaluate(async () => {
    const recording = globalThis as unknown as Recording
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
    for (let frame = 0; frame < 3; frame++) await nextFrame()
    const pane = document.querySelector('[data-chart] tr')
    return recording.axisTexts
      .filter(({ canvas }) => pane?.contains(canvas))
      .slice(-80)
      .map(({ text, canvas, y }) => {
        const { top, height } = canvas.getBoundingClientRect()
        return { text, y: top + y * height, isFromChart: canvas.style.pointerEvents === 'none' }
      })
  })
}

const PRICE = /^\d+(\.\d+)?$/
/** Maximum distance of the crosshair label's middle from the pointer, CSS px. */
const MAX_LABEL_DISTANCE_PX = 12

/** Moves the pointer there and returns the price of the charting library's crosshair label; NaN without one. */
export async function readAxisPrice(page: Page, x: number, y: number): Promise<number> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.mouse.move(x, y + 3)
    await page.mouse.move(x, y)
    const label = (await getAxisTexts(page)).findLast(
      ({ text, isFromChart, y: middle }) =>
        !isFromChart && PRICE.test(text) && Math.abs(middle - y) < MAX_LABEL_DISTANCE_PX,
    )
    if (label !== undefined) return Number(label.text)
  }
  return Number.NaN
}

/** The label of the last price. */
export async function findLastPriceLabel(page: Page): Promise<AxisText | undefined> {
  return (await getAxisTexts(page)).findLast(({ text, isFromChart }) => isFromChart && PRICE.test(text))
}
