import { settle, timeInTurns } from './frames.ts'
import { openOurs, showAll } from './our-chart.ts'
import { fullScene } from './scenes.ts'

interface DrawnText {
  text: string
  x: number
  y: number
  font: string
}

/** Minimum number of numbers per bar of the scene. */
const MIN_NUMBERS = 160

export interface WorstResult {
  readonly ours: number[]
  readonly floor: number[]
  readonly texts: number
  readonly font: string
}

/** A full repaint of the most expensive scene, compared with painting only its texts. */
export async function worstScene(stage: HTMLElement, floorStage: HTMLElement, rounds: number): Promise<WorstResult> {
  const chart = await openOurs(stage, fullScene(60, 80), false)
  await showAll(chart)
  await settle()
  const { texts, canvas } = await recordTexts(() => chart.invalidate())
  const floor = document.createElement('canvas')
  floor.width = canvas.width
  floor.height = canvas.height
  floorStage.append(floor)
  const context = floor.getContext('2d')
  if (context === null) throw new Error('bench: no canvas')
  const font = commonFont(texts)
  const drawTexts = (): void => {
    context.font = font
    context.fillStyle = '#fff'
    for (const { text, x, y } of texts) context.fillText(text, x, y)
  }
  const [ours, floorMs] = await timeInTurns(rounds, [
    () => chart.invalidate(),
    () => void requestAnimationFrame(drawTexts),
  ])
  chart.destroy()
  floor.remove()
  return { ours, floor: floorMs, texts: texts.length, font }
}

/** Records the numbers of one repaint, relative to their top left, and the canvas that has most of them. */
async function recordTexts(repaint: () => void): Promise<{ texts: DrawnText[]; canvas: HTMLCanvasElement }> {
  const prototype = CanvasRenderingContext2D.prototype
  const { fillText } = prototype
  const drawn = new Map<HTMLCanvasElement, DrawnText[]>()
  prototype.fillText = function (text: string, x: number, y: number) {
    const list = drawn.get(this.canvas) ?? []
    drawn.set(this.canvas, list)
    const width = this.measureText(text).width
    const left = this.textAlign === 'right' ? x - width : this.textAlign === 'center' ? x - width / 2 : x
    // Our chart may draw the two numbers of a row as one text; they count as two.
    for (const { 0: number, index } of text.matchAll(/\S+/g)) {
      list.push({ text: number, x: left + this.measureText(text.slice(0, index)).width, y, font: this.font })
    }
    fillText.call(this, text, x, y)
  }
  repaint()
  await settle()
  prototype.fillText = fillText
  // Closed bars and the open one may be on separate canvases; there are few axis labels.
  const numbers = [...drawn]
    .filter(([, texts]) => texts.length >= MIN_NUMBERS)
    .sort((a, b) => b[1].length - a[1].length)
  return { texts: numbers.flatMap(([, texts]) => texts), canvas: numbers[0][0] }
}

/** The most common font of the texts; grades of imbalance are bold. */
function commonFont(texts: readonly DrawnText[]): string {
  const counts = new Map<string, number>()
  for (const { font } of texts) counts.set(font, (counts.get(font) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0][0]
}
