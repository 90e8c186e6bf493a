import { ChartOverlay } from './panel-boundary.tsx'
import { PracticeEnd } from './panels/practice/practice-part.tsx'
import { Replay } from './panels/replay/replay.tsx'
import { DelayBanner } from './panels/status/delay-banner.tsx'

/** What the page says above its chart: the delay of its data, the replay with its controls, and the result of practice. */
export function PageHead() {
  return (
    <>
      <DelayBanner />
      <ChartOverlay>
        <Replay />
        <PracticeEnd />
      </ChartOverlay>
    </>
  )
}
