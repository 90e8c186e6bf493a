import type { Scene, Viewport } from '../renderers/scene.ts'

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
