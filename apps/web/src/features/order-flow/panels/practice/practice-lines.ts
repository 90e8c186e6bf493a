import type { Overlay, OverlayPointer, OverlayScope } from '@flowprint/chart'
import type { PracticeAction, PracticeState, Ticks } from '@flowprint/orderflow'
import { DRAG_THRESHOLD_PX, reachOf } from '../../drawings/pointer.ts'
import type { PracticeView } from './practice-run.ts'

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
const LABEL_PX = 17
const PAD_PX = 6
/** Room at the right edge for the labels of support and resistance, which the chart paints above overlays. */
const ZONE_LABELS_PX = 100

interface LineTools {
  /** The session of the chart's market. */
  view(): PracticeView | null
  textOf(line: PracticeLine, view: PracticeView): string
  act(action: PracticeAction): void
  repaint(): void
}

interface Drag {
  readonly line: PracticeLine
  /** Where the pointer went down. */
  readonly fromPx: number
  /** From the line to the pointer; null for a line outside the pane, which goes to the pointer once that moves. */
  readonly offsetPx: number | null
  tick: Ticks
}

/** A painted label, device px of the pane. */
interface Label {
  readonly order: number | null
  readonly isOutside: boolean
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Draws the lines of practice orders and of the position, and moves them with mouse or finger. Lines outside the visible
 * prices have a label with an arrow at the edge.
 */
export class PracticeLines implements Overlay {
  readonly order = 'over'
  readonly #tools: LineTools
  #drag: Drag | null = null
  #labels: readonly Label[] = []

  constructor(tools: LineTools) {
    this.#tools = tools
  }

  paint({ context, coordinates, theme, width, height, ratio }: OverlayScope): void {
    this.#labels = []
    const view = this.#tools.view()
    if (view === null) return
    const colours = { position: theme.brand, order: theme.text2, stopLoss: theme.negative, target: theme.positive }
    const shown = this.#lines()
      .map((line) => (this.#isDragged(line) ? { ...line, tick: this.#drag?.tick ?? line.tick } : line))
      .map((line) => ({ line, y: Math.round(coordinates.yOfTick(line.tick)) + 0.5 }))
      .toSorted((a, b) => a.y - b.y)
    if (shown.length === 0) return
    context.save()
    context.lineWidth = Math.max(1, Math.round(ratio))
    for (const { line, y } of shown) {
      if (y < 0 || y > height) continue
      context.strokeStyle = colours[line.kind]
      context.setLineDash(line.kind === 'position' ? [] : DASH_PX.map((px) => px * ratio))
      context.beginPath()
      context.moveTo(0, y)
      context.lineTo(width, y)
      context.stroke()
    }
    context.setLineDash([])
    context.font = `${TEXT_PX * ratio}px ${theme.fontFamily}`
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    const labelHeight = LABEL_PX * ratio
    const tops = stackLabels(
      shown.map(({ y }) => Math.min(height, Math.max(0, y))),
      labelHeight,
      height,
    )
    this.#labels = shown.map(({ line, y }, i) => {
      const arrow = y < 0 ? '↑ ' : y > height ? '↓ ' : ''
      const text = arrow + this.#tools.textOf(line, view)
      const labelWidth = context.measureText(text).width + 2 * PAD_PX * ratio
      const left = Math.max(0, width - labelWidth - ZONE_LABELS_PX * ratio)
      context.fillStyle = theme.surface2
      context.fillRect(left, tops[i], labelWidth, labelHeight - ratio)
      context.fillStyle = colours[line.kind]
      context.fillRect(left, tops[i], 2 * ratio, labelHeight - ratio)
      context.fillStyle = theme.text1
      context.fillText(text, left + PAD_PX * ratio, tops[i] + (labelHeight - ratio) / 2)
      return {
        order: line.order,
        isOutside: arrow !== '',
        left,
        top: tops[i],
        right: left + labelWidth,
        bottom: tops[i] + labelHeight,
      }
    })
    context.restore()
  }

  down(pointer: OverlayPointer): boolean {
    const line = this.#hit(pointer)
    if (line === null) return false
    const isOutside = this.#labelAt(pointer)?.isOutside === true
    this.#drag = {
      line,
      fromPx: pointer.y,
      offsetPx: isOutside ? null : pointer.y - pointer.coordinates.yOfTick(line.tick),
      tick: line.tick,
    }
    return true
  }

  move(pointer: OverlayPointer, taken: boolean): string | null {
    const drag = this.#drag
    if (!taken || drag === null) return this.#hit(pointer) === null ? null : 'ns-resize'
    const threshold = pointer.event.pointerType === 'mouse' ? DRAG_THRESHOLD_PX.mouse : DRAG_THRESHOLD_PX.finger
    const isClick = drag.tick === drag.line.tick && Math.abs(pointer.y - drag.fromPx) <= threshold * pointer.ratio
    if (drag.offsetPx === null && isClick) return 'ns-resize'
    drag.tick = Math.round(pointer.coordinates.tickAt(pointer.y - (drag.offsetPx ?? 0)))
    this.#tools.repaint()
    return 'ns-resize'
  }

  up(_: OverlayPointer, cancelled: boolean): void {
    const drag = this.#drag
    this.#drag = null
    const view = this.#tools.view()
    // The order may have been filled during the drag.
    const isThere = drag !== null && this.#lines().some((line) => line.order === drag.line.order)
    const action = isThere && !cancelled ? dropAction(drag.line, drag.tick, view?.state.lastTick ?? null) : null
    if (action !== null) this.#tools.act(action)
    this.#tools.repaint()
  }

  #lines(): PracticeLine[] {
    const view = this.#tools.view()
    return view === null || view.phase === 'before' ? [] : practiceLines(view.state)
  }

  #isDragged(line: PracticeLine): boolean {
    return this.#drag !== null && this.#drag.line.order === line.order
  }

  #labelAt({ x, y }: OverlayPointer): Label | undefined {
    return this.#labels.find(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)
  }

  /** The line of the label at the pointer, otherwise the nearest line; of lines at one price the order. */
  #hit(pointer: OverlayPointer): PracticeLine | null {
    const { y, ratio, coordinates, event } = pointer
    const label = this.#labelAt(pointer)
    const ofLabel = label && this.#lines().find(({ order }) => order === label.order)
    if (ofLabel !== undefined) return ofLabel
    const far = (line: PracticeLine) => Math.abs(coordinates.yOfTick(line.tick) - y)
    const nearest = this.#lines().toSorted((a, b) => far(a) - far(b))[0]
    return nearest !== undefined && far(nearest) <= reachOf(event.pointerType, ratio).line ? nearest : null
  }
}

/** Upper edges of labels around ascending heights, moved so that none covers another and all are in the pane if they fit. */
export function stackLabels(middles: readonly number[], labelHeight: number, height: number): number[] {
  const tops: number[] = []
  for (const y of middles)
    tops.push(Math.max(y - labelHeight / 2, tops.length === 0 ? 0 : tops[tops.length - 1] + labelHeight))
  for (let i = tops.length - 1, below = height; i >= 0; i--) {
    tops[i] = Math.min(tops[i], below - labelHeight)
    below = tops[i]
  }
  return tops
}
