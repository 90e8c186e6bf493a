import type { FootprintChart, Overlay, OverlayPointer, OverlayScope } from '@flowprint/chart'
import type { PracticeAction, PracticeState, Ticks } from '@flowprint/orderflow'
import { reachOf } from '../../drawings/pointer.ts'
import { practiceAct, usePractice } from './practice-store.ts'

export type LineKind = 'position' | 'order' | 'stopLoss' | 'target'

/** A price of practice on the chart. `order` is null for the position. */
export interface PracticeLine {
  readonly kind: LineKind
  readonly order: number | null
  readonly isBuy: boolean
  readonly tick: Ticks
  readonly lots: number
}

/** The lines of a state: orders that wait at a price, then the position at its average entry, rounded to a tick. */
export function practiceLines({ size, entryTick, working }: PracticeState): PracticeLine[] {
  const lines = working.flatMap(
    ({ id, side, type, tick, lots, filledLots, bracketOf, isTriggered }): PracticeLine[] => {
      if (tick === null || isTriggered) return []
      const kind = bracketOf === null ? 'order' : type === 'stop' ? 'stopLoss' : 'target'
      return [{ kind, order: id, isBuy: side === 'buy', tick, lots: lots - filledLots }]
    },
  )
  if (entryTick === null) return lines
  const tick = Math.round(Number(entryTick.num) / Number(entryTick.den))
  return [...lines, { kind: 'position', order: null, isBuy: size > 0, tick, lots: Math.abs(size) }]
}

/**
 * The action of a line that was dropped at another price: orders move; the position gets an order that closes it, a limit
 * order on the side of profit of the last price and a stop order on the other. Null: nothing changes.
 */
export function dropAction(line: PracticeLine, tick: Ticks, lastTick: Ticks | null): PracticeAction | null {
  if (tick === line.tick) return null
  if (line.order !== null) return { kind: 'move', order: line.order, tick }
  if (lastTick === null || tick === lastTick) return null
  return {
    kind: 'place',
    side: line.isBuy ? 'sell' : 'buy',
    type: tick > lastTick === line.isBuy ? 'limit' : 'stop',
    lots: line.lots,
    tick,
    reduceOnly: true,
    stopTick: null,
    targetTick: null,
  }
}

const DASH_PX = [6, 4]
const TEXT_PX = 11
const PAD_PX = 5

type LineText = (line: PracticeLine) => string

/** Draws the lines of practice orders and of the position, and moves them with mouse or finger. */
export class PracticeLines implements Overlay {
  readonly order = 'over'
  readonly #chart: Pick<FootprintChart, 'repaintOverlays'>
  readonly #text: LineText
  #drag: { readonly line: PracticeLine; readonly offsetPx: number; tick: Ticks } | null = null

  constructor(chart: Pick<FootprintChart, 'repaintOverlays'>, text: LineText) {
    this.#chart = chart
    this.#text = text
  }

  paint({ context, coordinates, theme, width, height, ratio }: OverlayScope): void {
    context.font = `${TEXT_PX * ratio}px ${theme.fontFamily}`
    context.textBaseline = 'bottom'
    context.textAlign = 'right'
    context.lineWidth = Math.max(1, Math.round(ratio))
    for (const line of this.#lines()) {
      const shown = this.#isDragged(line) ? { ...line, tick: this.#drag?.tick ?? line.tick } : line
      const y = Math.round(coordinates.yOfTick(shown.tick)) + 0.5
      if (y < 0 || y > height) continue
      const colour = { position: theme.brand, order: theme.text2, stopLoss: theme.negative, target: theme.positive }
      context.strokeStyle = context.fillStyle = colour[line.kind]
      context.setLineDash(line.kind === 'position' ? [] : DASH_PX.map((px) => px * ratio))
      context.beginPath()
      context.moveTo(0, y)
      context.lineTo(width, y)
      context.stroke()
      context.fillText(this.#text(shown), width - PAD_PX * ratio, y - ratio)
    }
    context.setLineDash([])
  }

  down(pointer: OverlayPointer): boolean {
    const line = this.#hit(pointer)
    if (line === null) return false
    this.#drag = { line, offsetPx: pointer.y - pointer.coordinates.yOfTick(line.tick), tick: line.tick }
    return true
  }

  move(pointer: OverlayPointer, taken: boolean): string | null {
    if (!taken || this.#drag === null) return this.#hit(pointer) === null ? null : 'ns-resize'
    this.#drag.tick = Math.round(pointer.coordinates.tickAt(pointer.y - this.#drag.offsetPx))
    this.#chart.repaintOverlays()
    return 'ns-resize'
  }

  up(_: OverlayPointer, cancelled: boolean): void {
    const drag = this.#drag
    this.#drag = null
    const { state } = usePractice.getState()
    // The order may have been filled during the drag.
    const isThere = drag !== null && this.#lines().some((line) => line.order === drag.line.order)
    const action = isThere && !cancelled ? dropAction(drag.line, drag.tick, state?.lastTick ?? null) : null
    if (action !== null) practiceAct(action)
    this.#chart.repaintOverlays()
  }

  #lines(): PracticeLine[] {
    const { state } = usePractice.getState()
    return state === null ? [] : practiceLines(state)
  }

  #isDragged(line: PracticeLine): boolean {
    return this.#drag !== null && this.#drag.line.order === line.order
  }

  /** The nearest line; of lines at one price the order. */
  #hit({ y, ratio, coordinates, event }: OverlayPointer): PracticeLine | null {
    const far = (line: PracticeLine) => Math.abs(coordinates.yOfTick(line.tick) - y)
    const nearest = this.#lines().toSorted((a, b) => far(a) - far(b))[0]
    return nearest !== undefined && far(nearest) <= reachOf(event.pointerType, ratio).line ? nearest : null
  }
}
