import type { FootprintChart, Overlay, OverlayPointer, OverlayScope } from '@flowprint/chart'
import type { Drawing } from '@flowprint/contract'
import type { Bars, DrawingPoint } from '@flowprint/orderflow'
import type { ChartScope } from '../model/chart-scope.ts'
import { boundsOf, type DrawingHit, hitDrawing, movedBody, movedHandle, Placing, pointAt, reachOf } from './pointer.ts'
import { type Box, type Handle, type PlacedDrawing, placeDrawing, type Surface } from './geometry.ts'
import { addDrawing, changeDrawing, isLocked, useDrawingPreferences, useDrawings } from './drawing-store.ts'
import { keptPoints, newDrawing, shapeOf } from './drawing.ts'
import { type DrawingWords, paintDrawing, paintHandles, surfaceOf } from './paint.ts'

/** Callbacks to the page around the chart. CSS px of the main pane. */
interface OverlayHost {
  readonly chart: FootprintChart
  readonly scope: ChartScope
  /** The maximum number of drawings is reached. */
  full(): void
  /** Where the selected drawing was painted; null while it is not visible. */
  placed(box: Box | null, writingAt: { x: number; y: number } | null): void
  /** Long press on a drawing. */
  askMenu(clientX: number, clientY: number): void
}

interface Moving {
  readonly drawing: Drawing
  readonly handle: Handle | null
  /** Where the drag started: the distance from the handle, or the bar and tick under the pointer. */
  readonly from: { readonly dx: number; readonly dy: number; readonly bar: number; readonly tick: number }
  readonly points: readonly DrawingPoint[]
}

const LONG_PRESS_MS = 500
const DOUBLE_PRESS_MS = 350
/** Vertical offset of a copy from its original, CSS px. */
const COPY_PX = 24

/** Paints the user's drawings above the bars and handles pointer input on them. */
export class DrawingsOverlay implements Overlay {
  readonly order = 'over'
  readonly #host: OverlayHost
  readonly #measure = document.createElement('canvas').getContext('2d')!
  #placing: Placing | null = null
  #moving: Moving | null = null
  /** The drawing being dragged, shown in place of the saved one. */
  #moved: Drawing | null = null
  #hovered: string | null = null
  #rest: ReturnType<typeof setTimeout> | undefined
  #lastPress = { id: '', at: 0 }
  /** The surface of the last paint. */
  #lastSurface: Surface | null = null
  #placed: readonly PlacedDrawing[] = []
  #words: DrawingWords = { price: String, measured: () => [] }

  constructor(host: OverlayHost) {
    this.#host = host
  }

  /** Called when the page's texts changed. */
  speak(words: DrawingWords): void {
    this.#words = words
    this.#host.chart.repaintOverlays()
  }

  /** The drawing under the pointer at the last hover. */
  get hovered(): string | null {
    return this.#hovered
  }

  /** Cancels placing; false when nothing was being placed. */
  cancel(): boolean {
    const wasBegun = this.#placing?.isBegun === true
    this.#placing = null
    this.#host.chart.repaintOverlays()
    return wasBegun
  }

