import type { IChartApiBase } from 'lightweight-charts'
import type { PaneName } from '../api.ts'
import type { TimeView } from '../interaction/time-view.ts'
import type { ColumnScale } from '../layout/columns.ts'
import type { ChangeLog } from '../model/bar-store.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import type { SceneBuilder } from '../scene-builder.ts'

/** What a pane needs from the chart. */
export interface PaneHost {
  /** Changes of closed bars, for cached layers. */
  readonly changes: Pick<ChangeLog, 'epoch' | 'since'>
  /** Null while there is no data. */
  scene(): Scene | null
  /** Columns in device px; null while the axis has no width. */
  columns(ratio: number): ColumnScale | null
  /** The library's table row of a pane; null while it does not exist. */
  paneRow(pane: PaneName): HTMLElement | null
  /** Visible bars, indices, both inclusive; to < from for none. */
  visible(): { from: number; to: number }
  readonly pixelRatio: PixelRatio
  /** The pixel ratio changed since the last layout: lays out again and requests another frame. */
  ratioChanged(): void
}

interface PaneHostParts {
  readonly changes: ChangeLog
  readonly builder: SceneBuilder
  readonly time: TimeView
  readonly chart: IChartApiBase<number>
  /** Index of a visible pane, -1 for none. */
  indexOf(pane: PaneName): number
  readonly pixelRatio: PixelRatio
  ratioChanged(): void
}

/** Creates the host from the parts of the chart. */
export function createPaneHost({
  changes,
  builder,
  time,
  chart,
  indexOf,
  pixelRatio,
  ratioChanged,
}: PaneHostParts): PaneHost {
  return {
    changes,
    pixelRatio,
    ratioChanged,
    scene: () => builder.get(),
    columns: (ratio) => time.columns(ratio),
    visible: () => time.visible(),
    paneRow: (pane) => {
      const index = indexOf(pane)
      return index < 0 ? null : (chart.panes()[index]?.getHTMLElement() ?? null)
    },
  }
}

/** A pane whose bars are on our own canvases and can be painted without the library. */
export interface LivePane {
  /** The range of the pane's axis differs from the painted one: a full frame is needed. */
  rangeMoved(): boolean
  /** Paints the closed bars at the last frame's positions; does nothing before the first. */
  paintClosed(): void
  /** Repaints the open bars and everything above the bars; does nothing before the first frame. */
  paintLive(): void
  /** Our canvases from bottom to top, for screenshots. */
  readonly liveCanvases: readonly HTMLCanvasElement[]
  release(): void
}

/** Ratios within this tolerance are equal: the library rounds the sizes of its canvases to whole pixels. */
const SAME_RATIO = 0.01

/**
 * Device px per CSS px of the library's canvases, the only source of this ratio in the chart. `window.devicePixelRatio`
 * differs under device emulation, so it is only the initial value until a canvas has been painted.
 */
export class PixelRatio {
  #value = window.devicePixelRatio

  get value(): number {
    return this.#value
  }

  /** Takes the ratio of a canvas being painted; true if existing layouts are no longer valid. */
  measure(ratio: number): boolean {
    const isOther = differs(ratio, this.#value)
    this.#value = ratio
    return isOther
  }
}

/** Whether two ratios differ by more than rounding. */
export function differs(ratio: number, other: number): boolean {
  return Math.abs(ratio / other - 1) > SAME_RATIO
}

const TITLE_FONT = 11

/** Small title in the upper left corner of a pane. */
export function paintPaneTitle(context: CanvasRenderingContext2D, scene: Scene, view: Viewport, title: string): void {
  if (title === '') return
  context.font = `${Math.round(TITLE_FONT * view.ratio)}px ${scene.palette.theme.fontFamily}`
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  const room = Math.round(4 * view.ratio)
  const height = Math.round(18 * view.ratio)
  context.fillStyle = scene.palette.theme.surface0
  context.fillRect(room, Math.round(2 * view.ratio), Math.ceil(context.measureText(title).width) + 2 * room, height)
  context.fillStyle = scene.palette.theme.text2
  context.fillText(title, Math.round(8 * view.ratio), Math.round(15 * view.ratio))
}

/** Draws our own canvases onto the library's screenshot. */
export function composeScreenshot(
  picture: HTMLCanvasElement,
  root: HTMLElement,
  panes: readonly LivePane[],
  ratio: number,
): { canvas: HTMLCanvasElement; ratio: number } {
  const context = picture.getContext('2d')
  if (context === null) return { canvas: picture, ratio }
  const origin = root.getBoundingClientRect()
  for (const canvas of panes.flatMap((pane) => pane.liveCanvases)) {
    const box = canvas.getBoundingClientRect()
    context.drawImage(canvas, Math.round((box.left - origin.left) * ratio), Math.round((box.top - origin.top) * ratio))
  }
  return { canvas: picture, ratio }
}
