import { Suspense } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { isReplaying, useReplay } from '../../model/replay-store.ts'
import { replayClock } from './replay-clock.ts'

const ReplayBar = lazyPart(async () => {
  const [{ ReplayBar: component }] = await Promise.all([import('./replay-bar.tsx'), needWords('replay')])
  return { default: component }
})
const StartDialog = lazyPart(async () => {
  const [{ StartDialog: component }] = await Promise.all([import('./start-dialog.tsx'), needWords('replay')])
  return { default: component }
})
/** Connects a chart with the replay of the page. */
export const attachReplay = (controller: ChartController): (() => void) => replayClock.attach(controller)

/** The controls of the replay while it runs, and the choice of its start. */
export function Replay() {
  const isChoosing = useReplay((state) => state.isChoosing)
  const isRunning = useReplay(isReplaying)
  return (
    <Suspense fallback={null}>
      {isRunning && <ReplayBar />}
      {isChoosing && <StartDialog />}
    </Suspense>
  )
}