  /** Moves the selected drawing by bars and ticks. */
  nudge(drawing: Drawing, bars: number, ticks: number): void {
    const surface = this.#lastSurface
    if (surface === null || isLocked(drawing)) return
    const points = movedBody(shapeOf(drawing, surface.tick).points, bars, ticks, surface)
    changeDrawing(this.#host.scope, { ...drawing, points: keptPoints(points, surface.tick) })
  }

  /** Duplicates the drawing with a small offset. */
  copyOf(drawing: Drawing): Drawing | null {
    const surface = this.#lastSurface
    if (surface === null) return null
    const ticks = Math.round(surface.coordinates.tickAt(0) - surface.coordinates.tickAt(COPY_PX * surface.ratio))
    const points = movedBody(shapeOf(drawing, surface.tick).points, 1, -ticks, surface)
    const { locked: _, ...rest } = drawing
    return { ...rest, id: crypto.randomUUID(), points: keptPoints(points, surface.tick) }
  }

  paint(scope: OverlayScope): void {
    const { context, bars, theme } = scope
    const surface = surfaceOf(scope, this.#measure)
    this.#lastSurface = surface
    const { items, selected, writing } = useDrawings.of(this.#host.scope).getState()
    const isHidden = useDrawingPreferences.getState().hidden
    this.#placed = isHidden
      ? []
      : items.map((item) => placeDrawing(item.id === this.#moved?.id ? this.#moved : item, surface))
    const draft = this.#draft(surface)
    const isCoarse = matchMedia('(pointer: coarse)').matches
    const brush = { context, surface, bars, theme, words: this.#words, isCoarse }
    for (const placed of [...this.#placed, ...draft]) {
      if (placed.drawing.id === writing?.id) continue
      paintDrawing(brush, placed)
      const isSelected = placed.drawing.id === selected || draft.includes(placed)
      const isShown = isSelected || placed.drawing.id === this.#hovered
      if (isShown && !isLocked(placed.drawing)) paintHandles(brush, placed.handles, placed.drawing.colour, isSelected)
    }
    this.#reportPositions(surface, selected, writing)
  }

  #reportPositions(surface: Surface, selected: string | null, writing: Drawing | null): void {
    const { width, height, ratio } = surface
    const chosen = this.#placed.find(({ drawing }) => drawing.id === selected)
    const box = chosen ? boundsOf(chosen, width, height) : null
    const css = box && {
      left: box.left / ratio,
      right: box.right / ratio,
      top: box.top / ratio,
      bottom: box.bottom / ratio,
    }
    const [at] = writing ? placeDrawing(writing, surface).handles : []
    this.#host.placed(css, at ? { x: at.x / ratio, y: at.y / ratio } : null)
  }

  down(pointer: OverlayPointer): boolean {
    const surface = this.#surface(pointer)
    if (surface === null) return false
    // A click outside a text being edited only ends editing.
    if (useDrawings.of(this.#host.scope).getState().writing !== null) {
      if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur()
      return false
    }
    const { tool } = useDrawings.of(this.#host.scope).getState()
    if (tool !== null) {
      if (this.#placing?.kind !== tool) this.#placing = new Placing(tool)
      this.#placing.press(pointer, this.#point(pointer, surface))
      this.#host.chart.repaintOverlays()
      return true
    }
    const hit = this.#hit(pointer)
    if (hit === null) {
      this.#deselectOnPress(pointer.event)
      return false
    }
    const { drawing, shape } = hit.placed
    useDrawings.of(this.#host.scope).setState({ selected: drawing.id })
    if (this.#isDoublePress(drawing.id, pointer.event.timeStamp) && drawing.kind === 'text' && !isLocked(drawing)) {
      useDrawings.of(this.#host.scope).setState({ writing: drawing })
      return true
    }
    this.#awaitRest(pointer)
    // A locked drawing does not block panning the chart.
    if (isLocked(drawing)) return false
    const handle = this.#inside(hit, surface)
    const bar = pointer.coordinates.barAt(pointer.x)
    const from = {
      dx: pointer.x - (handle?.x ?? 0),
      dy: pointer.y - (handle?.y ?? 0),
      bar,
      tick: Math.round(pointer.coordinates.tickAt(pointer.y)),
    }
    this.#moving = { drawing, handle, from, points: shape.points }
    return true
  }

  move(pointer: OverlayPointer, taken: boolean): string | null {
    const surface = this.#surface(pointer)
    if (surface === null) return null
    if (useDrawings.of(this.#host.scope).getState().tool !== null) {
      if (this.#placing?.isBegun) {
        this.#placing.move(this.#point(pointer, surface))
        this.#host.chart.repaintOverlays()
      }
      return 'crosshair'
    }
    if (taken) {
      this.#drag(pointer, surface)
      return 'grabbing'
    }
    const hit = this.#hit(pointer)
    const id = hit?.placed.drawing.id ?? null
    if (id !== this.#hovered) {
      this.#hovered = id
      this.#host.chart.repaintOverlays()
    }
    if (hit === null) return null
    return isLocked(hit.placed.drawing) ? 'pointer' : hit.handle ? 'grab' : 'move'
  }

  up(pointer: OverlayPointer, cancelled: boolean): void {
    clearTimeout(this.#rest)
    const surface = this.#surface(pointer)
    const placing = this.#placing
    if (useDrawings.of(this.#host.scope).getState().tool !== null && placing && surface) {
      if (cancelled) this.cancel()
      else if (
        placing.release(pointer, this.#point(pointer, surface), pointer.ratio, pointer.event.pointerType === 'mouse')
      )
        this.#finish(placing, surface)
      return
    }
    const moved = this.#moved
    this.#moving = null
    this.#moved = null
    useDrawings.of(this.#host.scope).setState({ moving: false })
    if (moved && !cancelled) changeDrawing(this.#host.scope, moved)
    this.#host.chart.repaintOverlays()
  }

  destroy(): void {
    clearTimeout(this.#rest)
  }

  #surface({ coordinates, ratio }: OverlayPointer): Surface | null {
    return this.#lastSurface && { ...this.#lastSurface, coordinates, ratio }
  }

  #bars(): Bars {
    return this.#host.chart.bars()
  }

  /** The chart position of the pointer; Ctrl inverts the magnet while held. */
  #point(pointer: OverlayPointer, surface: Surface): DrawingPoint {
    const { ctrlKey, metaKey, shiftKey } = pointer.event
    const { magnet } = useDrawingPreferences.getState()
    const point = pointAt(pointer, surface, this.#bars(), magnet !== (ctrlKey || metaKey))
    const first = this.#placing?.points[0]
    const isLine = this.#placing?.kind === 'trend' || this.#placing?.kind === 'ray'
    return shiftKey && isLine && first ? { ...point, tick: first.tick } : point
  }

  #hit(pointer: OverlayPointer): DrawingHit | null {
    const { selected } = useDrawings.of(this.#host.scope).getState()
    return hitDrawing(this.#placed, pointer, reachOf(pointer.event.pointerType, pointer.ratio), selected)
  }

  /** Handles of levels and texts move the whole drawing. */
  #inside({ placed, handle }: DrawingHit, { coordinates }: Surface): Handle | null {
    if (handle === null || placed.shape.points.length === 1) return null
    // A handle at the edge of a range is away from the middle of the bar it belongs to.
    return {
      ...handle,
      x: coordinates.xOfTime(placed.shape.points[handle.t].t),
      y: coordinates.yOfTick(placed.shape.points[handle.tick].tick),
    }
  }

  #drag(pointer: OverlayPointer, surface: Surface): void {
    const moving = this.#moving
    if (moving === null) return
    const { drawing, handle, from, points } = moving
    const { coordinates } = pointer
    const bars = coordinates.barAt(pointer.x) - from.bar
    const ticks = Math.round(coordinates.tickAt(pointer.y)) - from.tick
    if (this.#moved === null && bars === 0 && ticks === 0) return
    clearTimeout(this.#rest)
    if (this.#moved === null) useDrawings.of(this.#host.scope).setState({ moving: true })
    const to =
      handle === null
        ? movedBody(points, bars, ticks, surface)
        : movedHandle(
            points,
            handle,
            this.#point({ ...pointer, x: pointer.x - from.dx, y: pointer.y - from.dy }, surface),
          )
    this.#moved = { ...drawing, points: keptPoints(to, surface.tick) }
    this.#host.chart.repaintOverlays()
  }

  #draft(surface: Surface): readonly PlacedDrawing[] {
    const { tool } = useDrawings.of(this.#host.scope).getState()
    if (this.#placing === null || this.#placing.kind !== tool || !this.#placing.isBegun || tool === 'text') return []
    const { colour, width } = useDrawingPreferences.getState().style
    const points = keptPoints(this.#placing.points, surface.tick)
    return [placeDrawing({ id: '', kind: tool, points, colour, width }, surface)]
  }

  #finish(placing: Placing, surface: Surface): void {
    this.#placing = null
    const drawing = newDrawing(
      placing.kind,
      keptPoints(placing.points, surface.tick),
      useDrawingPreferences.getState().style,
    )
    if (placing.kind === 'text') useDrawings.of(this.#host.scope).setState({ tool: null, writing: drawing })
    else {
      useDrawings.of(this.#host.scope).setState({ tool: null })
      if (!addDrawing(this.#host.scope, drawing)) this.#host.full()
    }
    this.#host.chart.repaintOverlays()
  }

  #isDoublePress(id: string, at: number): boolean {
    const isSecond = this.#lastPress.id === id && at - this.#lastPress.at < DOUBLE_PRESS_MS
    this.#lastPress = { id, at }
    return isSecond
  }

  /** A long press opens the menu, as a right click does. */
  #awaitRest({ event }: OverlayPointer): void {
    clearTimeout(this.#rest)
    if (event.pointerType === 'mouse') return
    this.#rest = setTimeout(() => {
      if (this.#moved === null) this.#host.askMenu(event.clientX, event.clientY)
    }, LONG_PRESS_MS)
  }

  /** A click outside all drawings deselects; a drag pans the chart and does not. */
  #deselectOnPress({ clientX, clientY, pointerId }: PointerEvent): void {
    if (useDrawings.of(this.#host.scope).getState().selected === null) return
    const onUp = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return
      removeEventListener('pointerup', onUp, true)
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < 8)
        useDrawings.of(this.#host.scope).setState({ selected: null })
    }
    addEventListener('pointerup', onUp, true)
  }
}
