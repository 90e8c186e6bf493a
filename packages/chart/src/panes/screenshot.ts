import type { LivePane } from './pane-host.ts'

/** The library's picture with what lies on canvases of ours. */
export function composeScreenshot(picture: HTMLCanvasElement, root: HTMLElement, panes: readonly LivePane[]): HTMLCanvasElement {
  const context = picture.getContext('2d')
  if (context === null) return picture
  const origin = root.getBoundingClientRect()
  const ratio = window.devicePixelRatio
  for (const canvas of panes.flatMap((pane) => pane.liveCanvases)) {
    const box = canvas.getBoundingClientRect()
    context.drawImage(canvas, Math.round((box.left - origin.left) * ratio), Math.round((box.top - origin.top) * ratio))
  }
  return picture
}
