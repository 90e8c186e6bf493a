import type { Box } from './geometry.ts'

const GAP = 10
const MARGIN = 6

/**
 * Position of a floating bar of this size: above the drawing, otherwise below, otherwise inside its visible part. CSS
 * px.
 */
export function barPlace(
  box: Box,
  bar: { width: number; height: number },
  view: { width: number; height: number },
): { x: number; y: number } {
  const middle = (box.left + box.right) / 2
  const x = Math.max(MARGIN, Math.min(middle - bar.width / 2, view.width - bar.width - MARGIN))
  const above = box.top - GAP - bar.height
  const below = box.bottom + GAP
  const y = above >= MARGIN ? above : below + bar.height <= view.height - MARGIN ? below : MARGIN
  return { x: Math.round(x), y: Math.round(y) }
}

/** Positions floating controls next to their drawing in every frame, without a React render. */
export class Anchors {
  #bar: HTMLElement | null = null
  #text: HTMLElement | null = null
  #box: Box | null = null
  #at: { x: number; y: number } | null = null

  holdBar(element: HTMLElement | null): void {
    this.#bar = element
    this.#place()
  }

  holdText(element: HTMLElement | null): void {
    this.#text = element
    this.#place()
  }

  move(box: Box | null, textAt: { x: number; y: number } | null): void {
    this.#box = box
    this.#at = textAt
    this.#place()
  }

  #place(): void {
    const bar = this.#bar
    const area = bar?.offsetParent
    if (bar) {
      bar.style.visibility = this.#box ? 'visible' : 'hidden'
      if (this.#box && area) {
        const { x, y } = barPlace(
          this.#box,
          { width: bar.offsetWidth, height: bar.offsetHeight },
          { width: area.clientWidth, height: area.clientHeight },
        )
        bar.style.transform = `translate(${x}px, ${y}px)`
      }
    }
    const text = this.#text
    if (text && this.#at) text.style.transform = `translate(${Math.round(this.#at.x)}px, ${Math.round(this.#at.y)}px)`
  }
}
