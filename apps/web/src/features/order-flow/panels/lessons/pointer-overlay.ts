import type { Overlay, OverlayScope } from '@flowprint/chart'
import type { LessonMoment } from '@flowprint/contract'
import { decimalUnit, toUnits } from '@flowprint/orderflow'

type Pointer = NonNullable<LessonMoment['pointer']>

/** Height of the label, CSS px. */
const LABEL_PX = 18
/** On the brand colour in both themes, as `--on-brand`. */
const LABEL_COLOUR = '#ffffff'

/** A price as ticks of this market; null when it is none of its prices, as while the market changes. */
export function tickOfPrice(price: string, tickSize: string): number | null {
  try {
    return toUnits(price, decimalUnit(tickSize))
  } catch {
    return null
  }
}

/** The leader's crosshair: dashed lines in the brand colour with a label, unlike the reader's own. */
export class PointerOverlay implements Overlay {
  readonly order = 'over'
  readonly #label: string
  #pointer: Pointer | null = null

  constructor(label: string) {
    this.#label = label
  }

  set(pointer: Pointer | null): void {
    this.#pointer = pointer
  }

  paint({ context, coordinates, width, height, ratio, bars, units, theme }: OverlayScope): void {
    const pointer = this.#pointer
    if (pointer === null || bars.length === 0) return
    const x = Math.round(coordinates.xOfTime(pointer.t)) + 0.5
    const tick = pointer.price === null ? null : tickOfPrice(pointer.price, units.tickSize)
    const y = tick === null ? null : Math.round(coordinates.yOfTick(tick)) + 0.5
    context.strokeStyle = theme.brand
    context.lineWidth = Math.max(1, Math.round(ratio))
    context.setLineDash([6 * ratio, 4 * ratio])
    context.beginPath()
    context.moveTo(x, 0)
    context.lineTo(x, height)
    if (y !== null) {
      context.moveTo(0, y)
      context.lineTo(width, y)
    }
    context.stroke()
    context.setLineDash([])
    context.font = `600 ${11 * ratio}px ${theme.fontFamily}`
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    const labelHeight = LABEL_PX * ratio
    const labelWidth = context.measureText(this.#label).width + 10 * ratio
    // Beside the crossing, inside the pane.
    const left = Math.max(0, x + labelWidth + 4 * ratio > width ? x - labelWidth - 4 * ratio : x + 4 * ratio)
    const above = (y ?? labelHeight + 8 * ratio) - labelHeight - 4 * ratio
    const top = Math.min(Math.max(0, above), height - labelHeight)
    context.fillStyle = theme.brand
    context.fillRect(left, top, labelWidth, labelHeight)
    context.fillStyle = LABEL_COLOUR
    context.fillText(this.#label, left + 5 * ratio, top + labelHeight / 2)
  }
}
