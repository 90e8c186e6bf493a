import type { Page } from '@playwright/test'

/** A text on the price axis of the bars, and its middle in CSS px of the page. */
export interface AxisText {
  readonly text: string
  readonly y: number
  /** Drawn by the chart (the last price), not by the charting library (the axis and the crosshair). */
  readonly own: boolean
}

interface Recording {
  axisTexts: { readonly text: string; readonly canvas: HTMLCanvasElement; readonly y: number }[]
}

/** Runs in the page before its own code: notes every text that is drawn on a canvas of the chart. */
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

/** Texts that the next frames draw on the price axis of the bars, the latest last. */
export async function axisTexts(page: Page): Promise<readonly AxisText[]> {
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
        return { text, y: top + y * height, own: canvas.style.pointerEvents === 'none' }
      })
  })
}

const PRICE = /^\d+(\.\d+)?$/
/** How far from the pointer the middle of the crosshair's label may be, CSS px. */
const NEAR_PX = 12

/** What the charting library writes on its axis for the crosshair at this height; moves the pointer there. */
export async function axisPrice(page: Page, x: number, y: number): Promise<number> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.mouse.move(x, y + 3)
    await page.mouse.move(x, y)
    const label = (await axisTexts(page)).findLast(
      ({ text, own, y: middle }) => !own && PRICE.test(text) && Math.abs(middle - y) < NEAR_PX,
    )
    if (label !== undefined) return Number(label.text)
  }
  return Number.NaN
}

/** The label of the last price. */
export async function lastPriceLabel(page: Page): Promise<AxisText | undefined> {
  return (await axisTexts(page)).findLast(({ text, own }) => own && PRICE.test(text))
}
