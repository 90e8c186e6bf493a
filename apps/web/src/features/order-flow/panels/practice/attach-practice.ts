import type { ChartController } from '../../chart/chart-controller.ts'
import { useLayout } from '../../model/layout-store.ts'

/** Connects a chart with practice once its panel is opened; returns the function that disconnects it. */
export function attachPractice(controller: ChartController): () => void {
  let detach: (() => void) | null = null
  let isLoading = false
  let isDetached = false
  const load = async () => {
    if (!useLayout.getState().practice || isLoading || detach !== null) return
    isLoading = true
    try {
      const [{ addPractice }, { attachPracticeChart }] = await Promise.all([
        import('./practice-marks.ts'),
        import('./practice-store.ts'),
      ])
      if (isDetached) return
      const undo = [attachPracticeChart(controller), addPractice(controller)]
      detach = () => undo.forEach((remove) => remove())
    } catch {
      // Opening the panel again tries again.
    } finally {
      isLoading = false
    }
  }
  const stop = useLayout.subscribe(() => void load())
  void load()
  return () => {
    isDetached = true
    stop()
    detach?.()
  }
}
