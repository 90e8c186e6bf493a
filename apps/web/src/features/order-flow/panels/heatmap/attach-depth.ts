import type { ChartController } from '../../chart/chart-controller.ts'
import { useDepth, useDepthRetry } from '../../model/depth-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'

/** Follows the state of the order book, and attaches the heatmap once it is shown: until then its code is not loaded. */
export function attachDepth(controller: ChartController): () => void {
  const { scope } = controller
  const undo = [
    controller.on('open', () => useDepth.of(scope).setState({ state: 'loading' })),
    controller.on('depth', ({ state }) => useDepth.of(scope).setState({ state })),
    useDepthRetry.of(scope).subscribe(() => controller.request({ type: 'depthRetry' })),
    useChartSettings.of(scope).subscribe(({ view }) => view.heatmap.shown && void follow()),
  ]
  let isFollowing = false
  let isDetached = false
  async function follow(): Promise<void> {
    if (isFollowing) return
    isFollowing = true
    const { attachHeatmap } = await import('./heatmap.ts')
    if (!isDetached) undo.push(attachHeatmap(controller))
  }
  if (useChartSettings.of(scope).getState().view.heatmap.shown) void follow()
  return () => {
    isDetached = true
    for (const remove of undo) remove()
  }
}
