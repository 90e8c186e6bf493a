import type { Overlay, OverlayScope } from '@flowprint/chart'
import { decimalUnit, toUnits } from '@flowprint/orderflow'

const DASH_PX = [2, 4]
const TEXT_PX = 11
const PAD_PX = 5

/** Draws the prices of active alerts, each labelled at the left edge. */
export class AlertLines implements Overlay {
  readonly order = 'over'
  readonly #lines: readonly { readonly price: string; readonly words: string }[]

  constructor(lines: readonly { readonly price: string; readonly words: string }[]) {
    this.#lines = lines
  }

  paint({ context, coordinates, units, theme, width, height, ratio }: OverlayScope): void {
    const tick = decimalUnit(units.tickSize)
    context.font = `${TEXT_PX * ratio}px ${theme.fontFamily}`
    context.textBaseline = 'bottom'
    context.textAlign = 'left'
    context.lineWidth = Math.max(1, Math.round(ratio))
    context.setLineDash(DASH_PX.map((px) => px * ratio))
    context.strokeStyle = context.fillStyle = theme.warning
    for (const { price, words } of this.#lines) {
      const y = Math.round(coordinates.yOfTick(toUnits(price, tick))) + 0.5
      if (y < 0 || y > height) continue
      context.beginPath()
      context.moveTo(0, y)
      context.lineTo(width, y)
      context.stroke()
      context.fillText(words, PAD_PX * ratio, y - ratio)
    }
  }
}
