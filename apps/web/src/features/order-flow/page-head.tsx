import { ChartOverlay } from './panel-boundary.tsx'
import { Lessons } from './panels/lessons/lessons.tsx'
import { Replay } from './panels/replay/replay.tsx'
import { replayClock } from './panels/replay/replay-clock.ts'
import { DelayBanner } from './panels/status/delay-banner.tsx'

/** What the page says above its chart: the delay of its data, the replay with its controls, and the lesson. */
export function PageHead() {
  return (
    <>
      <DelayBanner />
      <ChartOverlay>
        <Replay />
      </ChartOverlay>
      <ChartOverlay>
        <Lessons replay={replayClock} />
      </ChartOverlay>
    </>
  )
}
