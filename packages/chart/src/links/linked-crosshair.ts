import type { FootprintChart } from '../api.ts'
import { priceText } from '../format/number-text.ts'
import type { OverlayScope } from '../overlay/overlay.ts'
import { barContaining } from './bar-times.ts'

/** Font size of the labels and padding, CSS px: as the library's crosshair. */
const FONT = 11
const PADDING = 9
/** A dot of one pixel every five: the library's sparse dotted line. */
const dots = (direction: string) => `repeating-linear-gradient(${direction}, currentColor 0 1px, transparent 1px 5px)`

/** A place that a linked chart points at. */
export interface CrosshairPlace {
  /** Ms; the bar that contains it is marked. */
  readonly t: number
  /** In ticks of this chart; null to mark no price. */
  readonly tick: number | null
}

type CrosshairChart = Pick<FootprintChart, 'addOverlay' | 'bars' | 'coordinates' | 'format' | 'plot'>

/**
 * The crosshair of another chart. Elements above the canvases: moving them paints no bar, and the pointer's own crosshair
 * and its events are not involved.
 */
export class LinkedCrosshair {
  readonly #chart: CrosshairChart
  readonly #root = document.createElement('div')
  readonly #vertical = addPart(this.#root, { top: '0', width: '1px', backgroundImage: dots('to bottom') })
  readonly #horizontal = addPart(this.#root, { height: '1px', backgroundImage: dots('to right') })
  readonly #time = addPart(this.#root, { padding: `5px ${PADDING}px` })
  readonly #price = addPart(this.#root, { padding: `3px ${PADDING}px` })
  readonly #removeOverlay: () => void
  #place: CrosshairPlace | null = null
  /** Of the last frame of the chart. */
  #frame: Pick<OverlayScope, 'height' | 'ratio' | 'theme' | 'units'> | null = null

  /** `element`: the positioned element of the chart. */
  constructor(chart: CrosshairChart, element: HTMLElement) {
    this.#chart = chart
    Object.assign(this.#root.style, {
      position: 'absolute',
      inset: '0',
      contain: 'strict',
      pointerEvents: 'none',
      // The library's own crosshair is on canvases at 2, earlier in the document.
      zIndex: '2',
    })
    this.#root.setAttribute('aria-hidden', 'true')
    this.#root.dataset.linkedCrosshair = ''
    this.#root.hidden = true
    element.append(this.#root)
    this.#removeOverlay = chart.addOverlay({
      order: 'over',
      paint: ({ height, ratio, theme, units }) => {
        this.#frame = { height, ratio, theme, units }
        if (this.#place !== null) this.#update()
      },
    })
  }

  /** Marks a place, or nothing. */
  show(place: CrosshairPlace | null): void {
    this.#place = place
    this.#update()
  }

  destroy(): void {
    this.#removeOverlay()
    this.#root.remove()
  }

  #update(): void {
    const bars = this.#chart.bars()
    const bar = this.#place === null ? -1 : barContaining(bars, this.#place.t)
    const coordinates = this.#chart.coordinates()
    const plot = this.#chart.plot()
    const frame = this.#frame
    if (bar < 0 || coordinates === null || plot === null || frame === null) {
      this.#root.hidden = true
      return
    }
    const { theme, ratio } = frame
    const x = coordinates.xOfBar(bar) / ratio
    this.#root.hidden = x < 0 || x >= plot.width
    Object.assign(this.#root.style, { color: theme.text3, font: `${FONT}px ${theme.fontFamily}` })
    const label = { color: theme.text1, backgroundColor: theme.surface3 }
    this.#time.textContent = this.#chart.format().crosshairTime(bars.t[bar])
    move(this.#vertical, Math.floor(x), 0, { height: `${plot.height}px` })
    move(this.#time, Math.floor(x), plot.height, label, '-50%')
    const tick = this.#place?.tick ?? null
    const y = tick === null ? -1 : coordinates.yOfTick(tick)
    const isPriceShown = y >= 0 && y < frame.height
    this.#horizontal.hidden = this.#price.hidden = !isPriceShown
    if (!isPriceShown || tick === null) return
    this.#price.textContent = priceText(frame.units.tickSize).text(tick)
    move(this.#horizontal, 0, Math.floor(y / ratio), { width: `${plot.width}px` })
    move(this.#price, plot.width, Math.floor(y / ratio), label, '0', '-50%')
  }
}

function addPart(root: HTMLElement, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const part = document.createElement('div')
  Object.assign(part.style, { position: 'absolute', left: '0', top: '0', whiteSpace: 'nowrap', ...style })
  root.append(part)
  return part
}

function move(
  part: HTMLElement,
  x: number,
  y: number,
  style: Partial<CSSStyleDeclaration>,
  ownX = '0',
  ownY = '0',
): void {
  Object.assign(part.style, style, { transform: `translate(${x}px, ${y}px) translate(${ownX}, ${ownY})` })
}
