import { ChartOverlay } from './panel-boundary.tsx'
import { Lessons } from './panels/lessons/lessons.tsx'
import { PracticeEnd } from './panels/practice/practice-part.tsx'
import { Replay } from './panels/replay/replay.tsx'
import { replayClock } from './panels/replay/replay-clock.ts'
import { DelayBanner } from './panels/status/delay-banner.tsx'

/** What the page says above its chart: delay of the data, controls of the replay, result of practice, and lesson. */
export function PageHead() {
  return (
    <>
      <DelayBanner />
      <ChartOverlay>
        <Replay />
        <PracticeEnd />
      </ChartOverlay>
      <ChartOverlay>
        <Lessons replay={replayClock} />
      </ChartOverlay>
    </>
  )
}
