import type { LivePane } from './pane-host.ts'

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
